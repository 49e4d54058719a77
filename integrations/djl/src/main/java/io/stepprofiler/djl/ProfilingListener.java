package io.stepprofiler.djl;

import ai.djl.training.Trainer;
import ai.djl.training.listener.TrainingListener;
import io.stepprofiler.Profile;
import io.stepprofiler.ProfileBuilder;
import io.stepprofiler.handlers.tensorboard.TensorBoardHandler;
import io.stepprofiler.schedule.Schedule;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Profiles a training with DJL, given to its configuration as a listener.
 *
 * <pre>{@code config.addTrainingListeners(ProfilingListener.to(Path.of("log")));}</pre>
 *
 * <p>The profile starts with the trainer and is closed with it. If the virtual machine ends before, the profile
 * delivers what is recorded ({@link io.stepprofiler.DeliveryOptions#exitTimeout()}). Each call of {@link Trainer#step()} ends a step of
 * the profile. Traces have the phases of the trainer ({@link TrainerPhases}); counters of what DJL computes anyway:
 * {@code loss} and the other evaluators, if the trainer has an {@link
 * ai.djl.training.listener.EvaluatorTrainingListener}, {@code samples/s}, {@code epochs}; and, if the profile records
 * memory, what the memory of parameters, gradients and batches on the host is for, with the PyTorch engine. Blocks are
 * not seen this way. Validation belongs to the step that comes after it.
 *
 * <p>What it knows it knows from the trainer's {@link ai.djl.metric.Metrics}: between the trainer and those it puts its
 * own, which behave like them. Where the program sets metrics after it has made the trainer, the listener sees the
 * training from the end of the first batch on if it runs with {@link ai.djl.training.EasyTrain}, and nothing at all if
 * the program has a loop of its own that does not tell listeners of its batches: then create the metrics, or none, and
 * set them in a listener of the program's that comes before this one.
 *
 * <p>A process has room for one running profile: of several trainers at once the first is profiled, the others are
 * counted ({@link #unprofiledTrainers()}) and the first of them logged. A trainer that is never closed and never
 * collected keeps its profile. Nothing here throws into the training. Costs a few microseconds a step. For any thread.
 */
public final class ProfilingListener implements TrainingListener {
    private static final System.Logger LOGGER = System.getLogger(ProfilingListener.class.getName());

    private final Supplier<Profile> profiles;
    private final boolean closes;
    private final Incidents incidents = new Incidents();
    private final AtomicLong unprofiled = new AtomicLong();
    private @Nullable TrackedTraining training;

    private ProfilingListener(Supplier<Profile> profiles, boolean closes) {
        this.profiles = profiles;
        this.closes = closes;
    }

    /**
     * {@return a listener that writes traces for TensorBoard} It skips five steps, warms up for one, records three,
     * twice.
     *
     * @param directory the directory; created when needed
     */
    public static ProfilingListener to(Path directory) {
        return of(Profile.builder()
                .schedule(
                        Schedule.builder().wait(5).warmup(1).active(3).repeat(2).build())
                .onTraceReady(TensorBoardHandler.to(directory)));
    }

    /**
     * {@return a listener that profiles each trainer as the builder says}
     *
     * @param builder what profiles are to do; {@link TrainerPhases} are added to it
     */
    public static ProfilingListener of(ProfileBuilder builder) {
        return new ProfilingListener(builder.source(TrainerPhases.create())::start, true);
    }

    /**
     * {@return a listener that steps a profile, and does not close it}
     *
     * @param profile a profile, started by who has made it; it has phases if it was built with
     *     {@link TrainerPhases} as a source
     */
    public static ProfilingListener of(Profile profile) {
        Objects.requireNonNull(profile, "profile");
        return new ProfilingListener(() -> profile, false);
    }

    /** {@return how many trainers this listener has seen begin and could not profile} */
    public long unprofiledTrainers() {
        return unprofiled.get();
    }

    /** {@return how often something went wrong in this listener; the first is logged} */
    public long failureCount() {
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
                // A trainer that closes itself because it has become unreachable is not known by then.
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
        if (ended.steps() == 0) {
            LOGGER.log(
                    System.Logger.Level.WARNING,
                    "A trainer has ended without a step that the profiler saw: see the documentation of "
                            + ProfilingListener.class.getName() + " on metrics");
        }
        if (closes) {
            ended.profile().close();
        }
    }
}
