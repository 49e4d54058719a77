package io.stepprofiler.analysis.rules;

import static io.stepprofiler.amount.Amount.share;
import static io.stepprofiler.analysis.rules.Evidence.INPUT_OUTPUT;
import static io.stepprofiler.analysis.rules.Evidence.STEPS;

import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.analysis.steps.IntervalSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Rule about input and output in steps. Calls below the threshold of the recorder are in no event; samples of native code
 * find them if there are many.
 */
final class ShortCalls {
    static final Rule RULE = new Rule(
            "io-in-step",
            "Input and output in the step",
            Role.CAUSE,
            Set.of(STEPS, INPUT_OUTPUT),
            new Thresholds(0.03, 0.1),
            ShortCalls::look);

    /** Classes whose native methods read and write. */
    private static final Set<String> CLASSES = Set.of(
            "java.io.FileInputStream",
            "java.io.FileOutputStream",
            "java.io.RandomAccessFile",
            "sun.nio.ch.FileDispatcherImpl",
            "sun.nio.ch.UnixFileDispatcherImpl",
            "sun.nio.ch.SocketDispatcher");

    private ShortCalls() {}

    private static Optional<Symptom> look(WindowFacts facts) {
        Optional<Symptom> recorded = WaitRules.look(
                facts,
                StepCategory.INPUT_OUTPUT,
                "reads or writes files or sockets",
                "write on another thread",
                Advice.of("hand checkpoints, metrics and logs to a separate thread, every n steps"));
        IntervalSet known = Spans.times(facts.waits(), span -> span.category() == StepCategory.INPUT_OUTPUT);
        Optional<RunningCode> calls =
                RunningCode.of(facts, nanos -> !known.contains(nanos), stack -> isCall(stack.get(0)));
        return calls.map(code -> with(facts, recorded, code)).or(() -> recorded);
    }

    private static boolean isCall(StackTraceElement frame) {
        return frame.isNativeMethod() && CLASSES.contains(frame.getClassName());
    }

    private static Symptom with(WindowFacts facts, Optional<Symptom> recorded, RunningCode calls) {
        long nanos = facts.nanos(StepCategory.INPUT_OUTPUT) + calls.nanos();
        Figure figure = facts.ofStep(nanos);
        return new Symptom(
                figure,
                figure.text() + " reads or writes files or sockets"
                        + Site.in(Site.of(calls.places())) + ", " + share(facts.share(calls.nanos()), "the step")
                        + " in short calls, by samples",
                "fewer and longer calls, by a buffer, or on another thread",
                nanos,
                Stream.concat(calls.proofs().stream(), recorded.stream().flatMap(each -> each.proofs().stream()))
                        .toList(),
                Stream.concat(
                                Stream.of(
                                        Advice.of("new BufferedOutputStream(out, 1 << 16), and no flush or println with"
                                                + " automatic flushing for each line")),
                                recorded.stream().flatMap(each -> each.advice().stream()))
                        .toList());
    }
}
