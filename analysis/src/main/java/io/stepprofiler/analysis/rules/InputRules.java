package io.stepprofiler.analysis.rules;

import static io.stepprofiler.analysis.rules.Figures.percent;
import static io.stepprofiler.analysis.window.Evidence.DATA_LOADING;
import static io.stepprofiler.analysis.window.Evidence.INPUT_OUTPUT;
import static io.stepprofiler.analysis.window.Evidence.SAMPLES;
import static io.stepprofiler.analysis.window.Evidence.STEPS;
import static io.stepprofiler.analysis.window.Evidence.WAITS;

import io.stepprofiler.analysis.steps.StepCategory;
import io.stepprofiler.analysis.window.LoadingTimes;
import io.stepprofiler.analysis.window.WindowFacts;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Rules about the wait for data. */
final class InputRules {
    /** Those of XProf: an input pipeline with more than 5 % is moderately, with 20 % highly input-bound. */
    private static final Thresholds OF_XPROF = new Thresholds(0.05, 0.2);

    private static final double MOST = 0.8;
    private static final double HALF = 0.5;
    private static final int SHOWN = 3;

    private static final List<Advice> PREFETCH = List.of(
            Advice.of(
                    "load the next batches on another thread while this one trains: a bounded queue of 2 to 4 batches"),
            new Advice(
                    "DJL",
                    "optPrefetchNumber(4) of the dataset's builder,"
                            + " and new DefaultTrainingConfig(loss).optExecutorService(Executors.newFixedThreadPool(2))"),
            new Advice("DL4J", "model.fit(new AsyncDataSetIterator(iterator, 4))"));

    static final List<Rule> ALL = List.of(
            new Rule(
                    "input-bound",
                    "Input-bound",
                    Role.CAUSE,
                    Set.of(STEPS, DATA_LOADING),
                    OF_XPROF,
                    InputRules::inputBound),
            new Rule(
                    "loading-not-overlapped",
                    "Loading is not overlapped",
                    Role.CAUSE,
                    Set.of(STEPS, DATA_LOADING, WAITS),
                    OF_XPROF,
                    InputRules::notOverlapped),
            new Rule(
                    "storage-bound-input",
                    "Storage-bound input",
                    Role.CAUSE,
                    Set.of(STEPS, DATA_LOADING, INPUT_OUTPUT),
                    OF_XPROF,
                    InputRules::storageBound),
            new Rule(
                    "decode-bound-input",
                    "Decode-bound input",
                    Role.CAUSE,
                    Set.of(STEPS, DATA_LOADING, WAITS, INPUT_OUTPUT, SAMPLES),
                    OF_XPROF,
                    InputRules::decodeBound));

    private InputRules() {}

    private static Optional<Symptom> inputBound(WindowFacts facts) {
        long nanos = facts.nanos(StepCategory.DATA_WAIT);
        return Optional.of(new Symptom(
                facts.share(nanos),
                percent(facts.share(nanos)) + " of the step waits for the next batch",
                "prefetch: load the next batch on another thread",
                nanos,
                Spans.longest(facts.waits(), span -> span.category() == StepCategory.DATA_WAIT),
                PREFETCH));
    }

    private static Optional<Symptom> notOverlapped(WindowFacts facts) {
        LoadingTimes loading = LoadingTimes.of(facts);
        long own = loading.nanos() - loading.inside(StepCategory.PARK, StepCategory.LOCK);
        if (own < MOST * loading.nanos()) {
            return Optional.empty();
        }
        return Optional.of(new Symptom(
                facts.share(own),
                percent((double) own / loading.nanos()) + " of the wait for data is loading on the thread that trains",
                "move loading to a thread of its own before adding more of them",
                own,
                Spans.longest(facts.waits(), span -> span.category() == StepCategory.DATA_WAIT),
                PREFETCH));
    }

    private static Optional<Symptom> storageBound(WindowFacts facts) {
        LoadingTimes loading = LoadingTimes.of(facts);
        long reading = loading.inside(StepCategory.INPUT_OUTPUT);
        if (reading < HALF * loading.nanos()) {
            return Optional.empty();
        }
        return Optional.of(new Symptom(
                facts.share(reading),
                percent((double) reading / loading.nanos()) + " of the wait for data reads files or sockets",
                "read less at a time from storage: cache, pack into larger files, or map into memory",
                reading,
                Spans.longest(
                        facts.waits(),
                        span -> span.category() == StepCategory.INPUT_OUTPUT && loading.isAt(span.startNanos())),
                List.of(
                        Advice.of("cache decoded data in memory or on a local disk"),
                        Advice.of("pack many small files"
                                + " into few large ones, and map them: FileChannel.map(READ_ONLY, 0, size)"))));
    }

    /** Samples do not find all code: what is no wait is running, and they say where. */
    private static Optional<Symptom> decodeBound(WindowFacts facts) {
        LoadingTimes loading = LoadingTimes.of(facts);
        long running = loading.runningNanos();
        int count = facts.samples().countAt(loading::isRunningAt);
        if (count == 0 || running < HALF * loading.nanos()) {
            return Optional.empty();
        }
        return Optional.of(
                new Symptom(
                        facts.share(running),
                        percent((double) running / loading.nanos())
                                + " of the wait for data runs code on the thread that trains",
                        "prepare the data once, before the training, or on several threads",
                        running,
                        facts.samples().places(loading::isRunningAt, SHOWN).stream()
                                .map(place -> Proof.at(place.count() + " of " + count + " samples", place.stack()))
                                .toList(),
                        List.of(
                                Advice.of("decode and resize once, and store what comes of it"),
                                Advice.of(
                                        "decode on several threads: batches.parallelStream(), or a pool of cores - 1 threads"))));
    }
}
