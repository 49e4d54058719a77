package io.stepprofiler;

import io.stepprofiler.trace.Trace;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * The windows that profiles of this process finish, for those who want to know of all of them without being a handler
 * of each, such as a server. Snapshots of a history are windows, too; captures are none. All methods may be called on
 * any thread.
 */
public final class FinishedWindows {
    private static final List<Consumer<Trace>> LISTENERS = new CopyOnWriteArrayList<>();

    private FinishedWindows() {}

    /**
     * Has each window told from now on, as soon as it has been put together, on the thread that did so: before the
     * handlers get it, which wait meanwhile.
     *
     * @param listener is to be quick; what it throws is listed by the profile's {@link Profile#failures()}
     * @return ends it
     */
    public static Runnable listen(Consumer<Trace> listener) {
        Objects.requireNonNull(listener, "listener");
        LISTENERS.add(listener);
        return () -> LISTENERS.remove(listener);
    }

    static void tell(Trace trace, Failures failures) {
        for (Consumer<Trace> listener : LISTENERS) {
            try {
                listener.accept(trace);
            } catch (RuntimeException | Error e) {
                failures.add(
                        ProfileFailure.Kind.RECORDING_FAILED, "Who listens was not told of trace " + trace.id(), e);
            }
        }
    }
}
