package io.stepprofiler.capture.client;

import io.stepprofiler.capture.proto.v1.CaptureSpec;
import java.time.Duration;

/**
 * What a running job is asked to capture. Immutable: each method that changes something answers another one. What is
 * allowed is for the server to say: {@link CaptureClient#capture} fails with what it finds wrong.
 */
public final class RemoteCapture {
    private final CaptureSpec spec;

    private RemoteCapture(CaptureSpec spec) {
        this.spec = spec;
    }

    /**
     * {@return a capture of the next steps, with one step of warm-up, as a Chrome trace}
     *
     * @param steps how many, 1 to 10,000
     */
    public static RemoteCapture ofSteps(int steps) {
        return new RemoteCapture(CaptureSpec.newBuilder().setSteps(steps).build());
    }

    /**
     * {@return a capture of a time from now on, as a Chrome trace}
     *
     * @param duration how long, at least a millisecond, at most ten minutes
     */
    public static RemoteCapture ofDuration(Duration duration) {
        return new RemoteCapture(
                CaptureSpec.newBuilder().setDurationMillis(duration.toMillis()).build());
    }

    private RemoteCapture with(CaptureSpec.Builder changed) {
        return new RemoteCapture(changed.build());
    }

    /**
     * {@return this capture beginning with a given step of the training, or later if that has passed}
     *
     * @param step the first step, 0 or more
     */
    public RemoteCapture from(long step) {
        return with(spec.toBuilder().setFirstStep(step).setExactly(false));
    }

    /**
     * {@return this capture beginning with a given step of the training; it fails if that has passed} Several jobs that
     * are told the same step record the same steps.
     *
     * @param step the first step, 0 or more
     */
    public RemoteCapture exactlyFrom(long step) {
        return with(spec.toBuilder().setFirstStep(step).setExactly(true));
    }

    /**
     * {@return this capture with so many steps before it that are recorded and thrown away; default 1}
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
     * {@return this capture with what operations are called with, or without; default without}
     *
     * @param recorded whether that is recorded
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
     * {@return this capture with what is seen beside the threads of the program, such as collections, or without;
     * default with}
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
     * {@return this capture by somebody, of whom others are told while the server is busy; default the address that the
     * call comes from}
     *
     * @param who at most 200 characters
     */
    public RemoteCapture holder(String who) {
        return with(spec.toBuilder().setHolder(who));
    }

    /** {@return the format of the file} */
    public FileFormat format() {
        return FileFormat.of(spec.getFormat());
    }

    /** {@return how many steps; 0 for a duration} */
    public int steps() {
        return spec.getSteps();
    }

    /** {@return how many steps of warm-up} */
    public int warmup() {
        return spec.hasWarmup() ? spec.getWarmup() : 1;
    }

    CaptureSpec spec() {
        return spec;
    }
}
