package io.stepprofiler.handlers.chrome;

import io.stepprofiler.event.SampleKind;
import io.stepprofiler.json.JsonText;
import io.stepprofiler.trace.StackSamples;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Writes the samples as the members {@code stackFrames} and {@code samples} of the outermost object, if there are any.
 *
 * <p>Frames are a tree, each with the number of its caller; each sample has the number of its innermost frame.
 *
 * @see <a href="https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU">Trace Event Format,
 *     "Global samples"</a>
 */
final class SampleWriter {
    private static final byte[] TIME = JsonText.utf8(",\"ts\":");
    private static final byte[] FRAME = JsonText.utf8(",\"sf\":");
    private static final byte[] WEIGHT = JsonText.utf8(",\"weight\":");
    private static final byte[] END = JsonText.utf8("},\n");
    private static final byte[] LAST = JsonText.utf8("}\n");
    private static final int OUTERMOST = 0;
    /** Frame of samples without a stack, because the viewer requires a frame. */
    private static final int NO_STACK = 1;

    private static final Map<SampleKind, byte[]> NAMES = new EnumMap<>(SampleKind.class);

    static {
        for (SampleKind kind : SampleKind.values()) {
            NAMES.put(kind, JsonText.utf8(",\"name\":" + JsonText.quoted(kind.label())));
        }
    }

    private record Node(int caller, StackTraceElement frame) {}

    private final ChromeDocument document;
    private final JsonBytes out;
    private final StackSamples samples;
    private final Map<Node, Integer> numbers = new HashMap<>();
    private final int[] innermost;
    private final Map<Long, byte[]> threads = new HashMap<>();

    SampleWriter(ChromeDocument document) {
        this.document = document;
        this.out = document.out;
        Trace trace = document.trace;
        samples = trace.samples();
        innermost = new int[trace.stackCount()];
    }

    void write() throws IOException {
        if (samples.size() > 0) {
            out.put(",\n  \"stackFrames\": {\n\"" + NO_STACK
                    + "\":{\"category\":\"java\",\"name\":\"[no call stack]\"}");
            for (int i = 0; i < samples.size(); i++) {
                writeFrames(samples.stackId(i));
            }
            out.put("\n  },\n  \"samples\": [\n");
            for (int i = 0; i < samples.size(); i++) {
                write(i);
                document.meter.add(1);
            }
            out.put("  ]");
        }
    }

    /** Writes the frames of a stack that are not written yet. */
    private void writeFrames(int stackId) throws IOException {
        if (stackId >= 0 && innermost[stackId] == OUTERMOST) {
            List<StackTraceElement> frames = document.trace.stack(stackId);
            int caller = OUTERMOST;
            for (int i = frames.size() - 1; i >= 0; i--) {
                caller = writeFrame(caller, frames.get(i));
            }
            innermost[stackId] = caller == OUTERMOST ? NO_STACK : caller;
        }
    }

    private int writeFrame(int caller, StackTraceElement frame) throws IOException {
        int next = NO_STACK + 1 + numbers.size();
        Integer known = numbers.putIfAbsent(new Node(caller, frame), next);
        if (known != null) {
            return known;
        }
        String parent = caller == OUTERMOST ? "" : ",\"parent\":" + caller;
        String name = JsonText.quoted(CallStacks.text(frame));
        out.put(",\n\"" + next + "\":{\"category\":\"java\",\"name\":" + name + parent + "}");
        return next;
    }

    private void write(int sample) throws IOException {
        out.put(thread(samples.trackId(sample)));
        out.put(TIME);
        out.micros(samples.nanos(sample) + document.base.offset());
        out.put(Objects.requireNonNull(NAMES.get(samples.kind(sample))));
        out.put(FRAME);
        int stackId = samples.stackId(sample);
        out.digits(stackId < 0 ? NO_STACK : innermost[stackId]);
        out.put(WEIGHT);
        out.number(samples.weight(sample));
        out.put(sample == samples.size() - 1 ? LAST : END);
    }

    private byte[] thread(long trackId) {
        return threads.computeIfAbsent(
                trackId,
                id -> JsonText.utf8("{\"tid\":" + document.layout.own(id).tid()));
    }
}
