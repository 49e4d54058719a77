package io.stepprofiler.djl.woven;

import io.stepprofiler.Label;
import io.stepprofiler.OpDetails;
import io.stepprofiler.Scope;
import io.stepprofiler.djl.recording.WovenFailures;
import io.stepprofiler.djl.recording.WovenRecording;
import io.stepprofiler.djl.recording.WovenSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Recorder of calls of the engine's operations from Java, for engines without a native source. */
public final class WovenEngineCalls {
    private static final Map<String, Label> LABELS = new ConcurrentHashMap<>();
    private static final ThreadLocal<OpDetails> DETAILS = ThreadLocal.withInitial(OpDetails::new);

    private WovenEngineCalls() {}

    /** {@return whether the arguments of operations are needed} */
    public static boolean isWanted() {
        return Scope.isRecording();
    }

    /**
     * {@return a token for {@link #exit}}
     *
     * @param name the name of the operation
     * @param arguments its arguments
     */
    public static long enter(String name, Object[] arguments) {
        WovenRecording recording = WovenSource.current();
        if (recording == null || !recording.operations() || OwnCalls.areMade()) {
            return 0;
        }
        try {
            Label label = LABELS.computeIfAbsent(name, key -> Label.of("djl::" + key));
            if (!recording.shapes()) {
                return Scope.begin(label);
            }
            OpDetails details = DETAILS.get().clear();
            DjlOperands.addTo(details, arguments);
            return Scope.begin(label, details);
        } catch (Throwable e) {
            WovenFailures.count(e);
            return 0;
        }
    }

    /**
     * Ends an operation.
     *
     * @param token its token
     */
    public static void exit(long token) {
        Scope.end(token);
    }
}
