package io.stepprofiler.analysis.report;

import io.stepprofiler.analysis.rules.Diagnosis;
import io.stepprofiler.analysis.rules.Finding;
import io.stepprofiler.analysis.rules.Proof;
import io.stepprofiler.analysis.window.GarbageCollection;
import io.stepprofiler.trace.Trace;
import java.util.List;

/**
 * Conversion of times to the start of the window, which all times of a report use. Times of a trace have an arbitrary
 * origin and exceed the exact range of a double.
 *
 * @param nanos start of the window, on the clock of the trace
 */
record SinceStart(long nanos) {
    static SinceStart of(Trace trace) {
        return new SinceStart(trace.start().monotonicNanos());
    }

    Diagnosis diagnosis(Diagnosis diagnosis) {
        return new Diagnosis(
                diagnosis.verdict(),
                diagnosis.findings().stream().map(this::finding).toList(),
                diagnosis.fine(),
                diagnosis.unchecked());
    }

    private Finding finding(Finding finding) {
        return new Finding(
                finding.rule(),
                finding.title(),
                finding.severity(),
                finding.role(),
                finding.measure(),
                finding.sentence(),
                finding.nextStep(),
                finding.gainShare(),
                finding.gainNanosPerStep(),
                finding.proofs().stream().map(this::proof).toList(),
                finding.advice());
    }

    private Proof proof(Proof proof) {
        boolean hasTime = proof.step() >= 0 || proof.nanos() > 0;
        return hasTime
                ? new Proof(proof.text(), proof.step(), proof.startNanos() - nanos, proof.nanos(), proof.stack())
                : proof;
    }

    List<GarbageCollection> collections(List<GarbageCollection> collections) {
        return collections.stream()
                .map(each -> new GarbageCollection(
                        each.collector(),
                        each.cause(),
                        each.startNanos() - nanos,
                        each.durationNanos(),
                        each.pauseNanos(),
                        each.step()))
                .toList();
    }
}
