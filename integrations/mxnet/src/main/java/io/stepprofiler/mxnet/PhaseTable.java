package io.stepprofiler.mxnet;

import static io.stepprofiler.mxnet.Effect.ADMIT;
import static io.stepprofiler.mxnet.Effect.ADOPT;
import static io.stepprofiler.mxnet.Effect.CLOSE;
import static io.stepprofiler.mxnet.Effect.OPEN;
import static io.stepprofiler.mxnet.Effect.REFUSE;
import static io.stepprofiler.mxnet.Effect.START;
import static io.stepprofiler.mxnet.Effect.STOP;
import static io.stepprofiler.mxnet.Effect.SUPPRESS;
import static io.stepprofiler.mxnet.Effect.WRITE;
import static io.stepprofiler.mxnet.Phase.FINISHED;
import static io.stepprofiler.mxnet.Phase.NEW;
import static io.stepprofiler.mxnet.Phase.PAUSED;
import static io.stepprofiler.mxnet.Phase.RUNNING;
import static io.stepprofiler.mxnet.Phase.STOPPED;

import java.util.List;

/**
 * The complete table from phase and command to the next phase and what is done.
 *
 * <p>It is total by construction: a row has a component for each command, and the rows are chosen by a switch that the
 * compiler rejects when a phase is missing.
 */
final class PhaseTable {
    /**
     * What a command leads to.
     *
     * @param next the phase afterwards
     * @param effects what is done, in this order
     */
    record Step(Phase next, List<Effect> effects) {}

    private static final Row FROM_NEW = new Row(
            to(NEW, ADOPT),
            to(RUNNING, OPEN, START),
            to(NEW),
            to(NEW),
            to(NEW),
            to(NEW, REFUSE),
            to(NEW, REFUSE),
            to(NEW));

    private static final Row FROM_RUNNING = new Row(
            to(RUNNING, STOP, ADOPT, START),
            to(RUNNING),
            to(STOPPED, STOP),
            to(PAUSED, SUPPRESS),
            to(RUNNING),
            to(RUNNING, WRITE),
            to(FINISHED, STOP, CLOSE),
            to(FINISHED, STOP, CLOSE));

    /** A pause goes on over a start: until that is over, what begins is recorded, and would be profiled. */
    private static final Row FROM_PAUSED = new Row(
            to(PAUSED, STOP, ADOPT, SUPPRESS, START, SUPPRESS),
            to(RUNNING, ADMIT),
            to(STOPPED, STOP),
            to(PAUSED),
            to(RUNNING, ADMIT),
            to(PAUSED, WRITE),
            to(FINISHED, STOP, CLOSE),
            to(FINISHED, STOP, CLOSE));

    private static final Row FROM_STOPPED = new Row(
            to(STOPPED, ADOPT),
            to(RUNNING, START),
            to(STOPPED),
            to(STOPPED),
            to(STOPPED),
            to(STOPPED, WRITE),
            to(FINISHED, CLOSE),
            to(FINISHED, CLOSE));

    private static final Row FROM_FINISHED = new Row(
            to(FINISHED, ADOPT),
            to(RUNNING, OPEN, START),
            to(FINISHED),
            to(FINISHED),
            to(FINISHED),
            to(FINISHED),
            to(FINISHED),
            to(FINISHED));

    private PhaseTable() {}

    /** What a command leads to. */
    static Step step(Phase from, Command command) {
        Row row = row(from);
        return switch (command) {
            case CONFIGURE -> row.configure;
            case RUN -> row.run;
            case STOP -> row.stop;
            case PAUSE -> row.pause;
            case RESUME -> row.resume;
            case DUMP -> row.dump;
            case FINISH -> row.finish;
            case EXIT -> row.exit;
        };
    }

    private static Step to(Phase next, Effect... effects) {
        return new Step(next, List.of(effects));
    }

    private static Row row(Phase from) {
        return switch (from) {
            case NEW -> FROM_NEW;
            case RUNNING -> FROM_RUNNING;
            case PAUSED -> FROM_PAUSED;
            case STOPPED -> FROM_STOPPED;
            case FINISHED -> FROM_FINISHED;
        };
    }

    private record Row(
            Step configure, Step run, Step stop, Step pause, Step resume, Step dump, Step finish, Step exit) {}
}
