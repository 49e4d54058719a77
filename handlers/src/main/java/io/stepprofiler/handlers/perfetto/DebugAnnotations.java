package io.stepprofiler.handlers.perfetto;

import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.Operand;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.handlers.output.OperandText;
import io.stepprofiler.handlers.rows.ThreadNumbers;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Annotations of events, under the names of the arguments in a Chrome trace. */
final class DebugAnnotations {
    private static final List<String> OURS = List.of(
            "unfinished",
            "async",
            "shortened ns",
            "cpu ns",
            "correlation",
            "Sequence number",
            "Fwd thread id",
            "Call stack",
            "Module type",
            "FLOPs",
            "Domain",
            "Thread",
            "Overload Name",
            "Concrete Inputs",
            "Input type",
            "Input Strides",
            "Input Dims",
            "Output type",
            "Output Dims");
    private static final Set<String> RESERVED = Set.copyOf(OURS);

    private final Trace trace;
    private final ThreadNumbers threads;
    private final InternedStrings texts;
    private final int unfinished;
    private final int async;
    private final int shortened;
    private final int cpuTime;
    private final int correlation;
    private final int sequenceNumber;
    private final int forwardThread;
    private final int callStack;
    private final int moduleType;
    private final int flops;
    private final int domain;
    private final int thread;
    /** Numbers of the name and of the value of each annotation in turn, by signature id. */
    private final int[] @Nullable [] signatures;

    private final int[] stacks;

    DebugAnnotations(Trace trace, ThreadNumbers threads, InternedStrings texts) {
        this.trace = trace;
        this.threads = threads;
        this.texts = texts;
        OURS.forEach(texts.keys::id);
        unfinished = texts.keys.id("unfinished");
        async = texts.keys.id("async");
        shortened = texts.keys.id("shortened ns");
        cpuTime = texts.keys.id("cpu ns");
        correlation = texts.keys.id("correlation");
        sequenceNumber = texts.keys.id("Sequence number");
        forwardThread = texts.keys.id("Fwd thread id");
        callStack = texts.keys.id("Call stack");
        moduleType = texts.keys.id("Module type");
        flops = texts.keys.id("FLOPs");
        domain = texts.keys.id("Domain");
        thread = texts.keys.id("Thread");
        signatures = new int[trace.signatureCount()][];
        stacks = new int[trace.stackCount()];
    }

    void ofStep(StepMark step, long shortenedNanos, Sequence to) {
        if (step.cpuNanos() >= 0) {
            to.annotate(cpuTime, step.cpuNanos());
        }
        writeShape(step.unfinished(), shortenedNanos, to);
    }

    private void writeShape(boolean isUnfinished, long shortenedNanos, Sequence to) {
        if (isUnfinished) {
            to.annotate(unfinished, true);
        }
        if (shortenedNanos > 0) {
            to.annotate(shortened, shortenedNanos);
        }
    }

    void ofEvent(Track track, int event, long shortenedNanos, Sequence to) {
        writeShape(track.isUnfinished(event), shortenedNanos, to);
        if (track.isAsync(event) && !trace.kind(track.nameId(event)).isAsync()) {
            to.annotate(async, true);
        }
        if (track.correlation(event) >= 0) {
            to.annotate(correlation, track.correlation(event));
        }
        int type = texts.moduleType(track.nameId(event));
        if (type != InternedStrings.NONE) {
            to.annotateInterned(moduleType, type);
        }
        if (track.hasSequenceNumbers() && track.sequenceNumber(event) >= 0) {
            to.annotate(sequenceNumber, track.sequenceNumber(event));
            if (track.forwardThread(event) >= 0) {
                to.annotate(forwardThread, threads.of(track.forwardThread(event)));
            }
        }
        if (track.hasSignatures() && track.signatureId(event) >= 0) {
            ofSignature(track.signatureId(event), to);
        }
        if (track.hasStacks()
                && track.stackId(event) >= 0
                && !trace.stack(track.stackId(event)).isEmpty()) {
            to.annotateInterned(callStack, stack(track.stackId(event)));
        }
        if (track.hasArguments()) {
            ofUser(track.arguments(event), to);
        }
    }

    /** Writes the domain of a marker, a task or a frame, and the thread on which it began. */
    void ofUnnested(Track track, int event, String threadName, Sequence to) {
        String of = trace.domain(track.nameId(event));
        if (!of.isEmpty()) {
            to.annotateInterned(domain, texts.values.id(of));
        }
        ofThread(threadName, to);
    }

    void ofThread(String threadName, Sequence to) {
        to.annotateInterned(thread, texts.values.id(threadName));
    }

    private void ofUser(Map<String, Object> arguments, Sequence to) {
        arguments.forEach((name, value) -> {
            int key = texts.keys.id(freeKey(name, arguments.keySet()));
            if (value instanceof Long number) {
                to.annotate(key, (long) number);
            } else if (value instanceof Double number) {
                to.annotate(key, (double) number);
            } else if (value instanceof Boolean truth) {
                to.annotate(key, (boolean) truth);
            } else {
                to.annotate(key, value.toString());
            }
        });
    }

    private static String freeKey(String name, Set<String> taken) {
        String free = name;
        while (RESERVED.contains(free) || (!free.equals(name) && taken.contains(free))) {
            free = "user_" + free;
        }
        return free;
    }

    private void ofSignature(int signatureId, Sequence to) {
        int[] known = signatures[signatureId];
        if (known == null) {
            known = interned(trace.signature(signatureId));
            signatures[signatureId] = known;
        }
        for (int i = 0; i < known.length; i += 2) {
            to.annotateInterned(known[i], known[i + 1]);
        }
        if (trace.signature(signatureId).flops() >= 0) {
            to.annotate(flops, trace.signature(signatureId).flops());
        }
    }

    private int[] interned(OpSignature signature) {
        int[] pairs = {};
        if (!signature.overload().isEmpty()) {
            pairs = with(pairs, "Overload Name", signature.overload());
        }
        List<Operand> inputs = signature.inputs();
        if (!inputs.isEmpty()) {
            pairs = with(pairs, "Concrete Inputs", OperandText.list(inputs, Operand::text));
            pairs = with(pairs, "Input type", OperandText.list(inputs, Operand::torchType));
            if (inputs.stream().anyMatch(input -> !input.strides().isEmpty())) {
                pairs = with(pairs, "Input Strides", OperandText.list(inputs, Operand::stridesText));
            }
            pairs = with(pairs, "Input Dims", OperandText.list(inputs, Operand::dimsText));
        }
        List<Operand> outputs = signature.outputs();
        if (!outputs.isEmpty()) {
            pairs = with(pairs, "Output type", OperandText.list(outputs, Operand::torchType));
            pairs = with(pairs, "Output Dims", OperandText.list(outputs, Operand::dimsText));
        }
        return pairs;
    }

    private int[] with(int[] pairs, String key, String value) {
        int[] more = Arrays.copyOf(pairs, pairs.length + 2);
        more[pairs.length] = texts.keys.id(key);
        more[pairs.length + 1] = texts.values.id(value);
        return more;
    }

    private int stack(int stackId) {
        if (stacks[stackId] == 0) {
            stacks[stackId] = texts.values.id(trace.stack(stackId).stream()
                    .map(StackTraceElement::toString)
                    .collect(Collectors.joining("\n")));
        }
        return stacks[stackId];
    }
}
