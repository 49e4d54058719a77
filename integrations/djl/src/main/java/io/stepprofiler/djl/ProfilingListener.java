package io.stepprofiler.djl;

import ai.djl.training.Trainer;
import ai.djl.training.listener.TrainingListener;
import io.stepprofiler.Profile;
import io.stepprofiler.ProfileBuilder;
import io.stepprofiler.handlers.tensorboard.TensorBoardHandler;
import io.stepprofiler.schedule.Schedule;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Listener that profiles a training with DJL.
 *
 * <pre>{@code config.addTrainingListeners(ProfilingListener.to(Path.of("log")));}</pre>
 *
 * <p>The profile starts with the trainer and is closed with it. If the virtual machine ends earlier, the profile
 * delivers the recorded events ({@link io.stepprofiler.DeliveryOptions#withExitTimeout}). Each call of
 * {@link Trainer#step()} ends a step of the profile. Traces have the phases of the trainer: data loading, forward pass,
 * loss and backward pass, metrics, optimizer, validation; counters of values that DJL computes anyway: {@code loss} and
 * the other evaluators, if the trainer has an {@link ai.djl.training.listener.EvaluatorTrainingListener}, {@code
 * samples/s}, {@code epochs}; and, if the profile records memory and the engine is PyTorch, the category of the memory
 * of parameters, gradients and batches on the host. Blocks are not recorded. Validation belongs to the step after it.
 *
 * <p>The listener observes the trainer's {@link ai.djl.metric.Metrics}: it wraps them in its own, which behave alike.
 * If the program sets metrics after it has created the trainer, the listener sees the training from the end of the
 * first batch on with {@link ai.djl.training.EasyTrain}, and nothing if the program has its own loop that does not
 * notify listeners of batches: then set the metrics, or none, in a listener of the program that precedes this one.
 *
 * <p>A process can run one profile at a time: of several concurrent trainers the first is profiled, the others are not,
 * and the first of these is logged. A trainer that is never closed and never collected keeps its profile. Never throws
 * into the training. Costs a few microseconds per step. Thread-safe.
 */
public final class ProfilingListener implements TrainingListener {
    private static final System.Logger LOGGER = System.getLogger(ProfilingListener.class.getName());

    private final Supplier<Profile> profiles;
    private final DjlFailureLog incidents = new DjlFailureLog();
    private final AtomicLong unprofiled = new AtomicLong();
    private long withoutSteps;
    private @Nullable TrackedTraining training;

    private ProfilingListener(Supplier<Profile> profiles) {
        this.profiles = profiles;
    }

    /**
     * {@return a listener that writes traces for TensorBoard} Twice, it skips five steps, warms up for one, and records
     * three.
     *
     * @param directory the directory; created if needed
     */
    public static ProfilingListener to(Path directory) {
        return of(Profile.builder()
                .schedule(
                        Schedule.builder().wait(5).warmup(1).active(3).repeat(2).build())
                .onTraceReady(TensorBoardHandler.to(directory)));
    }

    /**
     * {@return a listener that profiles each trainer with a profile of the builder}
     *
     * @param builder configuration of the profiles; the source of the phases is added to it
     */
    public static ProfilingListener of(ProfileBuilder builder) {
        return new ProfilingListener(builder.source(new TrainerPhases())::start);
    }

    /** {@return the number of trainers that this listener could not profile} */
    long unprofiledTrainers() {
        return unprofiled.get();
    }

    /** {@return the number of failures in this listener; the first is logged} */
    long failureCount() {
        return incidents.count();
    }

    @Override
    public void onTrainingBegin(Trainer trainer) {
        incidents.attempt("onTrainingBegin", () -> begin(trainer));
    }

    private synchronized void begin(Trainer trainer) {
        TrackedTraining present = training;
        if (present != null && present.isAbandoned()) {
            endTraining(present);
            present = null;
        }
        if (present != null) {
            refuse("another trainer of this listener is being profiled");
            return;
        }
        Profile profile;
        try {
            profile = profiles.get();
        } catch (RuntimeException e) {
            refuse(e.getMessage());
            return;
        }
        TrackedTraining begun = new TrackedTraining(trainer, profile, incidents);
        training = begun;
        begun.attach(trainer);
    }

    private void refuse(@Nullable String why) {
        if (unprofiled.getAndIncrement() == 0) {
            LOGGER.log(System.Logger.Level.WARNING, "A trainer is not profiled: " + why);
        }
    }

    @Override
    public void onTrainingBatch(Trainer trainer, BatchData batchData) {
        incidents.attempt("onTrainingBatch", () -> {
            TrackedTraining own = trainingOf(trainer);
            if (own != null) {
                own.attach(trainer);
                own.batchTrained(batchData.getBatch());
            }
        });
    }

    @Override
    public void onValidationBatch(Trainer trainer, BatchData batchData) {
        incidents.attempt("onValidationBatch", () -> {
            TrackedTraining own = trainingOf(trainer);
            if (own != null) {
                own.batchValidated();
            }
        });
    }

    @Override
    public void onEpoch(Trainer trainer) {
        incidents.attempt("onEpoch", () -> {
            TrackedTraining own = trainingOf(trainer);
            if (own != null) {
                own.epochEnded();
            }
        });
    }

    @Override
    public void onTrainingEnd(Trainer trainer) {
        incidents.attempt("onTrainingEnd", () -> {
            synchronized (this) {
                TrackedTraining present = training;
                // A trainer that is closed because it has become unreachable is no longer known.
                if (present != null && (present.isOf(trainer) || present.isAbandoned())) {
                    present.detach(trainer);
                    endTraining(present);
                }
            }
        });
    }

    private synchronized @Nullable TrackedTraining trainingOf(Trainer trainer) {
        TrackedTraining present = training;
        return present != null && present.isOf(trainer) ? present : null;
    }

    private void endTraining(TrackedTraining ended) {
        training = null;
        if (ended.steps() == 0 && withoutSteps++ == 0) {
            LOGGER.log(
                    System.Logger.Level.WARNING,
                    "A trainer has ended, and the profiler recorded no step of it: see the documentation of "
                            + ProfilingListener.class.getName() + " on metrics");
        }
        ended.profile().close();
    }
}
