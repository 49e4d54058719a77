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
import static io.stepprofiler.mxnet.Phase.PAUSED;
import static io.stepprofiler.mxnet.Phase.RUNNING;
import static io.stepprofiler.mxnet.Phase.STOPPED;

import java.util.List;

/** The complete table from phase and command to the next phase and what is done; the compiler sees that it is total. */
final class PhaseTable {
    /**
     * What a command leads to.
     *
     * @param next the phase afterwards
     * @param effects what is done, in this order
     */
    record Step(Phase next, List<Effect> effects) {}

    private PhaseTable() {}

    /** What a command leads to. */
    static Step step(Phase from, Command command) {
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
                    // A pause goes on over a start: until that is over, what begins is recorded, and would be profiled.
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

    private static Step to(Phase next, Effect... effects) {
        return new Step(next, List.of(effects));
    }
}
