package io.stepprofiler;

import io.stepprofiler.journal.Journal;
import io.stepprofiler.journal.JournalEnd;
import io.stepprofiler.journal.JournalFormat;
import io.stepprofiler.journal.JournalHead;
import io.stepprofiler.journal.JournalOptions;
import io.stepprofiler.journal.JournalWriter;
import io.stepprofiler.trace.Segment;
import io.stepprofiler.trace.SegmentCounts;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Segments in a journal, which is created for the first of them. */
final class SegmentsInJournal implements SegmentStore {
    /** When a segment begins and ends that has not been given up. */
    private record Kept(long startNanos, long endNanos) {}

    private final JournalFormat format;
    private final JournalOptions options;
    private final Supplier<JournalHead> head;
    private final Deque<Kept> kept = new ArrayDeque<>();
    private @Nullable JournalWriter writer;

    /** What was appended before the end; null until then, and when it has been read. */
    private @Nullable Journal appended;

    SegmentsInJournal(JournalFormat format, JournalOptions options, Supplier<JournalHead> head) {
        this.format = format;
        this.options = options;
        this.head = head;
    }

    @Override
    public void append(Segment segment) throws IOException {
        JournalWriter open = writer;
        if (open == null) {
            open = format.create(options.directory(), head.get());
            writer = open;
        }
        open.append(segment);
        kept.add(new Kept(segment.start().monotonicNanos(), segment.end().monotonicNanos()));
    }

    @Override
    public long bytes() {
        return writer == null ? 0 : writer.bytes();
    }

    @Override
    public void discardBefore(long nanos) throws IOException {
        while (!kept.isEmpty() && kept.element().endNanos() < nanos) {
            kept.remove();
        }
        if (writer != null) {
            writer.discardBefore(nanos);
        }
    }

    @Override
    public void discardBeyond(long bytes) throws IOException {
        while (bytes() > bytes && kept.size() > 1) {
            discardBefore(kept.remove().endNanos() + 1);
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
            // Without the end, for which segments are missing that this process still has in memory.
            appended = writer.read();
        } catch (IOException e) {
            // Who asks for the segments hears of it.
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
            written.forEach(taker);
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
