package io.stepprofiler.analysis.rules;

import static io.stepprofiler.analysis.rules.WrittenProgram.MILLI;

import io.stepprofiler.analysis.rules.NaiveTrace.Event;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Trace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** Programs whose steps get slower or faster, and some of which sleep or validate. */
final class SteppingPrograms implements RuleOracle {
    private static final List<String> PARTS = List.of("Sleep", "forward", "validate", "");

    @Override
    public Trace trace(Random random) {
        WrittenProgram program = new WrittenProgram().records("WAITS, COMPILATION, CLASS_LOADING");
        int count = 10 + random.nextInt(40);
        double slope = random.nextInt(3) - 1;
        double rare = random.nextDouble() / 5;
        boolean validates = random.nextBoolean();
        for (int i = 0; i < count; i++) {
            long start = program.now;
            double course = 1 + slope * (slope < 0 ? 0.6 : 2) * i / count;
            long length = (long) (course * (20 + random.nextInt(4)) * MILLI);
            if (slope < 0 && i < count / 3) {
                program.ofMachine("JIT", "C2 compilation", start, MILLI);
            }
            program.scope("forward", length);
            program.pass(random.nextInt(2) * MILLI);
            long slept = random.nextDouble() < rare ? (20 + random.nextInt(80)) * MILLI : 0;
            if (slept > 0) {
                boolean isSleep = !validates;
                program.event(isSleep ? EventKind.WAIT : EventKind.SCOPE, isSleep ? "Sleep" : "validate", slept);
            }
            program.stepped(start, program.now - start - (validates ? 0 : slept));
        }
        return program.builder.build();
    }

    @Override
    public Map<String, ToDoubleFunction<NaiveTrace>> figures() {
        return Map.of(
                "slow-steps",
                SteppingPrograms::explained,
                "extra-work",
                window -> window.share(slow(window).stream()
                        .mapToDouble(each -> each.durationNanos() - median(window))
                        .sum()),
                "not-warmed-up",
                window -> Math.min(
                        faster(window.steps.stream()
                                .map(StepMark::durationNanos)
                                .toList()),
                        faster(window.steps.stream().map(StepMark::cpuNanos).toList())),
                "steps-get-slower",
                SteppingPrograms::growth);
    }

    private static long median(NaiveTrace window) {
        return NaiveTrace.median(window.steps.stream().mapToLong(StepMark::durationNanos));
    }

    private static List<StepMark> slow(NaiveTrace window) {
        long median = median(window);
        long deviation =
                NaiveTrace.median(window.steps.stream().mapToLong(each -> Math.abs(each.durationNanos() - median)));
        return window.steps.stream()
                .filter(each ->
                        each.durationNanos() > median + 3 * 1.4826 * deviation && each.durationNanos() > 1.3 * median)
                .toList();
    }

    /** Time of a kind of event in a step; without a name, the time in none. */
    private static long nanos(NaiveTrace window, StepMark step, String part) {
        long named = window.events.stream()
                .filter(Event::isOfMain)
                .filter(each -> each.start() >= step.startNanos() && each.end() <= NaiveTrace.end(step))
                .filter(each -> part.isEmpty() || each.name().equals(part))
                .mapToLong(Event::nanos)
                .sum();
        return part.isEmpty() ? step.durationNanos() - named : named;
    }

    /** Sleeps explain a slow step if they are more of its extra time than anything else, and more than half. */
    private static double explained(NaiveTrace window) {
        Map<String, Long> usual = new HashMap<>();
        for (String part : PARTS) {
            usual.put(part, NaiveTrace.median(window.steps.stream().mapToLong(each -> nanos(window, each, part))));
        }
        long explained = 0;
        for (StepMark step : slow(window)) {
            long longer = step.durationNanos() - median(window);
            long slept = nanos(window, step, "Sleep") - usual.get("Sleep");
            long other = Stream.of("forward", "validate", "")
                    .mapToLong(part -> nanos(window, step, part) - usual.get(part))
                    .max()
                    .orElseThrow();
            explained += slept > other && 2 * slept > longer ? Math.min(slept, longer) : 0;
        }
        return explained > 0 ? window.share((double) explained) : Thresholds.ANY;
    }

    private static double faster(List<Long> nanos) {
        int third = nanos.size() / 3;
        double first = NaiveTrace.median(nanos.stream().limit(third).mapToLong(each -> each));
        double last =
                NaiveTrace.median(nanos.stream().skip(nanos.size() - third).mapToLong(each -> each));
        return 1 - last / first;
    }

    /** Growth of the line whose slope is the median of the slopes between all pairs of steps. */
    private static double growth(NaiveTrace window) {
        int count = window.steps.size();
        List<Double> slopes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < i; j++) {
                slopes.add((double) (window.steps.get(i).durationNanos()
                                - window.steps.get(j).durationNanos())
                        / (i - j));
            }
        }
        double slope = midpoint(slopes);
        List<Double> firsts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            firsts.add(window.steps.get(i).durationNanos() - slope * i);
        }
        return Math.min(slope * (count - 1) / midpoint(firsts), Double.MAX_VALUE);
    }

    private static double midpoint(List<Double> values) {
        return NaiveTrace.midpoint(values.stream().mapToDouble(each -> each).toArray());
    }
}
