package io.stepprofiler.analysis.rules;

import static io.stepprofiler.amount.Amount.bytes;
import static io.stepprofiler.analysis.rules.Evidence.MEMORY_LIMITS;
import static io.stepprofiler.analysis.rules.Evidence.SEVERAL_STEPS;

import io.stepprofiler.analysis.steps.Trend;
import io.stepprofiler.analysis.window.StepSamples.Place;
import io.stepprofiler.frameworks.Djl;
import io.stepprofiler.frameworks.Problem;
import io.stepprofiler.trace.CounterTrack;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Rule about memory of the process that grows outside of the heap, such as tensors that are never closed. It needs no
 * events of memory: counters of the process and of the heap are in most windows.
 */
final class NativeGrowthRule {
    static final List<Rule> ALL = List.of(new Rule(
            "native-memory-grows",
            "Memory outside the heap grows",
            Role.CAUSE,
            Set.of(SEVERAL_STEPS, MEMORY_LIMITS),
            new Thresholds(0.02, 0.05),
            NativeGrowthRule::look));

    private static final double BYTES_A_MEBIBYTE = 1 << 20;

    /** Smaller growth may be code of the virtual machine, or memory that an allocator keeps. */
    private static final double FEWEST_BYTES = 32 * BYTES_A_MEBIBYTE;

    /** Part of the growth in the second half of the window: memory that fills a cache stops growing. */
    private static final double STILL = 0.3;

    /** Reading of a counter. */
    private record Reading(long nanos, double mebibytes) {}

    private NativeGrowthRule() {}

    private static Optional<Symptom> look(WindowFacts facts) {
        Optional<CounterTrack> process = facts.counter("process memory MiB");
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
        Figure figure = Figure.share(growth / before, "the memory of the process");
        return Optional.of(new Symptom(
                figure,
                "memory outside the heap grows by "
                        + bytes(growth / facts.steps().size()) + " a step, by "
                        + figure.text() + " in this window"
                        + site.map(each -> "; tensors are created in " + each.text())
                                .orElse(""),
                "close "
                        + site.map(each -> "the tensors of " + each.method())
                                .orElse("tensors, buffers and files that a step opens"),
                0,
                List.of(
                        Proof.at(bytes(before) + " at the start of the window", List.of()),
                        Proof.at(bytes(before + growth) + " at its end, without growth of the heap", List.of())),
                Advice.about(
                        Problem.TENSORS_KEPT,
                        List.of(),
                        new Advice(
                                "JVM",
                                "-XX:NativeMemoryTracking=summary, and jcmd <pid> VM.native_memory summary.diff: growth"
                                        + " that is not in it is of native libraries"))));
    }

    /** Returns the bytes of the process at each reading, without the most that the heap can have touched until then. */
    private static long[] outside(WindowFacts facts, CounterTrack process) {
        List<Reading> used = Stream.of("jvm heap MiB", "jvm gc heap used MiB")
                .flatMap(name -> facts.counter(name).stream())
                .flatMap(NativeGrowthRule::readings)
                .sorted(Comparator.comparingLong(Reading::nanos))
                .toList();
        List<Reading> committed = facts.counter("jvm gc heap committed MiB").stream()
                .flatMap(NativeGrowthRule::readings)
                .toList();
        long[] outside = new long[process.size()];
        for (int i = 0; i < outside.length; i++) {
            double touched = touched(used, committed, process.nanos(i));
            outside[i] = (long) ((process.value(i) - touched) * BYTES_A_MEBIBYTE);
        }
        return outside;
    }

    private static Stream<Reading> readings(CounterTrack counter) {
        return IntStream.range(0, counter.size()).mapToObj(i -> new Reading(counter.nanos(i), counter.value(i)));
    }

    /**
     * Returns the most MiB of the heap that can be in memory: all that was allocated, because new objects may take memory
     * that was unused, but no more than the virtual machine has committed.
     */
    private static double touched(List<Reading> used, List<Reading> committed, long until) {
        double allocated = 0;
        double before = 0;
        for (Reading each : used) {
            if (each.nanos <= until) {
                allocated += Math.max(0, each.mebibytes - before);
                before = each.mebibytes;
            }
        }
        OptionalDouble limit = committed.stream()
                .filter(each -> each.nanos <= until)
                .mapToDouble(Reading::mebibytes)
                .max();
        return used.isEmpty() ? limit.orElse(0) : Math.min(allocated, limit.orElse(allocated));
    }

    /** Returns the method that creates most tensors of DJL, by samples. */
    private static Optional<Site> site(WindowFacts facts) {
        List<Place> creating = facts.samples().places(nanos -> true, Integer.MAX_VALUE).stream()
                .filter(place -> place.stack().stream().anyMatch(frame -> Djl.isManager(frame.getClassName())))
                .toList();
        return RunningCode.count(creating) < RunningCode.FEWEST ? Optional.empty() : Site.of(creating);
    }
}
