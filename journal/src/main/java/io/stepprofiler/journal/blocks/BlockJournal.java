package io.stepprofiler.journal.blocks;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.segment.Journal;
import io.stepprofiler.segment.JournalEnd;
import io.stepprofiler.segment.JournalHead;
import io.stepprofiler.segment.Segment;
import io.stepprofiler.segment.SegmentBuilder;
import io.stepprofiler.segment.SegmentCounts;
import io.stepprofiler.segment.ThreadSegment;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads the blocks of a journal. */
final class BlockJournal implements Journal {
    private static final Pattern FILE_NAME = Pattern.compile("(\\d{8})\\.blocks");

    /** Limit of files per journal: no writer creates more, and each takes a descriptor. */
    private static final int MAX_FILES = 10_000;

    /** Journals up to this size are loaded into memory, so that traces of small windows keep no file open. */
    private static final long MAX_BYTES_IN_MEMORY =
            Math.min(256 << 10, Runtime.getRuntime().maxMemory() >> 10);

    private static final int MAX_TOLD = 10;

    private static final int MIN_COUNTED = 1024;

    private final List<JournalFile> files;
    private final JournalHead head;
    private final int journal;
    private final List<String> unreadable;
    private MemoryLimit memory = MemoryLimit.ofHeap();
    private final Map<Long, Long> eventsOfTracks = new HashMap<>();
    private Optional<JournalEnd> end = Optional.empty();
    private long damagedBytes;
    private long lastNumber;
    private @Nullable Segment last;

    /** Counts up to the last block read; null before the first head if the writer may have deleted older files. */
    private @Nullable SegmentCounts told;

    private ClockAnchor toldAt;

    private BlockJournal(Path directory, Collection<Path> paths, ToLongFunction<Path> length, List<String> unreadable)
            throws IOException {
        this.unreadable = unreadable;
        files = open(directory, paths, length, unreadable);
        try {
            FoundHead found = FoundHead.in(files);
            if (found == null && Files.notExists(directory)) {
                throw new IOException(directory + " is not there: it was moved or removed");
            }
            if (found == null) {
                throw new IOException(
                        directory + " is no journal, or nothing is left of it: none of its " + paths.size()
                                + " files has a block that can be read" + (unreadable.isEmpty() ? "" : ": ")
                                + String.join("; ", unreadable()));
            }
            head = found.head();
            journal = found.journal();
        } catch (IOException e) {
            close(files, e);
            throw e;
        }
        toldAt = head.start();
        told = head.givesUpOld() ? null : SegmentCounts.ZERO;
    }

    /** Files of a journal in a directory, in order; empty if there are none. */
    static List<Path> filesIn(JournalFiles system, Path directory) throws IOException {
        return system.list(directory).stream()
                .filter(path ->
                        FILE_NAME.matcher(String.valueOf(path.getFileName())).matches())
                .toList();
    }

    /** Limits the memory that reading may take. */
    void limitMemory(long bytes) {
        memory = new MemoryLimit(bytes);
    }

    /** Opens all files of a directory. */
    static BlockJournal open(JournalFiles system, Path directory) throws IOException {
        List<Path> paths = new ArrayList<>();
        List<String> unreadable = new ArrayList<>();
        int first = 0;
        int last = 0;
        for (Path path : system.list(directory)) {
            Matcher name = FILE_NAME.matcher(String.valueOf(path.getFileName()));
            if (name.matches()) {
                int number = Integer.parseInt(name.group(1));
                if (paths.isEmpty()) {
                    first = number;
                } else if (number > last + 1) {
                    unreadable.add(missing(number - last - 1, path));
                }
                last = number;
                paths.add(path);
            }
        }
        BlockJournal opened = new BlockJournal(directory, paths, path -> Long.MAX_VALUE, unreadable);
        if (first > 1 && !opened.head.givesUpOld()) {
            unreadable.add(0, missing(first - 1, paths.get(0)));
        }
        return opened;
    }

    private static String missing(int count, Path before) {
        return Amount.count(count, "file is", "files are") + " missing before " + before;
    }

    /** Opens existing files, each up to a length. */
    static BlockJournal open(Path directory, Map<Path, Long> lengths) throws IOException {
        return new BlockJournal(directory, lengths.keySet(), lengths::get, new ArrayList<>());
    }

    private static List<JournalFile> open(
            Path directory, Collection<Path> paths, ToLongFunction<Path> length, List<String> unreadable)
            throws IOException {
        if (paths.size() > MAX_FILES) {
            throw new IOException(directory + " has " + paths.size() + " files; no journal has more than " + MAX_FILES);
        }
        List<JournalFile> files = new ArrayList<>();
        try {
            long bytes = 0;
            for (Path path : paths) {
                try {
                    JournalFile file = new JournalFile(path, length.applyAsLong(path), OpenFiles.OF_PROCESS);
                    files.add(file);
                    bytes += file.length();
                } catch (FileNotFoundException e) {
                    // A file that was listed and no longer exists was deleted by its writer.
                    if (length.applyAsLong(path) != Long.MAX_VALUE || Files.exists(path)) {
                        unreadable.add(e.getMessage());
                    }
                }
            }
            if (bytes <= MAX_BYTES_IN_MEMORY) {
                for (JournalFile file : files) {
                    file.load();
                }
            }
            return files;
        } catch (IOException e) {
            close(files, e);
            throw e;
        }
    }

    @Override
    public List<String> unreadable() {
        return unreadable.size() <= MAX_TOLD
                ? List.copyOf(unreadable)
                : Stream.concat(
                                unreadable.stream().limit(MAX_TOLD),
                                Stream.of(unreadable.size() - MAX_TOLD + " more files"))
                        .toList();
    }

    @Override
    public JournalHead head() {
        return head;
    }

    @Override
    public void forEach(Consumer<Segment> taker) throws UnsupportedJournalException {
        for (JournalFile file : files) {
            BlockScanner scanner = new BlockScanner(file);
            for (BlockScanner.Block block = scanner.next(); block != null; block = scanner.next()) {
                if (block.frame().journal() != journal || block.frame().number() <= lastNumber || end.isPresent()) {
                    damagedBytes += block.frame().blockBytes();
                } else {
                    read(file, block, taker);
                }
            }
            damagedBytes += scanner.damagedBytes();
        }
    }

    private void read(JournalFile file, BlockScanner.Block block, Consumer<Segment> taker)
            throws UnsupportedJournalException {
        Segment segment = null;
        try {
            switch (block.frame().kind()) {
                case HEAD -> {
                    HeaderCodec.FileHead fileHead = HeaderCodec.readHead(block.header());
                    counted(fileHead.counts(), fileHead.start(), taker);
                }
                case SEGMENT -> {
                    segment = new SegmentReader(
                                    file, block.payloadAt(), block.frame().payload(), memory)
                            .read(block.header());
                    countEvents(segment);
                }
                case END -> {
                    HeaderCodec.CountedEnd ended = HeaderCodec.readEnd(block.header());
                    counted(ended.counts(), ended.end().end(), taker);
                    end = Optional.of(ended.end());
                }
            }
            lastNumber = block.frame().number();
        } catch (UnsupportedJournalException e) {
            throw e;
        } catch (IOException e) {
            // Its checksums match, so the block was written like this: by a newer version, or with bad intent.
            damagedBytes += block.frame().blockBytes();
            return;
        }
        if (segment != null) {
            if (last == null && told != null && !told.equals(segment.before())) {
                taker.accept(nothingBut(told, toldAt));
            }
            taker.accept(segment);
            last = segment;
            told = segment.after();
        }
    }

    /**
     * Fails if a track has more events than a trace can number; short segments, which never add up to that, are not
     * counted.
     */
    private void countEvents(Segment segment) throws IOException {
        for (ThreadSegment thread : segment.threads()) {
            if (thread.size() < MIN_COUNTED) {
                continue;
            }
            long events = eventsOfTracks.merge(thread.header().trackId(), (long) thread.size(), Long::sum);
            if (events > Integer.MAX_VALUE) {
                throw new IOException("A track has more than " + Integer.MAX_VALUE + " events");
            }
        }
    }

    /**
     * Adds an empty segment with the counts of a head or an end if segments before it are missing, so that the loss
     * shows.
     */
    private void counted(SegmentCounts counts, ClockAnchor at, Consumer<Segment> taker) {
        if (told != null && !told.equals(counts)) {
            if (last == null) {
                taker.accept(nothingBut(told, toldAt));
            }
            Segment gap = nothingBut(counts, at);
            taker.accept(gap);
            last = gap;
        }
        told = counts;
        toldAt = at;
    }

    private Segment nothingBut(SegmentCounts counts, ClockAnchor at) {
        SegmentBuilder empty = new SegmentBuilder(at, at).counts(counts, counts);
        if (last != null) {
            // Open steps stay open.
            last.steps().stream().filter(StepMark::unfinished).forEach(empty.beside()::step);
        }
        return empty.build();
    }

    @Override
    public Optional<JournalEnd> end() {
        return end;
    }

    @Override
    public long damagedBytes() {
        return damagedBytes;
    }

    @Override
    public void close() throws IOException {
        IOException failure = new IOException("Files of a journal cannot be closed");
        close(files, failure);
        if (failure.getSuppressed().length > 0) {
            throw failure;
        }
    }

    private static void close(List<JournalFile> files, IOException failure) {
        for (JournalFile file : files) {
            try {
                file.close();
            } catch (IOException e) {
                failure.addSuppressed(e);
            }
        }
    }
}
