package io.stepprofiler.schedule.transition;

import static io.stepprofiler.schedule.ProfilerAction.NONE;
import static io.stepprofiler.schedule.ProfilerAction.RECORD;
import static io.stepprofiler.schedule.ProfilerAction.WARMUP;
import static io.stepprofiler.schedule.transition.Operation.PREPARE;
import static io.stepprofiler.schedule.transition.Operation.PUBLISH;
import static io.stepprofiler.schedule.transition.Operation.START;
import static io.stepprofiler.schedule.transition.Operation.STOP;
import static io.stepprofiler.schedule.transition.Transition.run;

import io.stepprofiler.schedule.ProfilerAction;

/**
 * Complete table from (action of the last step, action of the next step or exit) to operations.
 *
 * <p>The table is total by construction: a row has a component for each destination, and the rows are chosen by a
 * switch that the compiler rejects when an action is missing. It agrees, pair by pair, with the action map of {@code
 * torch.profiler.profile} (PyTorch 2.13).
 */
public final class TransitionTable {
    private static final Row FROM_NONE =
            new Row(run(), run(PREPARE), run(PREPARE, START), run(PREPARE, START), run(), run());

    private static final Row FROM_WARMUP = new Row(
            run(START, STOP).warning(WARMUP, NONE),
            run(),
            run(START),
            run(START),
            run(START, STOP, PUBLISH),
            run(START, STOP));

    private static final Row FROM_RECORD = new Row(
            run(STOP).warning(RECORD, NONE),
            run(STOP).warning(RECORD, WARMUP),
            run(),
            run(),
            run(STOP, PUBLISH),
            run(STOP, PUBLISH));

    private static final Row FROM_RECORD_AND_SAVE = new Row(
            run(STOP, PUBLISH),
            run(STOP, PUBLISH, PREPARE),
            run(STOP, PUBLISH, PREPARE, START),
            run(STOP, PUBLISH, PREPARE, START),
            run(STOP, PUBLISH),
            run(STOP, PUBLISH));

    private static final Row FROM_DEVICE_STOPPED =
            new Row(run(), run(PREPARE), run(PREPARE, START), run(PREPARE, START), run(), run());

    private TransitionTable() {}

    /**
     * {@return the transition from a step with action {@code from} to a step with action {@code to}}
     *
     * @param from action of the step that ends
     * @param to action of the step that begins
     */
    public static Transition between(ProfilerAction from, ProfilerAction to) {
        Row row = row(from);
        return switch (to) {
            case NONE -> row.none;
            case WARMUP -> row.warmup;
            case RECORD -> row.record;
            case RECORD_AND_SAVE -> row.recordAndSave;
            case DEVICE_STOPPED -> row.deviceStopped;
        };
    }

    /**
     * {@return the transition when profiling ends during a step with action {@code from}}
     *
     * @param from action of the step in which profiling ends
     */
    public static Transition onExit(ProfilerAction from) {
        return row(from).exit;
    }

    private static Row row(ProfilerAction from) {
        return switch (from) {
            case NONE -> FROM_NONE;
            case WARMUP -> FROM_WARMUP;
            case RECORD -> FROM_RECORD;
            case RECORD_AND_SAVE -> FROM_RECORD_AND_SAVE;
            case DEVICE_STOPPED -> FROM_DEVICE_STOPPED;
        };
    }

    private record Row(
            Transition none,
            Transition warmup,
            Transition record,
            Transition recordAndSave,
            Transition deviceStopped,
            Transition exit) {}
}
