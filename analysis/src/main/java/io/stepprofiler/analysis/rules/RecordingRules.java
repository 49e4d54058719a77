package io.stepprofiler.analysis.rules;

import static io.stepprofiler.analysis.rules.Figures.percent;

import io.stepprofiler.analysis.window.WindowFacts;
import io.stepprofiler.trace.LossAccount;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Rules about the recording itself. */
final class RecordingRules {
    static final List<Rule> ALL = List.of(new Rule(
            "recording-not-whole",
            "The recording is not whole",
            Role.REMARK,
            Set.of(),
            new Thresholds(Thresholds.ANY, 0.01),
            RecordingRules::losses));

    private RecordingRules() {}

    private static Optional<Symptom> losses(WindowFacts facts) {
        LossAccount account = facts.trace().account();
        double part = account.begun() == 0 ? 0 : (double) account.droppedTotal() / account.begun();
        return Optional.of(new Symptom(
                part,
                percent(part) + " of the events are not in the recording: " + account.droppedTotal() + " of "
                        + account.begun(),
                "record to a journal, or fewer details",
                0,
                account.dropped().entrySet().stream()
                        .map(each -> Proof.at(
                                each.getValue() + " dropped, " + each.getKey().label(), List.of()))
                        .toList(),
                List.of(Advice.of("journal(JournalOptions.in(directory)), or shorter windows"))));
    }
}
