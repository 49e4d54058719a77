package io.stepprofiler.analysis.report;

import io.stepprofiler.analysis.breakdown.Distribution;
import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.analysis.rules.RankFacts;
import io.stepprofiler.analysis.steps.DeviceCategory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;

/** Figures of the ranks among the windows of a report; windows of one rank are merged. */
final class Ranks {
    private static final String COMMUNICATION = StepCategory.COMMUNICATION.name();
    private static final String DEVICE_WAIT = StepCategory.DEVICE_WAIT.name();

    private final String source;
    private final List<Long> numbers = new ArrayList<>();
    private final List<Long> durations = new ArrayList<>();
    private final List<Long> own = new ArrayList<>();
    /** True if the time without communication is known for each step. */
    private boolean isOwnTimeByStep = true;

    /** Time of each step by part. */
    private final Map<String, List<Long>> parts = new LinkedHashMap<>();

    private Ranks(String source) {
        this.source = source;
    }

    /** Returns the ranks that have steps, in the order of their numbers. */
    static List<RankFacts> of(List<WindowReport> windows) {
        Map<Integer, Ranks> byRank = new TreeMap<>();
        for (WindowReport window : windows) {
            if (window.run().rank() >= 0 && !window.steps().numbers().isEmpty()) {
                byRank.computeIfAbsent(
                                window.run().rank(),
                                rank -> new Ranks(window.run().source()))
                        .add(window.steps(), deviceCommunication(window.devices()));
            }
        }
        List<RankFacts> facts = new ArrayList<>();
        byRank.forEach((rank, steps) -> facts.add(steps.facts(rank)));
        return facts;
    }

    /**
     * Returns the time of a step in which the devices only communicate. Collectives of NCCL wait for the other ranks on
     * the device, so a thread that waits for the device, or copies from it, also waits for them.
     */
    private static long deviceCommunication(Devices devices) {
        return devices.use().stream()
                .limit(1)
                .flatMap(use -> use.parts().stream())
                .filter(part -> part.category().equals(DeviceCategory.COMMUNICATION.name()))
                .mapToLong(part -> part.nanos().median())
                .sum();
    }

    private void add(StepTimes steps, long deviceNanos) {
        isOwnTimeByStep &= deviceNanos == 0;
        List<Long> waits = steps.parts().getOrDefault(COMMUNICATION, List.of());
        for (int i = 0; i < steps.numbers().size(); i++) {
            long nanos = steps.durationNanos().get(i);
            numbers.add(steps.numbers().get(i));
            durations.add(nanos);
            own.add(Math.max(0, nanos - Math.max(waits.isEmpty() ? 0 : waits.get(i), deviceNanos)));
        }
        steps.parts().forEach((name, nanos) -> {
            if (!name.equals(COMMUNICATION)) {
                long others = name.equals(DEVICE_WAIT) ? deviceNanos : 0;
                List<Long> all = parts.computeIfAbsent(words(name), any -> new ArrayList<>());
                nanos.forEach(each -> all.add(Math.max(0, each - others)));
            }
        });
    }

    private static String words(String part) {
        if (part.startsWith(StepTimes.PHASE)) {
            return part.substring(StepTimes.PHASE.length());
        }
        for (StepCategory category : StepCategory.values()) {
            if (category.name().equals(part)) {
                return category.label();
            }
        }
        return part;
    }

    private RankFacts facts(int rank) {
        Map<String, Long> medians = new LinkedHashMap<>();
        // A part that a window lacks counts as 0 in its steps.
        parts.forEach((name, nanos) -> medians.put(
                name,
                Distribution.of(LongStream.concat(
                                nanos.stream().mapToLong(Long::longValue),
                                LongStream.generate(() -> 0).limit(Math.max(0, numbers.size() - nanos.size()))))
                        .median()));
        int longest = 0;
        for (int i = 1; i < own.size(); i++) {
            longest = own.get(i) > own.get(longest) ? i : longest;
        }
        return new RankFacts(
                rank,
                source,
                numbers.size(),
                median(durations),
                median(own),
                medians,
                isOwnTimeByStep ? numbers.get(longest) : RankFacts.UNKNOWN_STEP,
                durations.get(longest));
    }

    private static long median(List<Long> nanos) {
        return Distribution.of(nanos.stream().mapToLong(Long::longValue)).median();
    }
}
