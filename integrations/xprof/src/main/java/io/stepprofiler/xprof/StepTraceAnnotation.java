package io.stepprofiler.xprof;

import io.stepprofiler.StepScope;
import java.util.Map;

/**
 * An annotation that is a step of the training, the counterpart of {@code jax.profiler.StepTraceAnnotation}.
 *
 * <pre>{@code
 * try (StepTraceAnnotation ignored = StepTraceAnnotation.open("train", step)) {
 *     train(batches.next());
 * }
 * }</pre>
 *
 * <p>In a session of {@link XProf} it is a step of the trace, by which XProf, TensorBoard and tables group the events
 * inside, and a scope of its name with the argument {@code step_num}; XProf shows it as {@code train 40}. See {@link
 * StepScope} for other profiles, for steps of several threads, and for nested steps. Never throws.
 */
public final class StepTraceAnnotation implements AutoCloseable {
    /** The argument that XProf recognizes as the number of a step. */
    static final String STEP_NUMBER = "step_num";

    private final StepScope step;

    private StepTraceAnnotation(StepScope step) {
        this.step = step;
    }

    /**
     * Begins a step.
     *
     * @param name name of the event, without the number, such as {@code train}; as for
     *     {@link TraceAnnotation#open(String)} if it is null, empty or long
     * @param stepNumber number of the step; below 0 it is a scope in files, because viewers know no such steps
     * @return the step to close, never null
     */
    public static StepTraceAnnotation open(String name, long stepNumber) {
        StepScope step = StepScope.open(name, stepNumber);
        step.scope().arg(STEP_NUMBER, stepNumber);
        return new StepTraceAnnotation(step);
    }

    /**
     * Begins a step with metadata.
     *
     * @param name as for {@link #open(String, long)}
     * @param stepNumber number of the step
     * @param metadata as for {@link TraceAnnotation#setMetadata(Map)}
     * @return the step to close, never null
     */
    public static StepTraceAnnotation open(String name, long stepNumber, Map<String, ?> metadata) {
        return open(name, stepNumber).setMetadata(metadata);
    }

    /**
     * Attaches values; see {@link TraceAnnotation#setMetadata(Map)}.
     *
     * @param metadata values by name; null for none
     * @return this step
     */
    public StepTraceAnnotation setMetadata(Map<String, ?> metadata) {
        AnnotationMetadata.attach(step.scope(), metadata);
        return this;
    }

    /** Ends the step now. */
    @Override
    public void close() {
        step.close();
    }
}
