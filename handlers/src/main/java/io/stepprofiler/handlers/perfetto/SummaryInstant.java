package io.stepprofiler.handlers.perfetto;

import io.stepprofiler.trace.DistributedInfo;
import io.stepprofiler.trace.LossAccount;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.wire.RecordedDetails;
import io.stepprofiler.wire.WireWriter;
import java.io.IOException;
import java.util.Map;
import java.util.function.Function;

/** Writes the facts about the whole trace: an instant on the track of the process, at the start of the window. */
final class SummaryInstant {
    static final String NAME = "Step Profiler";

    private final PerfettoDocument document;
    private final Trace trace;
    private final WireWriter out;

    SummaryInstant(PerfettoDocument document) {
        this.document = document;
        this.trace = document.trace;
        this.out = document.packets.out();
    }

    void write(long samplesNotDrawable, long durationsLeftOut) throws IOException {
        Sequence sequence = document.tracks.newSequence(document.tracks.process());
        sequence.open(trace.start().monotonicNanos() + document.offset, PerfettoFields.TYPE_INSTANT);
        sequence.name(document.texts.names.id(NAME));
        text(PerfettoFields.EVENT_ANNOTATION, "trace_id", trace.id());
        trace.distributedInfo().ifPresent(this::writeWorker);
        writeAccount(samplesNotDrawable, durationsLeftOut);
        text(PerfettoFields.EVENT_ANNOTATION, RecordedDetails.KEY, RecordedDetails.text(trace.options()));
        writeMetadata();
        sequence.close();
    }

    private void writeWorker(DistributedInfo info) {
        int worker = open(PerfettoFields.EVENT_ANNOTATION, "distributed");
        number("rank", info.rank());
        if (info.hasWorldSize()) {
            number("world_size", info.worldSize());
        }
        text(PerfettoFields.ANNOTATION_DICTIONARY, "backend", info.backend());
        out.end(worker);
    }

    private void writeAccount(long samplesNotDrawable, long durationsLeftOut) {
        LossAccount account = trace.account();
        int all = open(PerfettoFields.EVENT_ANNOTATION, "account");
        number("begun", account.begun());
        number("written", account.written());
        writeCounts("dropped", account.dropped(), cause -> cause.label());
        writeCounts("unfinished", account.unfinished(), cause -> cause.label());
        writeCounts("anomalies", account.anomalies(), anomaly -> anomaly.label());
        bool("partial", trace.isPartial());
        number("steps", trace.steps().size());
        document.tracks.lanes().counts().forEach(this::number);
        number("counterSamplesNotDrawable", samplesNotDrawable);
        number("durationsLeftOut", durationsLeftOut);
        number("stackSamplesLeftOut", trace.samples().size());
        number("timesMovedByNanos", document.offset);
        out.end(all);
    }

    private <K> void writeCounts(String name, Map<K, Long> counts, Function<K, String> label) {
        if (!counts.isEmpty()) {
            int all = open(PerfettoFields.ANNOTATION_DICTIONARY, name);
            counts.forEach((key, count) -> number(label.apply(key), count));
            out.end(all);
        }
    }

    private void writeMetadata() {
        if (!trace.metadata().isEmpty()) {
            int all = open(PerfettoFields.EVENT_ANNOTATION, "metadata");
            for (Map.Entry<String, MetadataValue> entry : trace.metadata().entrySet()) {
                text(
                        PerfettoFields.ANNOTATION_DICTIONARY,
                        entry.getKey(),
                        entry.getValue().text());
            }
            out.end(all);
        }
    }

    private void number(String name, long value) {
        int entry = open(PerfettoFields.ANNOTATION_DICTIONARY, name);
        out.present(PerfettoFields.ANNOTATION_INT, value);
        out.end(entry);
    }

    private void bool(String name, boolean value) {
        int entry = open(PerfettoFields.ANNOTATION_DICTIONARY, name);
        out.present(PerfettoFields.ANNOTATION_BOOL, value ? 1 : 0);
        out.end(entry);
    }

    private void text(int field, String name, String value) {
        int entry = open(field, name);
        out.present(PerfettoFields.ANNOTATION_TEXT, value);
        out.end(entry);
    }

    private int open(int field, String name) {
        int entry = out.begin(field);
        out.present(PerfettoFields.ANNOTATION_PLAIN_NAME, name);
        return entry;
    }
}
