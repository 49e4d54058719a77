package io.stepprofiler.analysis.rules;

import static io.stepprofiler.amount.Amount.bytes;
import static io.stepprofiler.amount.Amount.share;
import static io.stepprofiler.analysis.rules.Evidence.MEMORY_LIMITS;

import io.stepprofiler.analysis.breakdown.StepBreakdown;
import io.stepprofiler.analysis.memory.MemoryTimeline;
import io.stepprofiler.analysis.window.MemoryUse;
import io.stepprofiler.event.RecordingOptions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Rules about shortage of host memory. */
final class LimitRules {
    static final List<Rule> ALL = List.of(new Rule(
            "memory-near-limit",
            "Memory near its limit",
            Role.REMARK,
            Set.of(MEMORY_LIMITS),
            new Thresholds(0.85, 0.95),
            LimitRules::nearLimit));

    private LimitRules() {}

    private static Optional<Symptom> nearLimit(WindowFacts facts) {
        List<MemoryUse> uses = MemoryUse.of(facts.trace());
        Optional<MemoryUse> found = uses.stream().max(Comparator.comparingDouble(MemoryUse::part));
        if (found.isEmpty()) {
            return Optional.empty();
        }
        MemoryUse most = found.get();
        List<Proof> proofs = new ArrayList<>();
        uses.forEach(each -> proofs.add(proof(facts, each)));
        largestCategory(facts).ifPresent(text -> proofs.add(Proof.at(text, List.of())));
        return Optional.of(new Symptom(
                Figure.share(most.part(), "its limit"),
                most.name() + " takes " + share(most.part(), "its limit") + ": " + bytes(most.bytes()) + " of "
                        + bytes(most.limitBytes()) + " (" + most.limit() + ")",
                most.isHeap() ? "give the heap more room, or keep less" : "keep less, or give the process more room",
                0,
                proofs,
                List.of(
                        most.isHeap()
                                ? HeapAdvice.heap(facts, suggestedMebibytes(most))
                                : new Advice("JVM", "a smaller maximal heap: memory outside of it needs room, too"),
                        Advice.of("a smaller batch, with gradients accumulated over several batches"),
                        Advice.of("recompute activations in the backward pass instead of keeping them"))));
    }

    private static Proof proof(WindowFacts facts, MemoryUse use) {
        String text =
                use.name() + ": " + bytes(use.bytes()) + " of " + bytes(use.limitBytes()) + " (" + use.limit() + ")";
        return facts.steps().stream()
                .map(StepBreakdown::step)
                .filter(step ->
                        step.startNanos() <= use.nanos() && use.nanos() < step.startNanos() + step.durationNanos())
                .findFirst()
                .map(step -> Proof.at(text, step.number(), use.nanos(), 0, List.of()))
                .orElseGet(() -> Proof.at(text, List.of()));
    }

    /** Heap size that leaves a quarter free. */
    private static long suggestedMebibytes(MemoryUse use) {
        return ((long) (use.bytes() / 0.75) >> 20) + 1;
    }

    private static Optional<String> largestCategory(WindowFacts facts) {
        RecordingOptions options = facts.trace().options();
        if (!options.profileMemory() || !options.recordShapes() || !options.withStack()) {
            return Optional.empty();
        }
        MemoryTimeline timeline = MemoryTimeline.of(facts.trace());
        return timeline.peakBytesByCategory().entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .filter(each -> each.getValue() > 0)
                .map(each -> "largest category of the " + bytes((double) timeline.peakBytes())
                        + " of tensors at their peak: "
                        + each.getKey().name().toLowerCase(Locale.ROOT).replace('_', ' ') + ", "
                        + bytes((double) each.getValue()));
    }
}
