package io.stepprofiler.djl.woven;

import ai.djl.ndarray.NDList;
import ai.djl.training.Trainer;
import io.stepprofiler.Label;
import io.stepprofiler.Scope;
import io.stepprofiler.djl.recording.WovenFailures;
import io.stepprofiler.djl.recording.WovenSource;
import io.stepprofiler.djl.training.PhaseNames;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * Recorder of the phases of training, as scopes: each {@code enter} returns a token for {@link #exit} or for the method
 * that ends the phase.
 *
 * <p>Parameters have the type Object, here as in the other classes: calls from the class loader of DJL's classes, which
 * may not see ours, are linked by these types.
 */
public final class WovenTraining {
    private static final Label FORWARD = Label.of(PhaseNames.FORWARD);
    private static final Label EVALUATE = Label.of("evaluate");
    private static final Label OPTIMIZER = Label.of(PhaseNames.OPTIMIZER);

    private static final Map<Trainer, TrainerState> TRAINERS = Collections.synchronizedMap(new WeakHashMap<>());

    /** Samples of the last loaded batch, until a forward pass takes it. */
    private static volatile int loaded;

    private WovenTraining() {}

    /**
     * {@return a token for the end of a forward pass}
     *
     * @param trainer the trainer
     * @param data its input
     */
    public static long enterForward(Object trainer, Object data) {
        if (Scope.isRecording()) {
            try {
                of(trainer).forwarding((NDList) data);
            } catch (Throwable e) {
                WovenFailures.count(e);
            }
        }
        return Scope.begin(FORWARD);
    }

    /**
     * Ends a forward pass.
     *
     * @param token its token
     * @param trainer the trainer
     */
    public static void exitForward(long token, Object trainer) {
        Scope.end(token);
        WovenSource.noteTraining();
        if (Scope.isRecording()) {
            try {
                int samples = loaded;
                loaded = 0;
                of(trainer).forwarded((Trainer) trainer, samples);
            } catch (Throwable e) {
                WovenFailures.count(e);
            }
        }
    }

    /**
     * {@return a token for the end of a forward pass without training}
     *
     * @param trainer the trainer
     */
    public static long enterEvaluate(Object trainer) {
        try {
            loaded = 0;
            of(trainer).interrupted();
        } catch (Throwable e) {
            WovenFailures.count(e);
        }
        return Scope.begin(EVALUATE);
    }

    /** {@return a token for the end of the update of parameters} */
    public static long enterOptimizer() {
        return Scope.begin(OPTIMIZER);
    }

    /**
     * Ends the update of parameters.
     *
     * @param token its token
     * @param trainer the trainer
     */
    public static void exitOptimizer(long token, Object trainer) {
        Scope.end(token);
        try {
            of(trainer).stepped();
        } catch (Throwable e) {
            WovenFailures.count(e);
        }
    }

    /**
     * Records the values of the evaluators for the last batch.
     *
     * @param trainer the trainer of the evaluators
     */
    public static void evaluated(Object trainer) {
        if (Scope.isRecording()) {
            try {
                of(trainer).evaluated((Trainer) trainer);
            } catch (Throwable e) {
                WovenFailures.count(e);
            }
        }
    }

    /**
     * Ends a phase.
     *
     * @param token its token
     */
    public static void exit(long token) {
        Scope.end(token);
    }

    static void loaded(int samples) {
        loaded = samples;
    }

    private static TrainerState of(Object trainer) {
        return TRAINERS.computeIfAbsent((Trainer) trainer, TrainerState::new);
    }
}
