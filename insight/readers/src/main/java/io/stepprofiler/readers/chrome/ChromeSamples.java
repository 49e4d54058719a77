package io.stepprofiler.readers.chrome;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.imports.ImportException;
import io.stepprofiler.trace.TraceBuilder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Samples of call stacks, and the tree of their frames, which may precede or follow them in the file. */
final class ChromeSamples {
    private static final int SAMPLE_BYTES = 120;
    private static final int FRAME_BYTES = 200;
    /** Limit of the frames of a stack; longer chains of callers are cycles. */
    private static final int MOST_FRAMES = 1 << 14;
    /** Frame of a sample without a stack in our files. */
    private static final String NO_STACK = "[no call stack]";

    private static final Map<String, SampleKind> KINDS =
            Arrays.stream(SampleKind.values()).collect(Collectors.toMap(SampleKind::label, Function.identity()));

    private record Frame(String text, String caller) {}

    private record Sample(long nanos, long tid, SampleKind kind, String frame, long weight) {}

    private final Charges charges;
    private final Tally tally;
    private final Map<String, Frame> frames = new HashMap<>();
    private final Map<String, Integer> stacks = new HashMap<>();
    private final List<Sample> samples = new ArrayList<>();
    private long first = Long.MAX_VALUE;
    private long last = Long.MIN_VALUE;

    ChromeSamples(Charges charges, Tally tally) {
        this.charges = charges;
        this.tally = tally;
    }

    int size() {
        return samples.size();
    }

    /** Time of the earliest sample; {@link Long#MAX_VALUE} if there is none. */
    long first() {
        return first;
    }

    /** Time of the latest sample; {@link Long#MIN_VALUE} if there is none. */
    long last() {
        return last;
    }

    /** Adds a sample, which is an event or an element of the list. */
    void add(EventRecord sample) throws ImportException {
        if (sample.start == Micros.INVALID) {
            tally.invalid("samples without a time, or with one that is out of range");
            return;
        }
        charges.event();
        charges.memory(SAMPLE_BYTES);
        SampleKind kind = KINDS.getOrDefault(sample.name, SampleKind.NATIVE);
        samples.add(new Sample(sample.start, sample.tid, kind, sample.frame, Math.max(sample.weight, 0)));
        first = Math.min(first, sample.start);
        last = Math.max(last, sample.start);
    }

    /** Reads the frames by their ids; the parser is at the beginning of their object. */
    void frames(JsonParser json) throws IOException {
        if (json.currentToken() != JsonToken.START_OBJECT) {
            json.skipChildren();
            return;
        }
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String id = json.currentName();
            json.nextToken();
            Frame frame = frame(json);
            charges.memory(FRAME_BYTES);
            charges.text(frame.text());
            frames.put(id, frame);
        }
    }

    private static Frame frame(JsonParser json) throws IOException {
        String name = "";
        String caller = "";
        if (json.currentToken() == JsonToken.START_OBJECT) {
            while (json.nextToken() != JsonToken.END_OBJECT) {
                String key = json.currentName();
                JsonToken value = json.nextToken();
                if (!value.isScalarValue()) {
                    json.skipChildren();
                } else if (key.equals("name")) {
                    name = json.getText();
                } else if (key.equals("parent")) {
                    caller = json.getText();
                }
            }
        } else {
            json.skipChildren();
        }
        return new Frame(name, caller);
    }

    void addTo(TraceBuilder trace, FileRows rows, StackTexts parsed, Texts texts) throws ImportException {
        for (Sample sample : samples) {
            Integer stack = stacks.get(sample.frame());
            if (stack == null) {
                stack = stack(sample.frame(), parsed, texts);
                stacks.put(sample.frame(), stack);
            }
            trace.stackSample(new StackSample(
                    sample.nanos(), rows.trackOfThread(sample.tid()), sample.kind(), stack, sample.weight()));
        }
    }

    private int stack(String innermost, StackTexts parsed, Texts texts) throws ImportException {
        List<StackTraceElement> stack = new ArrayList<>();
        Frame frame = known(innermost);
        while (frame != null && stack.size() < MOST_FRAMES) {
            stack.add(parsed.frame(frame.text()));
            frame = known(frame.caller());
        }
        return stack.isEmpty() ? -1 : texts.id(stack);
    }

    private @Nullable Frame known(String id) {
        Frame frame = frames.get(id);
        return frame == null || frame.text().equals(NO_STACK) ? null : frame;
    }
}
