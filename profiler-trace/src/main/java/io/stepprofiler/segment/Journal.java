package io.stepprofiler.segment;

import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.Remarks;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Reader of the journal of one window, of this process or of one that has ended or was killed.
 *
 * <p>For one thread at a time; but the events of its segments may be read on any thread, until it is closed.
 */
public interface Journal extends Closeable {
    /** Metadata key for an unfinished journal, in the trace that is assembled from it. */
    String NOT_FINISHED = Remarks.JOURNAL;

    /** {@return the description of the window from its beginning} */
    JournalHead head();

    /**
     * Reads the segments in their order; damaged ones are left out and counted. Call it once.
     *
     * @param taker receives each segment; their events are read on demand
     * @throws IOException if the journal cannot be read at all
     */
    void forEach(Consumer<Segment> taker) throws IOException;

    /** {@return the end of the window, known once all segments were read; empty if the journal was never finished} */
    Optional<JournalEnd> end();

    /**
     * {@return descriptions of the parts that cannot be read, such as a missing file; known once all segments were
     * read} The default is none.
     */
    default List<String> unreadable() {
        return List.of();
    }

    /** {@return the number of bytes that could not be decoded, known once all segments were read} */
    long damagedBytes();

    /** Ends the reading: traces assembled from this journal can no longer read their events. */
    @Override
    void close() throws IOException;

    /**
     * Assembles the trace of the window, as far as the journal goes: if it was never finished, the trace is partial and
     * its open events are unfinished because the {@linkplain io.stepprofiler.event.UnfinishedCause#JOURNAL_ENDED
     * journal ended}. The trace reads its events from this journal.
     *
     * @return the trace
     * @throws IOException if the journal cannot be read at all
     */
    default Trace assemble() throws IOException {
        JournalHead head = head();
        JoinedSegments joined = new JoinedSegments();
        TraceBuilder trace =
                joined.trace().traceId(head.traceId()).process(head.process()).options(head.options());
        head.distributed().ifPresent(trace::distributed);
        head.metadata().forEach(trace::metadata);
        Segment[] ends = new Segment[2];
        forEach(segment -> {
            if (ends[0] == null) {
                ends[0] = segment;
            }
            ends[1] = segment;
            joined.add(segment);
        });
        Optional<JournalEnd> end = end();
        boolean empty = ends[0] == null;
        trace.window(
                empty ? head.start() : ends[0].start(),
                end.map(JournalEnd::end).orElse(empty ? head.start() : ends[1].end()));
        if (end.isPresent()) {
            end.get().metadata().forEach(trace::metadata);
            trace.partial(
                    end.get().partial() || damagedBytes() > 0 || !unreadable().isEmpty());
        } else {
            joined.journalEnded();
            trace.partial(true);
            trace.metadata(
                    NOT_FINISHED,
                    new MetadataValue(
                            "the journal is not finished: its process ended before the window did, or the last files are missing",
                            false));
        }
        if (!unreadable().isEmpty()) {
            trace.metadata(Remarks.JOURNAL_UNREADABLE, new MetadataValue(String.join("; ", unreadable()), false));
        }
        if (damagedBytes() > 0) {
            trace.metadata(
                    Remarks.JOURNAL_DAMAGED,
                    new MetadataValue(damagedBytes() + " bytes of the journal are damaged", false));
        }
        return joined.build();
    }
}
