package io.stepprofiler.agent;

import io.stepprofiler.agent.weaving.Weaver;
import io.stepprofiler.agent.woven.WovenMethods;
import io.stepprofiler.amount.Amount;
import java.lang.Thread.State;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Search for the method that is a step, if no option names it and no framework reports steps. Rounds of stack samples
 * show where threads spend their time, and counts of calls which methods a loop calls: the step is the outermost.
 */
final class StepSearch {
    private static final int ROUND = 40;
    private static final int FEWEST = 10;
    private static final int PAUSE_MILLIS = 20;
    private static final int LONGEST_PAUSE_MILLIS = 1000;

    /** Rounds after which the pauses double. */
    private static final int PATIENCE = 20;

    /** Samples of a search that finds nothing, which take an hour and ten minutes. */
    private static final int MOST = 10 * PATIENCE * ROUND;

    /** Calls from which on a loop calls a method, each of them in this time. */
    private static final int OFTEN = 20;

    private static final long SHORTEST_NANOS = 1_000_000L;
    private static final long LONGEST_NANOS = 10_000_000_000L;

    /** Time in which a method that was called once may be the first step. */
    private static final long FIRST_STEP_NANOS = 3_000_000_000L;

    private static final String NOT_COUNTED = "; calls are counted in classes from directories, from source files, and"
            + " from the jar of the main class of the virtual machine";
    private static final Pattern ONE_STEP = Pattern.compile("(?i)(step|batch|iter)[^.]*$");
    private static final Pattern EPOCH = Pattern.compile("(?i)epoch[^.]*$");
    private static final Comparator<Place> BEST_FIRST = Comparator.comparing(
                    (Place place) -> place.thread.equals("main"))
            .thenComparingInt(place -> place.running)
            .reversed();

    /** A method of the program on the stacks of a thread in a round. */
    private static final class Place {
        final String thread;
        final String method;
        String caller = "";
        int depth;
        int samples;
        int running;

        Place(String thread, String method) {
            this.thread = thread;
            this.method = method;
        }

        int calls() {
            return WovenMethods.calls(method);
        }
    }

    private final Consumer<String> found;
    private final long startNanos = System.nanoTime();
    private final Map<String, Map<String, Place>> threads = new LinkedHashMap<>();
    private Map<String, Integer> before = Map.of();
    private long roundNanos = startNanos;
    private @Nullable Place step;
    private String seen = "";
    private volatile boolean ended;

    /**
     * Prepares a search.
     *
     * @param found receives the method that is the step, at most once, on the thread of the search
     */
    StepSearch(Consumer<String> found) {
        this.found = found;
    }

    void start() {
        Thread thread = new Thread(this::run, "step-profiler-agent-search");
        thread.setDaemon(true);
        thread.start();
    }

    /** Ends the search: the steps are known. */
    void end() {
        ended = true;
    }

    private void run() {
        try {
            for (int sample = 1; !ended && sample <= MOST; sample++) {
                Thread.getAllStackTraces().forEach((thread, stack) -> {
                    if (!thread.getName().startsWith("step-profiler")) {
                        add(thread.getName(), thread.getState(), stack);
                    }
                });
                int doublings = sample / ROUND / PATIENCE;
                Thread.sleep(Math.min(PAUSE_MILLIS << Math.min(doublings, PATIENCE), LONGEST_PAUSE_MILLIS));
                Optional<String> method = sample % ROUND == 0 ? judge(System.nanoTime()) : Optional.empty();
                if (method.isPresent() && !ended) {
                    ended = true;
                    found.accept(method.get());
                }
            }
        } catch (Throwable e) {
            // The program runs on as without a search.
        }
    }

    /** Adds a sample of a thread, the innermost frame first. */
    synchronized void add(String thread, State state, StackTraceElement... stack) {
        if (Arrays.stream(stack).anyMatch(frame -> frame.getMethodName().equals("loadClass"))) {
            // A launcher loads classes in a loop, and no training does.
            return;
        }
        Set<String> all = new HashSet<>();
        String caller = "";
        for (int i = stack.length - 1; i >= 0; i--) {
            String method = stack[i].getClassName() + "." + stack[i].getMethodName();
            if (Weaver.mayCount(method) && all.add(method)) {
                Place place = threads.computeIfAbsent(thread, any -> new LinkedHashMap<>())
                        .computeIfAbsent(method, any -> new Place(thread, method));
                place.caller = caller;
                place.depth = all.size();
                place.samples++;
                place.running += state == State.RUNNABLE ? 1 : 0;
                caller = method;
            }
        }
    }

    /** Looks for the step in the samples of a round, and begins the next one. */
    synchronized Optional<String> judge(long now) {
        List<Place> steps = threads.values().stream()
                .flatMap(places -> inLoop(places, now).stream())
                .sorted(BEST_FIRST)
                .toList();
        boolean isClear = steps.stream()
                .allMatch(each -> each.method.equals(steps.get(0).method)
                        || steps.get(0).thread.equals("main")
                        || 2 * each.running < steps.get(0).running);
        step = steps.isEmpty() || !isClear ? null : steps.get(0);
        String more = steps.isEmpty()
                ? mostTime()
                : steps.stream().map(this::text).collect(Collectors.joining("; "))
                        + "; it is not clear which is the step";
        seen = more.isEmpty() ? seen : more;
        before = places().collect(Collectors.toMap(place -> place.method, Place::calls, Math::max));
        threads.clear();
        roundNanos = now;
        return Optional.ofNullable(step).map(place -> place.method);
    }

    private Stream<Place> places() {
        return threads.values().stream().map(Map::values).flatMap(Collection::stream);
    }

    /** Returns the best of the methods in the outermost loop that has most of a thread's samples. */
    private Optional<Place> inLoop(Map<String, Place> places, long now) {
        Map<String, List<Place>> loops = places.values().stream()
                .filter(place -> isOften(place, now))
                .sorted(Comparator.comparingInt(place -> place.depth))
                .collect(Collectors.groupingBy(place -> place.caller, LinkedHashMap::new, Collectors.toList()));
        return loops.values().stream()
                .filter(loop ->
                        isMost(loop.stream().mapToInt(place -> place.samples).sum(), places.values()))
                .findFirst()
                .map(loop -> loop.stream().min(BEST_FIRST).orElseThrow())
                .filter(place -> !isInStep(place, places, now));
    }

    private static boolean isMost(int samples, Collection<Place> places) {
        return samples >= FEWEST
                && 2 * samples
                        >= places.stream()
                                .mapToInt(place -> place.samples)
                                .max()
                                .orElse(0);
    }

    private boolean isOften(Place place, long now) {
        int calls = place.calls();
        int more = calls - before.getOrDefault(place.method, 0);
        long nanos = more >= OFTEN ? (now - roundNanos) / more : (now - startNanos) / Math.max(1, calls);
        return calls >= OFTEN
                && calls < WovenMethods.MOST_CALLS
                && nanos >= SHORTEST_NANOS
                && nanos <= LONGEST_NANOS
                && !EPOCH.matcher(place.method).find();
    }

    /** Returns true if a caller has few calls and may be the step: steps of seconds contain loops, too. */
    private boolean isInStep(Place place, Map<String, Place> places, long now) {
        for (Place at = places.get(place.caller); at != null; at = places.get(at.caller)) {
            int outer = EPOCH.matcher(at.method).find() ? 0 : at.calls();
            boolean isFew = ONE_STEP.matcher(at.method).find() || place.calls() < OFTEN * (outer + 1);
            boolean isFirst = outer == 1 && !at.caller.isEmpty() && now - startNanos < FIRST_STEP_NANOS;
            if (isFirst || (outer > 1 && isFew)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the method that may be the step with its calls so far, or what the samples show instead. */
    @Override
    public synchronized String toString() {
        if (step == null && !ended) {
            judge(System.nanoTime());
        }
        return step == null ? seen : text(step);
    }

    private String text(Place place) {
        return place.method + " was called " + Amount.count(place.calls(), "time") + " in "
                + Amount.time(System.nanoTime() - startNanos) + ", by thread " + place.thread;
    }

    /** Returns the methods with most of the time of the busiest thread, the outermost first. */
    private String mostTime() {
        Optional<Place> busy = places().max(Comparator.comparingInt(place -> place.running));
        return places().filter(place -> place.thread.equals(busy.orElseThrow().thread))
                .filter(place -> isMost(place.samples, List.of(busy.orElseThrow())))
                .sorted(Comparator.comparingInt(place -> place.depth))
                .map(place ->
                        place.method + (place.calls() < 2 ? "" : " (" + Amount.count(place.calls(), "call") + ")"))
                .collect(Collectors.collectingAndThen(
                        Collectors.joining(", "),
                        names -> names.isEmpty()
                                ? ""
                                : "no counted method is clearly a step; most samples are in " + names + NOT_COUNTED));
    }
}
