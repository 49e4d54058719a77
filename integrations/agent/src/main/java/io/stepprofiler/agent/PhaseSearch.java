package io.stepprofiler.agent;

import io.stepprofiler.agent.weaving.MethodPattern;
import io.stepprofiler.agent.woven.Phase;
import io.stepprofiler.agent.woven.PhaseSite;
import io.stepprofiler.agent.woven.PhaseTrial;
import io.stepprofiler.agent.woven.WovenPhases;
import io.stepprofiler.clock.Ticks;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Search for the phases of the program's own step method. Between windows, calls in it are measured; when a window is
 * about to begin, the longest ones are chosen and recorded from then on. A choice from few steps holds for one window.
 *
 * <p>Called by the thread that has ended a step. Safe on any thread.
 */
final class PhaseSearch {
    /** Measured steps from which on a choice is final. */
    private static final int ENOUGH_STEPS = 50;

    /** Measured steps and time after which the choice does not wait for a window: measuring costs time, too. */
    private static final int MOST_STEPS = 200;

    private static final long MOST_NANOS = Duration.ofSeconds(2).toNanos();

    /** Cost of a scope, which reads the clock at both ends and writes its event, in readings of the clock. */
    private static final int READINGS_A_SCOPE = 3;

    private static final int BATCHES = 20;
    private static final int READINGS = 100;

    private final String step;
    private final Supplier<PhaseTrial> trial;
    private final Consumer<String> messages;
    private final long startNanos = System.nanoTime();
    private String said = "";
    private int steps;
    private boolean measuring = true;
    private boolean done;
    private boolean ended;

    /**
     * Begins a search.
     *
     * @param step the step method
     * @param trial the measurements so far
     * @param messages receives the names of the phases; on a thread of its own, because it may wait
     */
    PhaseSearch(MethodPattern step, Supplier<PhaseTrial> trial, Consumer<String> messages) {
        this.step = step.type().substring(step.type().lastIndexOf('.') + 1) + "." + step.method();
        this.trial = trial;
        this.messages = messages;
        WovenPhases.beginTrial();
    }

    /** Continues the search after a step; the next one is idle if no window is open in it. */
    synchronized void stepEnded(boolean nextIsIdle) {
        if (done) {
            return;
        }
        if (measuring) {
            steps++;
            boolean last = steps >= MOST_STEPS && System.nanoTime() - startNanos >= MOST_NANOS;
            if (last || !nextIsIdle) {
                measuring = false;
                done = last || steps >= ENOUGH_STEPS;
                choose();
            }
        } else if (nextIsIdle) {
            measuring = true;
            WovenPhases.phases().forEach(Phase::tryOut);
            WovenPhases.beginTrial();
        }
    }

    /** Ends the search without phases. */
    synchronized void end() {
        if (!ended) {
            ended = true;
            done = true;
            WovenPhases.forget();
        }
    }

    private void choose() {
        PhaseChoice choice = PhaseChoice.of(trial.get(), READINGS_A_SCOPE * nanosOfReading());
        WovenPhases.endTrial();
        List<PhaseSite> chosen = choice.phases();
        for (Phase each : WovenPhases.phases()) {
            if (chosen.contains(each.site())) {
                each.record();
            } else {
                each.leave();
            }
        }
        String names = choice.toString();
        if (!names.isEmpty() && !names.equals(said)) {
            said = names;
            Thread thread = new Thread(
                    () -> messages.accept("phases of " + step + ": " + names + "; phases=off leaves them out"),
                    "step-profiler-agent-phases");
            thread.setDaemon(true);
            thread.start();
        }
    }

    /** Returns the fastest of some measurements: others were interrupted, or not yet compiled. */
    private static double nanosOfReading() {
        long fastest = Long.MAX_VALUE;
        for (int batch = 0; batch < BATCHES; batch++) {
            long start = System.nanoTime();
            for (int i = 0; i < READINGS; i++) {
                Ticks.now();
            }
            fastest = Math.min(fastest, System.nanoTime() - start);
        }
        return (double) fastest / READINGS;
    }
}
