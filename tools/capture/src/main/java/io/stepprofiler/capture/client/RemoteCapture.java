package io.stepprofiler.capture.client;

import io.stepprofiler.capture.proto.v1.CaptureSpec;
import java.time.Duration;

/**
 * Request for a capture of a running job. Immutable: each method returns a changed request. The server checks the
 * values: {@link CaptureClient#capture} fails if one is not allowed.
 */
public final class RemoteCapture {
    private final CaptureSpec spec;

    private RemoteCapture(CaptureSpec spec) {
        this.spec = spec;
    }

    /**
     * {@return a capture of the next steps, with one step of warm-up, as a Chrome trace}
     *
     * @param steps number of steps, 1 to 10,000
     */
    public static RemoteCapture ofSteps(int steps) {
        return new RemoteCapture(CaptureSpec.newBuilder().setSteps(steps).build());
    }

    /**
     * {@return a capture for a duration from now on, as a Chrome trace}
     *
     * @param duration at least a millisecond; the server limits it, by default to an hour
     */
    public static RemoteCapture ofDuration(Duration duration) {
        return new RemoteCapture(
                CaptureSpec.newBuilder().setDurationMillis(duration.toMillis()).build());
    }

    private RemoteCapture with(CaptureSpec.Builder changed) {
        return new RemoteCapture(changed.build());
    }

    /**
     * {@return this capture beginning with a step of the training, or later if it has passed}
     *
     * @param step the first step, 0 or more
     */
    public RemoteCapture from(long step) {
        return with(spec.toBuilder().setFirstStep(step).setExactly(false));
    }

    /**
     * {@return this capture beginning with a step of the training; it fails if the step has passed} Several jobs with
     * the same first step record the same steps.
     *
     * @param step the first step, 0 or more
     */
    public RemoteCapture exactlyFrom(long step) {
        return with(spec.toBuilder().setFirstStep(step).setExactly(true));
    }

    /**
     * {@return this capture with warm-up steps before it, which are recorded and discarded; default 1}
     *
     * @param steps 0 to 100
     */
    public RemoteCapture warmup(int steps) {
        return with(spec.toBuilder().setWarmup(steps));
    }

    /**
     * {@return this capture with memory events, or without; default without}
     *
     * @param recorded whether they are recorded
     */
    public RemoteCapture memory(boolean recorded) {
        return with(spec.toBuilder().setMemory(recorded));
    }

    /**
     * {@return this capture with or without the inputs of operations; default without}
     *
     * @param recorded whether they are recorded
     */
    public RemoteCapture shapes(boolean recorded) {
        return with(spec.toBuilder().setShapes(recorded));
    }

    /**
     * {@return this capture with call stacks, or without; default without}
     *
     * @param recorded whether they are recorded
     */
    public RemoteCapture stacks(boolean recorded) {
        return with(spec.toBuilder().setStacks(recorded));
    }

    /**
     * {@return this capture with floating point operations, or without; default without}
     *
     * @param recorded whether they are recorded
     */
    public RemoteCapture flops(boolean recorded) {
        return with(spec.toBuilder().setFlops(recorded));
    }

    /**
     * {@return this capture with scopes of modules, or without; default with}
     *
     * @param recorded whether they are recorded
     */
    public RemoteCapture modules(boolean recorded) {
        return with(spec.toBuilder().setModules(recorded));
    }

    /**
     * {@return this capture with or without activity outside the threads of the program, such as collections; default
     * with}
     *
     * @param recorded whether it is recorded
     */
    public RemoteCapture jvm(boolean recorded) {
        return with(spec.toBuilder().setJvm(recorded));
    }

    /**
     * {@return this capture in another format; default {@link FileFormat#CHROME}}
     *
     * @param format the format of the file
     */
    public RemoteCapture format(FileFormat format) {
        return with(spec.toBuilder().setFormat(format.wire()));
    }

    /**
     * {@return this capture with a holder, whose name other clients see while the server is busy; default the address
     * of the caller}
     *
     * @param who at most 200 characters
     */
    public RemoteCapture holder(String who) {
        return with(spec.toBuilder().setHolder(who));
    }

    /** {@return this capture, which ends without a file when another client requests one that does not yield} */
    public RemoteCapture yielding() {
        return with(spec.toBuilder().setYields(true));
    }

    /** {@return the format of the file} */
    public FileFormat format() {
        return FileFormat.of(spec.getFormat());
    }

    /** {@return the number of steps; 0 for a duration} */
    public int steps() {
        return spec.getSteps();
    }

    /** {@return the number of warm-up steps} */
    public int warmup() {
        return spec.hasWarmup() ? spec.getWarmup() : 1;
    }

    CaptureSpec spec() {
        return spec;
    }
}
