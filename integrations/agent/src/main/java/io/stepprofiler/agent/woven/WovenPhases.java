package io.stepprofiler.agent.woven;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Calls in the step method that may be phases, identified by the number that is woven around each. The thread that runs
 * the step measures them while they are tried; any thread records them. A call that is left alone costs the load of its
 * state. Never throws.
 */
public final class WovenPhases {
    /** Maximum number of sites in the life of a process: {@value}. */
    public static final int MAX_SITES = 1 << 10;

    /** Steps after which earlier ones weigh half, so that measurements follow the compiler. */
    private static final int AGE_STEPS = 64;

    private static final Phase[] PHASES = new Phase[MAX_SITES];
    private static final Map<PhaseSite, Integer> NUMBERS = new HashMap<>();

    /** Known sites, in the order of the code. */
    private static volatile List<Phase> phases = List.of();

    private static int used;
    private static volatile boolean trying;

    /** Thread that is in the step method while calls are tried. */
    private static volatile @Nullable Thread stepping;

    // Written by the stepping thread.
    private static long startNanos;
    private static long endNanos;
    private static int steps;
    private static long stepNanos;
    private static long methodNanos;

    static {
        Phase none = new Phase(new PhaseSite("(none)", "", ""));
        none.leave();
        Arrays.fill(PHASES, none);
    }

    private WovenPhases() {}

    /**
     * {@return the number of a site, assigned on first use; empty if there are too many}
     *
     * @param site the site
     */
    public static OptionalInt number(PhaseSite site) {
        synchronized (NUMBERS) {
            Integer known = NUMBERS.get(site);
            if (known != null) {
                return OptionalInt.of(known);
            }
            if (used == MAX_SITES) {
                return OptionalInt.empty();
            }
            PHASES[used] = new Phase(site);
            NUMBERS.put(site, used);
            phases = Stream.concat(phases.stream(), Stream.of(PHASES[used])).toList();
            return OptionalInt.of(used++);
        }
    }

    /**
     * {@return a token for {@link #exit}}
     *
     * @param number the number of the site whose call begins
     */
    public static long enter(int number) {
        Phase phase = PHASES[number];
        return phase.isOff() ? 0 : phase.enter();
    }

    /**
     * Ends a call.
     *
     * @param number the number of the site
     * @param token from {@link #enter}
     */
    public static void exit(int number, long token) {
        if (token != 0) {
            PHASES[number].exit(token);
        }
    }

    /**
     * Measures all sites from the next step on, also sites that are woven later. Earlier measurements are forgotten: the
     * first steps of a program are so long that they would hide the phases of a warm one.
     */
    public static void beginTrial() {
        phases.forEach(Phase::forgetMeasurements);
        forgetSteps();
        endNanos = System.nanoTime();
        trying = true;
    }

    /** Ends the measurement. */
    public static void endTrial() {
        trying = false;
        stepping = null;
    }

    /** Leaves all sites alone and forgets them: code that is woven later gets new numbers. */
    public static void forget() {
        endTrial();
        synchronized (NUMBERS) {
            phases.forEach(Phase::leave);
            phases = List.of();
            NUMBERS.clear();
        }
        forgetSteps();
    }

    private static void forgetSteps() {
        steps = 0;
        stepNanos = 0;
        methodNanos = 0;
    }

    /** {@return the known sites, in the order of the code} */
    public static List<Phase> phases() {
        return phases;
    }

    /** {@return the measurements so far, for the thread that has just ended a step} */
    public static PhaseTrial trial() {
        return new PhaseTrial(
                steps,
                stepNanos,
                methodNanos,
                phases.stream().map(Phase::measured).toList());
    }

    static boolean isStepping() {
        return stepping == Thread.currentThread();
    }

    /** Reports that the calling thread enters the step method. */
    static void stepBegan() {
        if (trying) {
            phases.forEach(Phase::stepBegan);
            startNanos = System.nanoTime();
            stepping = Thread.currentThread();
        }
    }

    /** Reports that the calling thread leaves the step method. */
    static void stepEnded() {
        Phase.endAll();
        if (isStepping()) {
            stepping = null;
            addStep(System.nanoTime());
        }
    }

    private static void addStep(long now) {
        phases.forEach(Phase::stepEnded);
        methodNanos += now - startNanos;
        stepNanos += now - endNanos;
        endNanos = now;
        steps++;
        if (steps == 2 * AGE_STEPS) {
            phases.forEach(Phase::age);
            steps /= 2;
            stepNanos /= 2;
            methodNanos /= 2;
        }
    }
}
