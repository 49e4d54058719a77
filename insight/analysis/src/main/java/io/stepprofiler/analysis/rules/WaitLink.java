package io.stepprofiler.analysis.rules;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.analysis.steps.IntervalSet;
import io.stepprofiler.analysis.window.BusyThread;
import io.stepprofiler.analysis.window.NamedThreads;
import io.stepprofiler.analysis.window.OtherThreads;
import io.stepprofiler.analysis.window.Span;
import io.stepprofiler.analysis.window.StepSamples.Place;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Main activity of threads while other threads wait for them.
 *
 * @param threads the threads
 * @param activity their activity
 * @param scope name of the scope; empty for other activities
 * @param site the method of it; empty if not known
 * @param nanos time of it, in nanoseconds
 * @param part its part of the wait, from 0 to 1; not a number if only samples show it
 * @param waits their own waits, if that is the activity
 * @param proofs evidence
 */
record WaitLink(
        NamedThreads threads,
        ThreadActivity activity,
        String scope,
        Optional<Site> site,
        long nanos,
        double part,
        List<Span> waits,
        List<Proof> proofs) {
    private static final String ONE_BYTE = "read0";

    /** Least part of the waits that an activity with known times takes. */
    private static final double LEAST = 0.1;

    /** Least part of the waits of an activity that is named although the thread may do something else for longer. */
    private static final double LARGE = 0.3;

    /** Least part of the waits in which a thread of a pool runs, so that its idle threads do not count. */
    private static final double MOST = 0.5;

    /**
     * {@return the activity that takes most of some waits; empty if none is known}
     *
     * @param facts the facts about the window
     * @param threads threads that others wait for
     * @param waits the times of the waits
     */
    static Optional<WaitLink> of(WindowFacts facts, NamedThreads threads, IntervalSet waits) {
        OtherThreads others = facts.otherThreads();
        List<Span> spans = threads.ids().stream()
                .flatMap(id -> facts.waitsOf(id, waits).stream())
                .toList();
        List<Place> files = others.inFiles(threads, waits::contains);
        List<Place> code = others.running(threads, waits::contains);
        boolean readsBytes = 2 * count(files, ONE_BYTE) > count(files, "");
        List<WaitLink> links = new ArrayList<>();
        for (ThreadActivity activity : ThreadActivity.values()) {
            if (activity != ThreadActivity.READS_BYTES || readsBytes) {
                blocked(threads, activity, spans, waits).ifPresent(links::add);
            }
        }
        sampled(threads, readsBytes ? ThreadActivity.READS_BYTES : ThreadActivity.READS_FILES, files)
                .ifPresent(links::add);
        others.busiest(threads, waits)
                .filter(busy -> busy.nanos() > LEAST * waits.nanos())
                .map(busy -> inScope(threads, busy, code, waits))
                .ifPresent(links::add);
        sampled(threads, ThreadActivity.RUNS, code).ifPresent(links::add);
        boolean isRunning = links.stream()
                .filter(link -> !link.activity.isWait())
                .anyMatch(link -> link.nanos > MOST * waits.nanos());
        return links.stream()
                // Idle workers of a pool wait for its work, as the step does.
                .filter(link -> !isRunning || !threads.isPool() || link.activity != ThreadActivity.PARKS)
                .max(Comparator.comparingLong(WaitLink::nanos)
                        .thenComparing(WaitLink::activity, Comparator.reverseOrder()))
                .map(most -> orWork(facts, most, code, waits));
    }

    /** Returns the activity, or the work of the threads if they are in no recorded wait for a larger part of the time. */
    private static WaitLink orWork(WindowFacts facts, WaitLink most, List<Place> code, IntervalSet waits) {
        long working = CodeOfSteps.unblocked(facts, most.threads, waits).nanos();
        if (!most.activity.isWait() || most.nanos >= MOST * waits.nanos() || working <= most.nanos) {
            return most;
        }
        Optional<WaitLink> running = sampled(most.threads, ThreadActivity.RUNS, code);
        List<Place> allocations = facts.otherThreads().allocations(most.threads, waits::contains);
        if (running.isEmpty() && site(allocations).isEmpty() && most.nanos >= LARGE * waits.nanos()) {
            // Nothing shows that it works meanwhile.
            return most;
        }
        return running.orElseGet(() -> new WaitLink(
                most.threads,
                ThreadActivity.WORKS,
                "",
                site(allocations),
                working,
                (double) working / waits.nanos(),
                List.of(),
                proofs(most.threads, allocations)));
    }

    private static Optional<WaitLink> blocked(
            NamedThreads threads, ThreadActivity activity, List<Span> all, IntervalSet waits) {
        List<Span> spans = all.stream().filter(activity::isIn).toList();
        long nanos = Spans.times(spans, span -> true).and(waits).nanos();
        return nanos <= LEAST * waits.nanos()
                ? Optional.empty()
                : Optional.of(new WaitLink(
                        threads,
                        activity,
                        "",
                        Site.ofSpans(spans),
                        nanos,
                        (double) nanos / waits.nanos(),
                        spans,
                        Spans.longest(spans, span -> true)));
    }

    private static WaitLink inScope(NamedThreads threads, BusyThread busy, List<Place> code, IntervalSet waits) {
        return new WaitLink(
                threads,
                ThreadActivity.IN_SCOPE,
                busy.event(),
                site(code),
                busy.nanos(),
                (double) busy.eventNanos() / waits.nanos(),
                List.of(),
                proofs(threads, code));
    }

    private static Optional<WaitLink> sampled(NamedThreads threads, ThreadActivity activity, List<Place> places) {
        return count(places, "") < EndingThreads.ENOUGH_SAMPLES
                ? Optional.empty()
                : Optional.of(new WaitLink(
                        threads,
                        activity,
                        "",
                        site(places),
                        places.stream().mapToLong(Place::weight).sum(),
                        Double.NaN,
                        List.of(),
                        proofs(threads, places)));
    }

    private static Optional<Site> site(List<Place> places) {
        return count(places, "") < EndingThreads.ENOUGH_SAMPLES ? Optional.empty() : Site.of(places);
    }

    private static long count(List<Place> places, String method) {
        return places.stream()
                .filter(place -> place.stack().stream()
                        .limit(1)
                        .allMatch(frame -> frame.getMethodName().startsWith(method)))
                .mapToLong(Place::count)
                .sum();
    }

    private static List<Proof> proofs(NamedThreads threads, List<Place> places) {
        return RunningCode.certain(places)
                .limit(1)
                .map(place -> Proof.at(
                        threads.text() + " meanwhile, in " + place.count() + " of " + count(places, "") + " samples",
                        place.stack()))
                .toList();
    }

    /**
     * Returns the part of the threads' and the machine's capacity that the threads use while others wait for them, from 0
     * to 1; 0 for a single thread, whose work others could share.
     */
    double use(int processors, IntervalSet waited) {
        return threads.isPool() && !activity.isWait() && waited.nanos() > 0
                ? Math.min(
                        1,
                        (double) nanos / waited.nanos() / Math.min(threads.ids().size(), processors))
                : 0;
    }

    /** Returns the activity with its place, such as {@code sleeps in app.Store.fetch(Store.java:7)}. */
    String text() {
        if (activity == ThreadActivity.WORKS) {
            return activity.verb()
                    + site.map(each -> " and allocates most in " + each.text()).orElse("");
        }
        return activity.verb() + (scope.isEmpty() ? "" : " in " + scope) + (scope.isEmpty() ? Site.in(site) : mostly());
    }

    private String mostly() {
        return site.map(each -> ", mostly in " + each.text()).orElse("");
    }

    /** Returns the part of the wait in brackets; empty if it is not known. */
    String share() {
        return Double.isNaN(part) ? "" : " (" + Amount.share(part, "the wait") + ")";
    }

    /**
     * Returns the remedy in a few words.
     *
     * @param isBusy whether the thread works all the time
     */
    String nextStep(boolean isBusy) {
        boolean isCode = activity == ThreadActivity.IN_SCOPE || activity == ThreadActivity.RUNS;
        return site.map(each -> isCode
                        ? "make " + each.method()
                                + (isBusy ? " cheaper, or share its work" : " faster, or start it earlier")
                        : activity.nextStep() + ": " + each.method())
                .orElse(isCode && isBusy ? "make it cheaper, or share its work" : activity.nextStep());
    }

    /** Returns the remedy if the thread holds a lock meanwhile. */
    String release() {
        String where = site.map(Site::method).orElse("");
        return activity.isWait()
                ? "release the lock before " + threads.text() + " " + activity.verb()
                        + (where.isEmpty() ? "" : ": " + where)
                : "do less under the lock" + (where.isEmpty() ? "" : " in " + where);
    }
}
