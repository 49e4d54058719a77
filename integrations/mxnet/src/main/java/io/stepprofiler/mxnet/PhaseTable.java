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
import static io.stepprofiler.mxnet.ProfilerPhase.FINISHED;
import static io.stepprofiler.mxnet.ProfilerPhase.PAUSED;
import static io.stepprofiler.mxnet.ProfilerPhase.RUNNING;
import static io.stepprofiler.mxnet.ProfilerPhase.STOPPED;

import java.util.List;

/** Table from phase and command to the next phase and the effects; the compiler checks that it is complete. */
final class PhaseTable {
    /**
     * Result of a command.
     *
     * @param next the phase afterwards
     * @param effects the effects, in this order
     */
    record Step(ProfilerPhase next, List<Effect> effects) {}

    private PhaseTable() {}

    /** Returns the next phase and the effects of a command. */
    static Step step(ProfilerPhase from, Command command) {
        return switch (from) {
            case NEW ->
                switch (command) {
                    case CONFIGURE -> to(from, ADOPT);
                    case RUN -> to(RUNNING, OPEN, START);
                    case DUMP, FINISH -> to(from, REFUSE);
                    case STOP, PAUSE, RESUME, EXIT -> to(from);
                };
            case RUNNING ->
                switch (command) {
                    case CONFIGURE -> to(from, STOP, ADOPT, START);
                    case STOP -> to(STOPPED, STOP);
                    case PAUSE -> to(PAUSED, SUPPRESS);
                    case DUMP -> to(from, WRITE);
                    case FINISH, EXIT -> to(FINISHED, STOP, CLOSE);
                    case RUN, RESUME -> to(from);
                };
            case PAUSED ->
                switch (command) {
                    // The first SUPPRESS excludes events that are recorded until the second one takes effect.
                    case CONFIGURE -> to(from, STOP, ADOPT, SUPPRESS, START, SUPPRESS);
                    case RUN, RESUME -> to(RUNNING, ADMIT);
                    case STOP -> to(STOPPED, STOP);
                    case DUMP -> to(from, WRITE);
                    case FINISH, EXIT -> to(FINISHED, STOP, CLOSE);
                    case PAUSE -> to(from);
                };
            case STOPPED ->
                switch (command) {
                    case CONFIGURE -> to(from, ADOPT);
                    case RUN -> to(RUNNING, START);
                    case DUMP -> to(from, WRITE);
                    case FINISH, EXIT -> to(FINISHED, CLOSE);
                    case STOP, PAUSE, RESUME -> to(from);
                };
            case FINISHED ->
                switch (command) {
                    case CONFIGURE -> to(from, ADOPT);
                    case RUN -> to(RUNNING, OPEN, START);
                    case STOP, PAUSE, RESUME, DUMP, FINISH, EXIT -> to(from);
                };
        };
    }

    private static Step to(ProfilerPhase next, Effect... effects) {
        return new Step(next, List.of(effects));
    }
}
