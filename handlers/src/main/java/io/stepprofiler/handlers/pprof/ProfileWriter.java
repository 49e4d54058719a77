package io.stepprofiler.handlers.pprof;

import io.stepprofiler.analysis.stacktree.StackTree;
import io.stepprofiler.analysis.stacktree.ValueNumbers;
import io.stepprofiler.handlers.output.FastGzip;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.wire.WireWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Writer of one profile, compressed as pprof expects; functions, locations and texts come last, when all are collected.
 */
final class ProfileWriter {
    /** Frame of samples outside any event and without a call stack, since tools drop samples without a frame. */
    private static final ProfileFrames.Call NOTHING_KNOWN = new ProfileFrames.Call("[no call stack]", "", 0);

    private static final int FLUSHED_BYTES = 1 << 16;

    /** A function, regardless of the line. */
    private record Function(String name, String file) {}

    private final OutputStream out;
    private final WireWriter wire = new WireWriter();
    private final ValueNumbers<String> texts = new ValueNumbers<>();
    private final ValueNumbers<ProfileFrames.Call> locations = new ValueNumbers<>();
    private final ValueNumbers<Function> functions = new ValueNumbers<>();

    private ProfileWriter(OutputStream out) {
        this.out = out;
        // Number 0 is the empty text.
        texts.of("");
    }

    /** Writes the fields of a profile. */
    interface Content {
        void writeTo(ProfileWriter profile) throws IOException;
    }

    /** Writes a profile to a stream, which is not closed. */
    static void write(OutputStream out, Content content) throws IOException {
        try (FastGzip gzip = new FastGzip(out)) {
            ProfileWriter profile = new ProfileWriter(gzip);
            content.writeTo(profile);
            profile.writeTables();
            gzip.finish();
            gzip.flush();
        }
    }

    void number(int field, long value) {
        wire.number(field, value);
    }

    void text(int field, String value) {
        wire.present(field, texts.of(value));
    }

    void valueType(int field, String type, String unit) {
        int mark = wire.begin(field);
        text(PprofFields.VALUE_TYPE_TYPE, type);
        text(PprofFields.VALUE_TYPE_UNIT, unit);
        wire.end(mark);
    }

    /** Writes the sample types, and a sample for each stack with a value. */
    void samples(List<SampleType> types, Trace trace, SampleStacks stacks) throws IOException {
        List<long[]> columns = new ArrayList<>();
        for (SampleType type : types) {
            valueType(PprofFields.PROFILE_SAMPLE_TYPE, type.type(), type.unit());
            type.adder().add(trace, stacks);
            columns.add(stacks.tree().takeValues());
        }
        long[] values = new long[columns.size()];
        for (int node = 1; node < stacks.tree().size(); node++) {
            boolean any = false;
            for (int i = 0; i < values.length; i++) {
                long[] column = columns.get(i);
                values[i] = node < column.length ? column[node] : 0;
                any |= values[i] != 0;
            }
            if (any) {
                sample(stacks, node, values);
            }
        }
    }

    private void sample(SampleStacks stacks, int node, long[] values) throws IOException {
        int sample = wire.begin(PprofFields.PROFILE_SAMPLE);
        int column = wire.begin(PprofFields.SAMPLE_LOCATION_ID);
        ProfileFrames.Root root = locations(stacks, node);
        wire.end(column);
        column = wire.begin(PprofFields.SAMPLE_VALUE);
        for (long value : values) {
            wire.varint(value);
        }
        wire.end(column);
        new TreeMap<>(root.labels()).forEach(this::label);
        wire.end(sample);
        flush(FLUSHED_BYTES);
    }

    /** Writes the locations of a stack, the innermost first, and returns the labels around them. */
    private ProfileFrames.Root locations(SampleStacks stacks, int node) {
        StackTree tree = stacks.tree();
        for (int at = node; ; at = tree.parent(at)) {
            ProfileFrames.Frame frame = stacks.frames().get(tree.frame(at));
            if (frame instanceof ProfileFrames.Call call) {
                wire.varint(locations.of(call) + 1);
            } else if (frame instanceof ProfileFrames.Root root) {
                if (at == node) {
                    wire.varint(locations.of(NOTHING_KNOWN) + 1);
                }
                return root;
            }
        }
    }

    private void label(String key, String value) {
        int mark = wire.begin(PprofFields.SAMPLE_LABEL);
        text(PprofFields.LABEL_KEY, key);
        text(PprofFields.LABEL_STR, value);
        wire.end(mark);
    }

    private void writeTables() throws IOException {
        int id = 0;
        for (ProfileFrames.Call call : locations.all()) {
            id++;
            int location = wire.begin(PprofFields.PROFILE_LOCATION);
            wire.number(PprofFields.LOCATION_ID, id);
            int line = wire.begin(PprofFields.LOCATION_LINE);
            wire.number(PprofFields.LINE_FUNCTION_ID, functions.of(new Function(call.name(), call.file())) + 1);
            wire.number(PprofFields.LINE_LINE, call.line());
            wire.end(line);
            wire.end(location);
            flush(FLUSHED_BYTES);
        }
        id = 0;
        for (Function function : functions.all()) {
            id++;
            int mark = wire.begin(PprofFields.PROFILE_FUNCTION);
            wire.number(PprofFields.FUNCTION_ID, id);
            // No system name: pprof would take aten::mm for C++ and drop the text in brackets.
            wire.number(PprofFields.FUNCTION_NAME, texts.of(function.name()));
            wire.number(PprofFields.FUNCTION_FILENAME, texts.of(function.file()));
            wire.end(mark);
            flush(FLUSHED_BYTES);
        }
        for (String text : texts.all()) {
            wire.present(PprofFields.PROFILE_STRING, text);
            flush(FLUSHED_BYTES);
        }
        flush(0);
    }

    private void flush(int from) throws IOException {
        if (wire.size() > from) {
            out.write(wire.bytes(), 0, wire.size());
            wire.clear();
        }
    }
}
