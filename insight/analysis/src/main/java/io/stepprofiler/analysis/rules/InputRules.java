package io.stepprofiler.analysis.rules;

import static io.stepprofiler.amount.Amount.share;
import static io.stepprofiler.analysis.rules.Evidence.DATA_LOADING;
import static io.stepprofiler.analysis.rules.Evidence.INPUT_OUTPUT;
import static io.stepprofiler.analysis.rules.Evidence.SAMPLES;
import static io.stepprofiler.analysis.rules.Evidence.STEPS;
import static io.stepprofiler.analysis.rules.Evidence.WAITS;

import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.analysis.window.NamedThreads;
import io.stepprofiler.analysis.window.OtherThreads.Seen;
import io.stepprofiler.analysis.window.Span;
import io.stepprofiler.analysis.window.StepSamples.Place;
import io.stepprofiler.frameworks.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Rules about the wait for data. */
final class InputRules {
    /** Thresholds of XProf: a step that waits for input 5 % of its time is moderately, 20 % highly input-bound. */
    private static final Thresholds OF_XPROF = new Thresholds(0.05, 0.2);

    private static final double MOST = 0.8;
    private static final double HALF = 0.5;
    private static final int SHOWN = 3;

    private static final List<Advice> PREFETCH = Advice.about(
            Problem.BATCHES_LATE,
            List.of(
                    Advice.of(
                            "load the next batches on another thread while this one trains: a bounded queue of 2 to 4 batches")));

    /** Advice if another thread makes the batches already: a longer queue does not help a slow thread. */
    private static final List<Advice> CHEAPER = Advice.about(
            Problem.LOADER_SLOW,
            List.of(
                    Advice.of(
                            "do less for each batch: read and parse each sample once, and keep the result; a longer queue"
                                    + " does not help a loader that is slower than the training"),
                    Advice.of("if it cannot do less, make batches on several threads in parallel")));

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
        Figure figure = facts.ofStep(nanos);
        String waits = figure.text() + " waits for the next batch";
        List<Proof> longest = Spans.longest(facts.waits(), span -> span.category() == StepCategory.DATA_WAIT);
        Optional<Loader> loader = Loader.of(facts);
        PythonLoading python = PythonLoading.of(facts);
        if (loader.isEmpty() && (python.isByItself() || python.isByWorkers())) {
            return Optional.of(new Symptom(
                    figure,
                    waits + python.text(),
                    python.nextStep(),
                    nanos,
                    longest,
                    python.isByItself() ? Advice.about(Problem.BATCHES_LATE, List.of()) : CHEAPER));
        }
        if (loader.isEmpty()) {
            Optional<Site> site = Site.running(facts, LoadingTimes.of(facts)::isAt)
                    .or(() -> Site.ofSpans(facts.waits().stream()
                            .filter(span -> span.category() == StepCategory.DATA_WAIT)
                            .toList()));
            return Optional.of(new Symptom(
                    figure,
                    waits + site.map(each -> ", made in " + each.text()).orElse(""),
                    "prefetch: load the next batch on another thread",
                    nanos,
                    longest,
                    PREFETCH));
        }
        WaitChain chain = loader.get().chain();
        boolean isNamed = chain.known().isPresent()
                || chain.cause().filter(link -> link.activity().isWait()).isPresent();
        Optional<Seen> seen = loader.get().seen().filter(any -> !isNamed);
        List<Proof> proofs = new ArrayList<>(
                isNamed ? chain.proofs() : seen.map(InputRules::proofs).orElse(List.of()));
        proofs.addAll(longest);
        List<Advice> advice = new ArrayList<>(isNamed ? chain.advice() : List.of());
        advice.addAll(CHEAPER);
        return Optional.of(new Symptom(
                figure,
                waits + ", which " + maker(loader.get(), seen, isNamed),
                chain.nextStep()
                        .filter(any -> isNamed)
                        .orElse("make the loader cheaper"
                                + seen.flatMap(each -> Site.of(each.places()))
                                        .map(site -> ": look at " + site.method())
                                        .orElse("")
                                + "; it already works in parallel with the training"),
                nanos,
                proofs,
                advice));
    }

    /** Names the thread and its method; samples of allocations are no measure of time. */
    private static String maker(Loader loader, Optional<Seen> seen, boolean isNamed) {
        String makes = loader.threads().map(NamedThreads::text).orElse("another thread") + " makes too slowly";
        return isNamed
                ? makes + ": it " + loader.chain().activities()
                : makes
                        + seen.flatMap(each -> Site.of(each.places())
                                        .map(site -> ", "
                                                + (each.isRunning() ? site.most() + "the time in " : "seen most in ")
                                                + site.text()))
                                .orElse("");
    }

    private static List<Proof> proofs(Seen thread) {
        return RunningCode.certain(thread.places())
                .limit(SHOWN)
                .map(place -> Proof.at(
                        "thread '" + thread.name() + "' in " + place.count() + " of " + thread.count() + " samples"
                                + (thread.isRunning() ? "" : " of allocations") + " while the step waits",
                        place.stack()))
                .toList();
    }

    private static Optional<Symptom> notOverlapped(WindowFacts facts) {
        LoadingTimes loading = LoadingTimes.of(facts);
        long own = loading.nanos() - loading.inside(StepCategory.PARK, StepCategory.LOCK);
        if (own < MOST * loading.nanos()) {
            return Optional.empty();
        }
        Figure figure = facts.ofStep(own);
        return Optional.of(new Symptom(
                figure,
                share((double) own / loading.nanos(), "the wait for data") + " (" + figure.text()
                        + ") is loading on the thread that trains"
                        + Site.in(Site.running(facts, loading::isAt)),
                "move loading to one separate thread before you add more threads",
                own,
                Spans.longest(facts.waits(), span -> span.category() == StepCategory.DATA_WAIT),
                PREFETCH));
    }

    private static Optional<Symptom> storageBound(WindowFacts facts) {
        LoadingTimes loading = LoadingTimes.of(facts);
        Optional<Loader> loader = Loader.of(facts);
        List<Span> reads =
                loader.flatMap(Loader::threads).map(any -> loader.get().waits()).orElse(facts.waits());
        Predicate<Span> isRead =
                span -> span.category() == StepCategory.INPUT_OUTPUT && loading.isAt(span.startNanos());
        long reading = loader.isPresent() ? loader.get().storageNanos() : loading.inside(StepCategory.INPUT_OUTPUT);
        if (reading < HALF * loading.nanos()) {
            return Optional.empty();
        }
        Figure figure = facts.ofStep(reading);
        return Optional.of(new Symptom(
                figure,
                share((double) reading / loading.nanos(), "the wait for data") + " (" + figure.text()
                        + ") reads files or sockets"
                        + on(loader)
                        + Site.in(Site.ofSpans(reads.stream().filter(isRead).toList())),
                "read from storage less often: cache, pack into larger files, or map into memory",
                reading,
                Spans.longest(reads, isRead),
                List.of(
                        Advice.of("cache decoded data in memory or on a local disk"),
                        Advice.of("pack many small files" + " into few large ones, and map them into memory"))));
    }

    private static String on(Optional<Loader> loader) {
        return loader.flatMap(Loader::threads)
                .map(threads -> " on " + threads.text())
                .orElse("");
    }

    /** Time outside waits counts as running, since samples miss some code; samples only locate it. */
    private static Optional<Symptom> decodeBound(WindowFacts facts) {
        LoadingTimes loading = LoadingTimes.of(facts);
        Optional<Loader> loader = Loader.of(facts);
        long running = loader.map(Loader::runningNanos).orElse(loading.runningNanos());
        List<Place> places = loader.map(each -> each.seen().map(Seen::places).orElse(List.of()))
                .orElse(facts.samples().places(loading::isRunningAt, Integer.MAX_VALUE));
        long count = RunningCode.count(places);
        if (count == 0 || running < HALF * loading.nanos()) {
            return Optional.empty();
        }
        Figure figure = facts.ofStep(running);
        return Optional.of(new Symptom(
                figure,
                share((double) running / loading.nanos(), "the wait for data") + " (" + figure.text() + ") runs code"
                        + (loader.isPresent() ? on(loader) : " on the thread that trains")
                        + Site.of(places)
                                .map(site -> ", " + site.most() + "it in " + site.text())
                                .orElse(""),
                "prepare the data once, before the training, or on several threads",
                running,
                RunningCode.certain(places)
                        .limit(SHOWN)
                        .map(place -> Proof.at(place.count() + " of " + count + " samples", place.stack()))
                        .toList(),
                List.of(
                        Advice.of("decode and resize once, and store the result"),
                        Advice.of("decode on several threads, in a pool with one thread fewer than cores"))));
    }
}
