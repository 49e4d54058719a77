package io.stepprofiler;

import io.stepprofiler.event.StartupPhase;
import io.stepprofiler.startup.StartupClock;
import io.stepprofiler.trace.MetadataValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The phases from the beginning of this process to its first steps, for the question why the first step took so long to
 * come. Of each phase is known how long it took, and what the virtual machine did meanwhile: classes it loaded and
 * initialized, libraries it mapped, methods it compiled, garbage it collected.
 *
 * <p>The first profile of a process ends phases by itself: {@code program} where it starts, {@code profiler} where it
 * has started, {@code step 0} and so on at the ends of its first {@value Defaults#FIRST_STEPS} steps. A program that
 * calls {@link #ended} divides the time before the first step further. Each trace carries the phases so far as the
 * metadata entry {@value StartupPhase#METADATA_KEY}; the table is {@code TimeToFirstStep} of the module analysis.
 *
 * <p>Reads what the virtual machine counts anyway, at the end of a phase only and, of steps, between two of them: a few
 * milliseconds at first, half of one for later steps, nothing after the last. Nothing is switched on. Safe on any
 * thread; never throws.
 */
public final class Startup {
    static final Startup PROCESS = new Startup();

    private final List<StartupPhase> phases = new ArrayList<>();
    private @Nullable StartupClock clock;
    private boolean claimed;
    private boolean stepped;
    private volatile FirstSteps steps = FirstSteps.NONE;

    /** One of its own, for tests. */
    Startup() {}

    /**
     * Ends a phase of the start of this process; what follows belongs to the next one. Does nothing once the first step
     * has ended, nor beyond {@value Defaults#MAX_STARTUP_PHASES} phases: the time is part of the next phase then.
     *
     * @param phase what went on since the phase before, such as {@code load the model}; null is as an empty name
     */
    public static void ended(String phase) {
        PROCESS.end(phase == null ? "" : phase, System.nanoTime());
    }

    /**
     * Says that the program may have trained before anybody looked, such as where an agent is loaded into it: then it is
     * not known which step was its first, and there are no phases. Does nothing once a profile watches the first steps.
     */
    public static void missed() {
        PROCESS.miss();
    }

    /** {@return the phases so far, in the order of time; none where the first step was {@linkplain #missed missed}} */
    public static List<StartupPhase> phases() {
        return PROCESS.list();
    }

    synchronized void end(String phase, long nanos) {
        if (!stepped && phases.size() < Defaults.MAX_STARTUP_PHASES) {
            add(phase, -1, nanos, 0, true);
        }
    }

    /** Ends a phase; false if it cannot be read what the virtual machine did. */
    private synchronized boolean add(String phase, long step, long nanos, long profilerNanos, boolean withLibraries) {
        try {
            StartupClock known = clock;
            if (known == null) {
                known = new StartupClock();
                clock = known;
                known.virtualMachine().ifPresent(phases::add);
            }
            phases.add(known.phase(phase, step, nanos, profilerNanos, withLibraries));
            return true;
        } catch (RuntimeException | Error e) {
            // The training program must not notice, and has other worries if it is an error.
            return false;
        }
    }

    /** Ends the phase of a step; false if there is to be no further one. */
    synchronized boolean endStep(long number, long nanos, long profilerNanos) {
        // Those of later steps are found when the process is looked at again, if ever: looking takes milliseconds.
        boolean isFirst = !stepped;
        stepped = true;
        return add("step ".concat(Long.toString(number)), number, nanos, profilerNanos, isFirst);
    }

    synchronized void miss() {
        if (!claimed) {
            claimed = true;
            stepped = true;
            phases.clear();
        }
    }

    /** Answers the first steps of the process for the first profile that asks, and none to others. */
    synchronized FirstSteps claim(Metadata metadata) {
        if (claimed) {
            return FirstSteps.NONE;
        }
        claimed = true;
        steps = new FirstSteps(this, metadata);
        return steps;
    }

    /** The first steps of the process, if a profile watches them. */
    FirstSteps steps() {
        return steps;
    }

    /** Puts the phases so far into the metadata of every window that ends from now on. */
    void tell(Metadata metadata) {
        List<StartupPhase> known = list();
        if (!known.isEmpty()) {
            metadata.preset(StartupPhase.METADATA_KEY, new MetadataValue(StartupPhase.toText(known), false));
        }
    }

    synchronized List<StartupPhase> list() {
        return List.copyOf(phases);
    }
}
