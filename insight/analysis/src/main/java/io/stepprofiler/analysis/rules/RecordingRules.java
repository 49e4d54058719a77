package io.stepprofiler.analysis.rules;

import static io.stepprofiler.amount.Amount.time;
import static io.stepprofiler.analysis.rules.Evidence.PROCESSOR_TIME;
import static io.stepprofiler.analysis.rules.Evidence.PROFILER_COST;
import static io.stepprofiler.analysis.rules.Evidence.STEPS;
import static io.stepprofiler.analysis.rules.Evidence.WAITS;

import io.stepprofiler.event.DropCause;
import io.stepprofiler.trace.LossAccount;
import io.stepprofiler.trace.ProfilerOverhead;
import io.stepprofiler.trace.SourceFaults;
import io.stepprofiler.trace.WindowSchedule;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Rules about the recording itself. */
final class RecordingRules {
    static final List<Rule> ALL = List.of(
            new Rule(
                    "recording-not-whole",
                    "The recording is incomplete",
                    Role.REMARK,
                    Set.of(),
                    new Thresholds(Thresholds.ANY, 0.01),
                    RecordingRules::losses),
            new Rule(
                    "profiler-cost",
                    "Cost of the profiler",
                    Role.REMARK,
                    Set.of(STEPS, PROFILER_COST),
                    new Thresholds(0.01, 0.05),
                    RecordingRules::cost));

    private static final List<Advice> SHORTER_WINDOWS =
            List.of(Advice.of("shorter windows: the source could not hold or read its events"));
    private static final List<Advice> JOURNAL = List.of(
            new Advice(Advice.API, "journal(JournalOptions.in(directory)), or shorter windows"),
            new Advice(Advice.AGENT, "journal=true, or a smaller active="));

    /** For windows whose length the profiler chose. */
    private static final List<Advice> FEWER_DETAILS = List.of(
            new Advice(
                    Advice.API,
                    "journal(JournalOptions.in(directory)); recordShapes(false), withStack(false); everyNthStep(10) of"
                            + " TorchSource"),
            new Advice(Advice.AGENT, "journal=true; shapes=false,stack=false"));

    private RecordingRules() {}

    private static Optional<Symptom> losses(WindowFacts facts) {
        LossAccount account = facts.trace().account();
        Map<DropCause, Long> lost = new EnumMap<>(DropCause.class);
        lost.putAll(account.dropped());
        // A file that has no room for an event, or should not have it, is no loss of the recording.
        lost.keySet().removeAll(Set.of(DropCause.NOT_IN_FILE, DropCause.TOO_SHORT));
        long count = lost.values().stream().mapToLong(Long::longValue).sum();
        double part = account.begun() == 0 ? 0 : (double) count / account.begun();
        List<Proof> proofs = new ArrayList<>();
        lost.forEach((cause, events) -> proofs.add(Proof.at(
                events + " dropped, " + cause.label() + (cause == DropCause.SOURCE ? sources(facts) : ""), List.of())));
        // W12: the profiler has made the window as short as it can.
        boolean isAutomatic = WindowSchedule.isAutomatic(facts.trace());
        boolean isOfSources = lost.getOrDefault(DropCause.SOURCE, 0L) * 2 > count;
        Figure figure = Figure.share(part, "the events");
        return Optional.of(new Symptom(
                figure,
                figure.text() + " are not in the recording: " + count + " of " + account.begun(),
                isOfSources
                        ? isAutomatic ? "record fewer details" : "record shorter windows"
                        : "record to a journal, or record fewer details",
                0,
                proofs,
                isAutomatic ? FEWER_DETAILS : isOfSources ? SHORTER_WINDOWS : JOURNAL));
    }

    /** Numbers of events that the sources lost, in parentheses; empty if not known. */
    private static String sources(WindowFacts facts) {
        Map<String, Long> lost = SourceFaults.lost(facts.trace());
        return lost.isEmpty()
                ? ""
                : lost.entrySet().stream()
                        .map(each -> each.getKey() + " " + each.getValue())
                        .collect(Collectors.joining(", ", " (", ")"));
    }

    /**
     * Estimates the cost. Work between steps delays training by the part of the time in which the thread gets a
     * processor; work in the background costs at most the time in which the step was ready but did not run.
     */
    private static Optional<Symptom> cost(WindowFacts facts) {
        return ProfilerOverhead.of(facts.trace()).map(cost -> {
            boolean isKnown = facts.evidence().containsAll(Set.of(PROCESSOR_TIME, WAITS));
            ProcessorLoad load = facts.load();
            long usual = cost.stepNanos();
            long between = isKnown ? (long) (usual * load.partOfWanted()) : usual;
            long background = cost.drainerNanos() + cost.sourceNanos() + cost.deliveryNanos();
            long nanos = between + (isKnown ? Math.min(background, load.deprivedNanos()) : background);
            Figure figure = facts.ofStep(nanos);
            return new Symptom(
                    figure,
                    "profiler overhead: at most " + figure.text() + " ("
                            + time(facts.perStep(between)) + " between steps, " + time(background)
                            + " in the background), not counting scopes",
                    "record less, or deliver windows while nothing is recorded",
                    0,
                    List.of(
                            Proof.at(time(usual) + " in step()", List.of()),
                            Proof.at(time(cost.drainerNanos()) + " to empty buffers, in the background", List.of()),
                            Proof.at(time(cost.sourceNanos()) + " in activity sources, in the background", List.of()),
                            Proof.at(
                                    time(cost.deliveryNanos()) + " to deliver earlier windows, in the background",
                                    List.of())),
                    List.of(
                            new Advice(
                                    Advice.API,
                                    "recordShapes(false), withStack(false); wait(100) in the schedule, so that a"
                                            + " window is delivered before the next one"),
                            new Advice(Advice.AGENT, "shapes=false,stack=false,wait=100")));
        });
    }
}
