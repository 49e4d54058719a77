package io.stepprofiler.analysis.rules;

import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.TraceBuilder;
import java.util.List;
import java.util.stream.Stream;

/** Made-up trace of steps that follow each other on one thread, with samples of a running program. */
final class StepsOfATrace {
    static final long MILLI = 1_000_000;

    /** Thread of the steps. */
    static final long MAIN = 1;

    final TraceBuilder builder = new TraceBuilder();
    private long end;
    private int next;

    StepsOfATrace() {
        builder.thread(MAIN, "main");
    }

    /** Adds a step of a thread that runs for a part of it. */
    StepsOfATrace step(long millis, long cpuMillis) {
        builder.step(new StepMark(next++, end, millis * MILLI, MAIN, false, cpuMillis * MILLI));
        end += millis * MILLI;
        return this;
    }

    /** Adds a step with samples at equal distances in it, each given as frames from the innermost one. */
    StepsOfATrace step(long millis, String... samples) {
        long start = end;
        step(millis, millis);
        for (int i = 0; i < samples.length; i++) {
            sample(MAIN, SampleKind.JAVA, start + millis * MILLI * i / samples.length, MILLI, samples[i]);
        }
        return this;
    }

    /** Adds a sample in the last step. */
    StepsOfATrace sampleOf(long thread, SampleKind kind, long weight, String frames) {
        sample(thread, kind, end - 1, weight, frames);
        return this;
    }

    private void sample(long thread, SampleKind kind, long nanos, long weight, String frames) {
        builder.stackSample(new StackSample(nanos, thread, kind, builder.stackId(stack(frames)), weight));
    }

    /** Frames such as {@code Mlp.forward:22 Train.step:7}; a class without a dot is in the package {@code demo}. */
    static List<StackTraceElement> stack(String frames) {
        return Stream.of(frames.split(" ")).map(StepsOfATrace::frame).toList();
    }

    private static StackTraceElement frame(String text) {
        String method = text.replaceFirst(":.*", "");
        int line = text.contains(":") ? Integer.parseInt(text.replaceFirst(".*:", "")) : 1;
        int dot = method.lastIndexOf('.');
        String type = method.substring(0, dot);
        String simple = type.substring(type.lastIndexOf('.') + 1);
        return new StackTraceElement(
                type.equals(simple) ? "demo." + type : type, method.substring(dot + 1), simple + ".java", line);
    }

    WindowFacts facts() {
        return WindowFacts.of(builder.build());
    }

    Diagnosis diagnosis() {
        return RuleSet.builtIn().check(facts());
    }

    /** Finding of a rule. */
    Finding finding(String rule) {
        Diagnosis diagnosis = diagnosis();
        return diagnosis.findings().stream()
                .filter(each -> each.rule().equals(rule))
                .findFirst()
                .orElseThrow(() -> new AssertionError(rule + " is not in " + diagnosis.findings()));
    }
}
