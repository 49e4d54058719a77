package io.stepprofiler.analysis.rules;

import static io.stepprofiler.amount.Amount.share;
import static io.stepprofiler.amount.Amount.time;

import io.stepprofiler.amount.Quantiles;
import io.stepprofiler.analysis.breakdown.StepBreakdown;
import io.stepprofiler.analysis.steps.Trend;
import io.stepprofiler.analysis.window.StepCalls;
import io.stepprofiler.event.Dims;
import io.stepprofiler.event.StepMark;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Sizes of the inputs of one operation in steps, with the times of the steps. It is the longest operation
 * that steps call equally often, or not at all, with inputs of different sizes.
 *
 * @param operation its name
 * @param shapes its inputs in each step that calls it, as text
 * @param elements number of elements of its inputs, of each of these steps
 * @param nanos time of each of these steps, without waits for a processor that other programs used
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record InputSizes(String operation, List<String> shapes, long[] elements, long[] nanos) {
    private static final int FEWEST_SIZES = 5;

    /** Ratio of two sizes from which on they differ. */
    private static final double DIFFERENT = 1.25;

    /** Least part of the pairs of steps with different inputs in which the larger one takes longer. */
    private static final double FOLLOWED = 0.95;

    /** Fewest steps with larger inputs, and with smaller ones: chance sorts ten steps like that in 1 % of windows. */
    private static final int FEWEST_STEPS = 4;

    /** Least ratio of the times of steps with the largest and the smallest inputs. */
    private static final double CLEARLY = 1.5;

    /** Calls of an operation by the indexes of their steps. */
    private static final class Calls {
        private final long[] elements;
        private final int[] counts;
        private final String[] shapes;
        private long nanos;

        Calls(int steps) {
            elements = new long[steps];
            counts = new int[steps];
            shapes = new String[steps];
        }

        void add(StepCalls calls, int call, int step) {
            elements[step] += elements(calls, call);
            shapes[step] = counts[step] == 0 ? calls.signature(call).inputDimsText() : shapes[step];
            counts[step]++;
            nanos += calls.nanos(call);
        }

        /** Indexes of the steps that call it. */
        int[] steps() {
            return IntStream.range(0, counts.length)
                    .filter(step -> counts[step] > 0)
                    .toArray();
        }

        boolean isComparable() {
            int[] calling = steps();
            return calling.length >= Trend.FEWEST
                    && IntStream.of(calling)
                                    .map(step -> counts[step])
                                    .distinct()
                                    .count()
                            == 1
                    && IntStream.of(calling)
                                    .mapToLong(step -> elements[step])
                                    .distinct()
                                    .count()
                            >= FEWEST_SIZES;
        }

        InputSizes sizes(String name, long[] times) {
            return new InputSizes(
                    name,
                    IntStream.of(steps()).mapToObj(step -> shapes[step]).toList(),
                    IntStream.of(steps()).mapToLong(step -> elements[step]).toArray(),
                    IntStream.of(steps()).mapToLong(step -> times[step]).toArray());
        }
    }

    /** Returns the sizes; empty if steps are few, or no operation has inputs of different sizes. */
    static Optional<InputSizes> of(WindowFacts facts) {
        List<StepBreakdown> steps = facts.steps();
        Map<Long, Integer> indexes = new HashMap<>();
        steps.forEach(each -> indexes.put(each.step().number(), indexes.size()));
        if (indexes.size() < steps.size()) {
            return Optional.empty(); // Calls are known by the number of their step only.
        }
        StepCalls calls = facts.calls();
        Map<String, Calls> operations = new LinkedHashMap<>();
        for (int call = 0; call < calls.size(); call++) {
            Integer step = indexes.get(calls.step(call));
            if (step != null && calls.isOutermost(call)) {
                operations
                        .computeIfAbsent(calls.name(call), any -> new Calls(steps.size()))
                        .add(calls, call, step);
            }
        }
        Map<StepMark, Long> undisturbed = facts.load().undisturbed();
        long[] times = steps.stream()
                .mapToLong(step -> undisturbed.getOrDefault(step.step(), 0L))
                .toArray();
        return operations.entrySet().stream()
                .filter(each -> each.getValue().isComparable())
                .max(Comparator.comparingLong(each -> each.getValue().nanos))
                .map(each -> each.getValue().sizes(each.getKey(), times));
    }

    private static long elements(StepCalls calls, int call) {
        return calls.signature(call).inputs().stream()
                .flatMap(input -> input.dims().stream())
                .mapToLong(Dims::count)
                .sum();
    }

    /** True if each step has a larger input than the one before. */
    boolean grow() {
        return IntStream.range(1, elements.length).allMatch(i -> elements[i] > elements[i - 1]);
    }

    /** True if steps with larger inputs take longer; if the input grows with each step, that may have another cause. */
    boolean areFollowed() {
        return !grow() && followed() >= FOLLOWED && large() >= CLEARLY * small();
    }

    /** Part of the pairs of steps with different inputs in which the larger input takes longer; 0 if these are few. */
    private double followed() {
        BitSet larger = new BitSet();
        BitSet smaller = new BitSet();
        long pairs = 0;
        long longer = 0;
        for (int i = 0; i < elements.length; i++) {
            for (int j = 0; j < elements.length; j++) {
                if (elements[i] >= DIFFERENT * elements[j]) {
                    larger.set(i);
                    smaller.set(j);
                    pairs++;
                    longer += nanos[i] > nanos[j] ? 1 : 0;
                }
            }
        }
        return Math.min(larger.cardinality(), smaller.cardinality()) < FEWEST_STEPS ? 0 : (double) longer / pairs;
    }

    /** Median time of the steps whose inputs hardly differ from the largest. */
    private long large() {
        long largest = LongStream.of(elements).max().orElse(0);
        return median(step -> DIFFERENT * elements[step] > largest);
    }

    /** Median time of the steps whose inputs hardly differ from the smallest. */
    private long small() {
        long smallest = LongStream.of(elements).min().orElse(0);
        return median(step -> elements[step] < DIFFERENT * smallest);
    }

    private long median(IntPredicate steps) {
        return Quantiles.median(IntStream.range(0, nanos.length).filter(steps).mapToLong(step -> nanos[step]));
    }

    private String shape(Comparator<Integer> order) {
        return IntStream.range(0, elements.length)
                .boxed()
                .max(order)
                .map(shapes::get)
                .orElse("");
    }

    Symptom symptom(WindowFacts facts) {
        Comparator<Integer> bySize = Comparator.comparingLong(step -> elements[step]);
        long median = Quantiles.median(LongStream.of(nanos));
        long longer =
                LongStream.of(nanos).map(each -> Math.max(0, each - median)).sum();
        Figure figure = facts.ofStep(longer);
        return new Symptom(
                figure,
                "step time follows the size of the input of " + operation + ", in " + share(followed())
                        + " of the pairs of steps whose inputs differ by a quarter"
                        + (nanos.length < facts.steps().size() ? ", of " + nanos.length + " steps that call it" : "")
                        + ": the median step takes " + time(large()) + " with the largest inputs and " + time(small())
                        + " with the smallest" + (facts.isDisturbed() ? "," + SlowStepSelection.WITHOUT_WAITS : "")
                        + "; what steps take beyond the median costs " + figure.text(),
                "make each batch of samples of about the same length",
                longer,
                List.of(
                        Proof.at("largest input: " + shape(bySize), List.of()),
                        Proof.at("smallest input: " + shape(bySize.reversed()), List.of())),
                List.of(
                        Advice.of("sort samples by length, make batches of neighbours, and shuffle the batches"),
                        Advice.of("limit the length of a sample, or split longer ones")));
    }

    Symptom growing(WindowFacts facts) {
        Figure figure = new Figure(Thresholds.ANY, "from " + shapes.get(0) + " to " + shapes.get(shapes.size() - 1));
        return new Symptom(
                figure,
                "the input of " + operation + " grows with each step"
                        + (nanos.length < facts.steps().size() ? " that calls it, " : ", ") + figure.text(),
                "keep the input of a step at one size, or at the few sizes of a buffer that doubles",
                0,
                List.of(),
                List.of(Advice.of(
                        "keep the last n elements, or reuse what the step before has computed of the others")));
    }
}
