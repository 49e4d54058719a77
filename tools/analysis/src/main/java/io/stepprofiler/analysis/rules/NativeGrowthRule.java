package io.stepprofiler.analysis.rules;

import static io.stepprofiler.analysis.rules.Evidence.MEMORY_LIMITS;
import static io.stepprofiler.analysis.rules.Evidence.STEPS;
import static io.stepprofiler.analysis.rules.SentenceFigures.bytes;
import static io.stepprofiler.analysis.rules.SentenceFigures.percent;

import io.stepprofiler.analysis.steps.Trend;
import io.stepprofiler.analysis.window.StepSamples.Place;
import io.stepprofiler.trace.CounterTrack;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Rule about memory of the process that grows outside of the heap, such as tensors that are never closed. It needs no
 * events of memory: counters of the process and of the heap are in most windows.
 */
final class NativeGrowthRule {
    static final List<Rule> ALL = List.of(new Rule(
            "native-memory-grows",
            "Memory outside the heap grows",
            Role.CAUSE,
            Set.of(STEPS, MEMORY_LIMITS),
            new Thresholds(0.05, 0.1),
            NativeGrowthRule::look));

    private static final double BYTES_A_MEBIBYTE = 1 << 20;

    /** Smaller growth may be code of the virtual machine, or memory that an allocator keeps. */
    private static final double FEWEST_BYTES = 32 * BYTES_A_MEBIBYTE;

    /** Part of the growth in the second half of the window: memory that fills a cache stops growing. */
    private static final double STILL = 0.3;

    private NativeGrowthRule() {}

    private static Optional<Symptom> look(WindowFacts facts) {
        Optional<CounterTrack> process = counter(facts, "process memory MiB");
        if (process.isEmpty()) {
            return Optional.empty();
        }
        long[] outside = outside(facts, process.get());
        Optional<Trend> rising = Trend.of(outside).filter(Trend::rises);
        if (rising.isEmpty()) {
            return Optional.empty();
        }
        int last = outside.length - 1;
        double growth = outside[last] - outside[0];
        if (growth < FEWEST_BYTES || outside[last] - outside[last / 2] < STILL * growth) {
            return Optional.empty();
        }
        double before = process.get().value(0) * BYTES_A_MEBIBYTE;
        Optional<Site> site = site(facts);
        return Optional.of(new Symptom(
                growth / before,
                "memory outside the heap grows by "
                        + bytes(growth / facts.steps().size()) + " a step, by "
                        + percent(growth / before) + " in this window"
                        + site.map(each -> "; tensors are created in " + each.text())
                                .orElse(""),
                "close "
                        + site.map(each -> "the tensors of " + each.method())
                                .orElse("tensors, buffers and files that a step opens"),
                0,
                List.of(
                        Proof.at(bytes(before) + " at the start of the window", List.of()),
                        Proof.at(bytes(before + growth) + " at its end, without growth of the heap", List.of())),
                List.of(
                        new Advice("DJL", "try (NDManager step = manager.newSubManager()) { ... } around each step"),
                        new Advice("JavaCPP", "try (PointerScope step = new PointerScope()) { ... } around each step"),
                        new Advice(
                                "JVM",
                                "-XX:NativeMemoryTracking=summary, and jcmd <pid> VM.native_memory summary.diff: growth"
                                        + " that is not in it is of native libraries"))));
    }

    private static Optional<CounterTrack> counter(WindowFacts facts, String name) {
        return facts.trace().counters().stream()
                .filter(each -> each.name().equals(name) && each.size() > 0)
                .findFirst();
    }

    /** Returns the bytes of the process at each reading, without the most that the heap can have touched until then. */
    private static long[] outside(WindowFacts facts, CounterTrack process) {
        List<CounterTrack> heap = List.of("jvm heap MiB", "jvm gc heap committed MiB").stream()
                .flatMap(name -> counter(facts, name).stream())
                .toList();
        long[] outside = new long[process.size()];
        for (int i = 0; i < outside.length; i++) {
            long until = process.nanos(i);
            double touched = heap.stream()
                    .mapToDouble(each -> mostUntil(each, until))
                    .max()
                    .orElse(0);
            outside[i] = (long) ((process.value(i) - touched) * BYTES_A_MEBIBYTE);
        }
        return outside;
    }

    private static double mostUntil(CounterTrack counter, long nanos) {
        double most = counter.value(0);
        for (int i = 1; i < counter.size() && counter.nanos(i) <= nanos; i++) {
            most = Math.max(most, counter.value(i));
        }
        return most;
    }

    /** Returns the method that creates most tensors of DJL, by samples. */
    private static Optional<Site> site(WindowFacts facts) {
        List<Place> creating = facts.samples().places(nanos -> true, Integer.MAX_VALUE).stream()
                .filter(place -> place.stack().stream().anyMatch(NativeGrowthRule::isManager))
                .toList();
        return RunningCode.count(creating) < RunningCode.FEWEST ? Optional.empty() : Site.of(creating);
    }

    private static boolean isManager(StackTraceElement frame) {
        return frame.getClassName().startsWith("ai.djl.")
                && frame.getClassName().endsWith("NDManager");
    }
}
