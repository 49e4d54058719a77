package io.stepprofiler.window;

import io.stepprofiler.columns.CounterColumns;
import io.stepprofiler.columns.MemoryColumns;
import io.stepprofiler.journal.JournalOptions;
import io.stepprofiler.recording.Limits;
import io.stepprofiler.segment.Journal;
import io.stepprofiler.segment.JournalEnd;
import io.stepprofiler.segment.JournalFormat;
import io.stepprofiler.segment.JournalHead;
import io.stepprofiler.segment.JournalWriter;
import io.stepprofiler.segment.Segment;
import io.stepprofiler.segment.SegmentCounts;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Store of segments in a journal, which is created for the first of them. */
public final class SegmentsInJournal implements SegmentStore {
    /** Segment that has not been discarded: its start, its end, and the bytes that a trace holds of it in memory. */
    private record Kept(long startNanos, long endNanos, long heapBytes) {
        private static final int SOURCE_EVENT_BYTES = 64;

        static Kept of(Segment segment) {
            long samples = segment.counters().stream()
                    .mapToLong(counter -> counter.size())
                    .sum();
            return new Kept(
                    segment.start().monotonicNanos(),
                    segment.end().monotonicNanos(),
                    (long) MemoryColumns.BYTES_PER_EVENT * segment.memory().size()
                            + CounterColumns.BYTES_PER_SAMPLE * samples
                            + SOURCE_EVENT_BYTES * segment.sourceSize());
        }
    }

    private final JournalFormat format;
    private final JournalOptions options;
    private final Supplier<JournalHead> head;
    private final Deque<Kept> kept = new ArrayDeque<>();
    private long heapBytes;
    private long givenUpBefore = Long.MIN_VALUE;
    private @Nullable JournalWriter writer;

    /** Journal as it was before its end; null until then, and when it has been read. */
    private @Nullable Journal appended;

    public SegmentsInJournal(JournalFormat format, JournalOptions options, Supplier<JournalHead> head) {
        this.format = format;
        this.options = options;
        this.head = head;
    }

    @Override
    public boolean isJournal() {
        return true;
    }

    @Override
    public void append(Segment segment) throws IOException {
        JournalWriter open = writer;
        if (open == null) {
            open = format.create(options.directory(), head.get());
            writer = open;
        }
        open.append(segment);
        kept.add(Kept.of(segment));
        heapBytes += kept.getLast().heapBytes();
    }

    @Override
    public long bytes() {
        return writer == null ? 0 : writer.bytes();
    }

    @Override
    public void discardBefore(long nanos) throws IOException {
        while (!kept.isEmpty() && kept.element().endNanos() < nanos) {
            heapBytes -= kept.remove().heapBytes();
        }
        givenUpBefore = Math.max(givenUpBefore, nanos);
        if (writer != null) {
            writer.discardBefore(nanos);
        }
    }

    @Override
    public void discardBeyond(long bytes) throws IOException {
        while ((bytes() > bytes || heapBytes > Limits.maxBufferBytes()) && kept.size() > 1) {
            discardBefore(kept.element().endNanos() + 1);
        }
    }

    @Override
    public long firstNanos() {
        return kept.isEmpty() ? Long.MIN_VALUE : kept.element().startNanos();
    }

    @Override
    public void finish(JournalEnd end, SegmentCounts counted) throws IOException {
        if (writer == null) {
            return;
        }
        try {
            // Before the end is written, whose counts include segments that are still in memory.
            appended = writer.read();
        } catch (IOException e) {
            // Not reported here: forEach reads once more, and fails.
        } finally {
            writer.finish(end, counted);
        }
    }

    @Override
    @SuppressWarnings("MustBeClosedChecker") // Traces read from it as long as there are any; then it closes itself.
    public void forEach(Consumer<Segment> taker) throws IOException {
        if (writer != null) {
            Journal written = appended != null ? appended : writer.read();
            appended = null;
            // A file is discarded whole, so it may still hold discarded segments.
            written.forEach(segment -> {
                if (segment.end().monotonicNanos() >= givenUpBefore) {
                    taker.accept(segment);
                }
            });
            if (!written.unreadable().isEmpty()) {
                throw new IOException(String.join("; ", written.unreadable()));
            }
        }
    }

    @Override
    public void close(boolean keepFiles) throws IOException {
        if (writer != null && (keepFiles || options.keepFiles())) {
            writer.close();
        } else if (writer != null) {
            writer.delete();
        }
    }
}
