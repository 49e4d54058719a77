package io.stepprofiler.djl.recording;

import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.source.Activity;
import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySource;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Source that passes the options of a window to woven code, and notes the recording layer in the trace: native
 * operations, else woven operations, else trainer phases. Must follow the native source, if there is one, in the order
 * of the profile's sources.
 */
public final class WovenSource implements ActivitySource {
    /** Metadata key of the layer that ran, with the reason. */
    public static final String KEY = "djl layer";

    private static final AtomicReference<@Nullable WovenRecording> CURRENT = new AtomicReference<>();

    private static volatile boolean trained;

    private final boolean operations;
    private final NativeLayer nativeLayer;
    private final Runnable weave;
    private final AtomicBoolean asked = new AtomicBoolean();

    private WovenSource(boolean operations, NativeLayer nativeLayer, Runnable weave) {
        this.operations = operations;
        this.nativeLayer = nativeLayer;
        this.weave = weave;
    }

    /**
     * {@return the source of operations that are not woven yet}
     *
     * @param operations true to record operations by woven code if the native layer does not
     * @param nativeLayer the native layer
     * @param weave weaves the operations; called once, when the native layer is known not to record them, on the
     *     training thread
     */
    public static WovenSource create(boolean operations, NativeLayer nativeLayer, Runnable weave) {
        return new WovenSource(operations, nativeLayer, weave);
    }

    @Override
    public Activity activity() {
        return Activity.CPU;
    }

    /** {@inheritDoc} It delivers only notes: woven code records on its own thread. */
    @Override
    public boolean collectsWhileOpen() {
        return true;
    }

    /** Lets warm-up steps run the same code as recorded steps. */
    @Override
    public void prepare() {
        boolean woven = wovenBeside(nativeLayer.recordsOperations());
        CURRENT.set(new WovenRecording(new WovenRecording.Wanted(woven, true, false, false), ""));
    }

    @Override
    public ActivityRecording start(RecordingOptions options) {
        boolean nativeOperations = nativeLayer.recordsOperations();
        WovenRecording.Wanted wanted = new WovenRecording.Wanted(
                wovenBeside(nativeOperations),
                options.recordShapes(),
                options.profileMemory(),
                options.profileMemory() && !nativeLayer.recordsMemory());
        WovenRecording recording = new WovenRecording(wanted, seen(nativeOperations));
        CURRENT.set(recording);
        return recording;
    }

    private boolean wovenBeside(boolean nativeOperations) {
        boolean woven = operations && !nativeOperations;
        if (woven && !asked.getAndSet(true)) {
            weave.run();
        }
        return woven;
    }

    private String seen(boolean nativeOperations) {
        if (nativeOperations) {
            return "native operations (" + nativeLayer.status() + "), blocks, trainer phases";
        }
        return (operations ? "woven operations, blocks, trainer phases (" : "blocks, trainer phases (operations off; ")
                + nativeLayer.status() + ")";
    }

    /** {@return the recording of the window; null if there is none} */
    public static @Nullable WovenRecording current() {
        return CURRENT.get();
    }

    /** Notes that a training runs: only then do traces name a layer. */
    public static void noteTraining() {
        trained = true;
    }

    static boolean hasTraining() {
        return trained;
    }

    static void ended(WovenRecording recording) {
        CURRENT.compareAndSet(recording, null);
    }
}
