package io.stepprofiler.report.faces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.stepprofiler.analysis.rules.Diagnosis;
import io.stepprofiler.analysis.rules.Finding;
import io.stepprofiler.analysis.rules.RuleSet;
import io.stepprofiler.analysis.rules.WindowFacts;
import io.stepprofiler.trace.Trace;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.awaitility.core.ThrowingRunnable;

/** What tests of rules have in common. */
final class Trials {
    private Trials() {}

    /**
     * Tries for a while: what samples see, and whether the machine takes the processor away, comes by chance. A rule
     * that is wrong is wrong in every run.
     */
    static void eventually(ThrowingRunnable assertions) {
        await().pollInSameThread()
                .pollDelay(Duration.ZERO)
                .atMost(Duration.ofMinutes(1))
                .untilAsserted(assertions);
    }

    static Diagnosis diagnosis(Trace trace) {
        return RuleSet.builtIn().check(WindowFacts.of(trace));
    }

    static Finding found(String rule, Diagnosis diagnosis) {
        Optional<Finding> found = diagnosis.findings().stream()
                .filter(each -> each.rule().equals(rule))
                .findFirst();
        assertThat(found).as("%s in %s", rule, diagnosis).isPresent();
        assertThat(found.orElseThrow().proofs()).as("%s", found).isNotEmpty();
        assertThat(found.orElseThrow().advice()).as("%s", found).isNotEmpty();
        return found.orElseThrow();
    }

    /** That a rule was checked, and had nothing to say. */
    static void assertSilent(String rule, Diagnosis diagnosis) {
        String title = RuleSet.builtIn().rules().stream()
                .filter(each -> each.id().equals(rule))
                .findFirst()
                .orElseThrow()
                .title();
        assertThat(diagnosis.fine()).as("%s", diagnosis).contains(title);
    }

    static List<String> stacks(Finding finding) {
        return finding.proofs().stream()
                .flatMap(proof -> proof.stack().stream())
                .toList();
    }
}
