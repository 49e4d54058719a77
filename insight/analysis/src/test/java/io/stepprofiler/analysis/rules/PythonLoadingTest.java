package io.stepprofiler.analysis.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ten steps of 10 ms of a Python program, each of which waits for a batch for 6 ms. */
class PythonLoadingTest {
    private static final long MILLI = 1_000_000;

    private final TraceBuilder trace = new TraceBuilder();
    private final TrackBuilder main = trace.thread(1, "main");

    private void event(String name, EventKind kind, long start, double millis) {
        main.add(trace.nameId(name, kind, ""), start, (long) (millis * MILLI));
    }

    /** Returns the finding about the wait, in which a function of the program takes a part. */
    private Finding loading(String iterator, String function, double millis) {
        event("train.py(40): main", EventKind.SCOPE, 0, 100);
        for (int i = 0; i < 10; i++) {
            long at = 10 * MILLI * i;
            trace.step(new StepMark(i, at, 10 * MILLI, 1, false));
            event("enumerate(DataLoader)#" + iterator + ".__next__", EventKind.DATA_LOADER, at + MILLI, 6);
            event("torch/utils/data/dataloader.py(708): __next__", EventKind.SCOPE, at + MILLI, 6);
            event(function, EventKind.SCOPE, at + MILLI, millis);
            event("<built-in method sleep of module object>", EventKind.SCOPE, at + MILLI, millis);
        }
        return RuleSet.builtIn().check(WindowFacts.of(trace.build())).findings().stream()
                .filter(each -> each.rule().equals("input-bound"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void inputBound_loopLoadsItsBatchesItself_theRemedyIsTheNumberOfWorkers() {
        Finding found = loading("_SingleProcessDataLoaderIter", "data.py(12): __getitem__", 5.7);
        assertThat(found.sentence())
                .isEqualTo("60.0 % of the step waits for the next batch, 95.0 % of it in data.py(12): __getitem__:"
                        + " the loop loads its batches itself (num_workers=0)");
        assertThat(found.nextStep()).contains("num_workers=4");
    }

    @Test
    void inputBound_workersLoadTheBatches_areNotToBeTurnedOn() {
        Finding found = loading("_MultiProcessingDataLoaderIter", "data.py(12): __getitem__", 0.1);
        assertThat(found.sentence()).isEqualTo("60.0 % of the step waits for the next batch");
        assertThat(found.nextStep()).startsWith("more workers");
    }

    @ParameterizedTest
    @CsvSource({
        "data.py(12): __getitem__, 2.9",
        "lib/python3.11/site-packages/PIL/Image.py(7): open, 5.7",
        "torch/utils/data/_utils/fetch.py(52): fetch, 5.7",
    })
    void inputBound_functionOfALibraryOrOfASmallPart_isNotNamed(String function, double millis) {
        assertThat(loading("_SingleProcessDataLoaderIter", function, millis).sentence())
                .isEqualTo("60.0 % of the step waits for the next batch: the loop loads its batches itself"
                        + " (num_workers=0)");
    }

    @Test
    void inputBound_anyOtherIterator_saysNothingAboutWorkers() {
        Finding found = loading("ListItr", "data.py(12): __getitem__", 5.7);
        assertThat(found.sentence()).doesNotContain("num_workers");
        assertThat(found.nextStep()).doesNotContain("workers");
    }
}
