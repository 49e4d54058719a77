package io.stepprofiler;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Deadlines of the delivery of windows to handlers, and the memory limit of waiting windows. Immutable: each method
 * returns other options.
 */
public final class DeliveryOptions {
    private static final Duration LONGEST = Duration.ofDays(365);

    /** Default options of a profile. */
    public static final DeliveryOptions DEFAULT = new DeliveryOptions(
            Defaults.HANDLER_TIMEOUT,
            Defaults.CLOSE_TIMEOUT,
            Defaults.EXIT_TIMEOUT,
            Defaults.DELIVERY_WAIT,
            OptionalLong.empty(),
            Optional.empty());

    final Duration handlerTimeout;
    final Duration closeTimeout;
    final Duration exitTimeout;
    final Duration deliveryWait;
    final OptionalLong maxPendingBytes;
    private final Optional<Duration> postProcessingTimeout;

    private DeliveryOptions(
            Duration handlerTimeout,
            Duration closeTimeout,
            Duration exitTimeout,
            Duration deliveryWait,
            OptionalLong maxPendingBytes,
            Optional<Duration> postProcessingTimeout) {
        this.handlerTimeout = handlerTimeout;
        this.closeTimeout = closeTimeout;
        this.exitTimeout = exitTimeout;
        this.deliveryWait = deliveryWait;
        this.maxPendingBytes = maxPendingBytes;
        this.postProcessingTimeout = postProcessingTimeout;
    }

    /**
     * {@return these options with another longest time of one handler for one trace} After it, the handler is abandoned
     * and interrupted; default 5 minutes.
     *
     * @param value more than 0, at most 365 days
     */
    public DeliveryOptions withHandlerTimeout(Duration value) {
        return new DeliveryOptions(
                positive("handlerTimeout", value),
                closeTimeout,
                exitTimeout,
                deliveryWait,
                maxPendingBytes,
                postProcessingTimeout);
    }

    /**
     * {@return these options with another longest time that {@link Profile#close()} waits for the handlers} Default a
     * minute.
     *
     * @param value more than 0, at most 365 days
     */
    public DeliveryOptions withCloseTimeout(Duration value) {
        return new DeliveryOptions(
                handlerTimeout,
                positive("closeTimeout", value),
                exitTimeout,
                deliveryWait,
                maxPendingBytes,
                postProcessingTimeout);
    }

    /**
     * {@return these options with another longest time that an open profile delays the exit of the virtual machine to
     * deliver its window} Default 10 seconds; 0 leaves the window undelivered.
     *
     * @param value 0 or more, at most 365 days
     */
    public DeliveryOptions withExitTimeout(Duration value) {
        return new DeliveryOptions(
                handlerTimeout,
                closeTimeout,
                notNegative("exitTimeout", value),
                deliveryWait,
                maxPendingBytes,
                postProcessingTimeout);
    }

    /**
     * {@return these options with another longest time that a step waits for the delivery of earlier windows}
     *
     * <p>The {@link Profile#step()} before a warm-up, or before a window without one, waits, so that the window does
     * not measure the writing of files; default 2 seconds, 0 to not wait. After a timeout, no step waits again until
     * the handlers have caught up, and the trace shows the deliveries that overlapped it. If steps take a few
     * milliseconds, a step up to ten steps earlier waits, so that the training is back at full speed by then.
     *
     * @param value 0 or more, at most 365 days
     */
    public DeliveryOptions withDeliveryWait(Duration value) {
        return new DeliveryOptions(
                handlerTimeout,
                closeTimeout,
                exitTimeout,
                notNegative("deliveryWait", value),
                maxPendingBytes,
                postProcessingTimeout);
    }

    /**
     * {@return these options with another memory limit of windows that wait for slow handlers}
     *
     * <p>Default twice {@link RecordingLimits#withMaxBufferBytes}. Small windows take some kilobytes. A window that
     * ends at this limit is lost, which {@link Profile#failures()}, the next trace and its table show. A single window
     * may wait whatever its size.
     *
     * @param value most bytes, 1 or more
     */
    public DeliveryOptions withMaxPendingBytes(long value) {
        RecordingLimits.inRange("maxPendingBytes", value, 1, Long.MAX_VALUE);
        return new DeliveryOptions(
                handlerTimeout, closeTimeout, exitTimeout, deliveryWait, OptionalLong.of(value), postProcessingTimeout);
    }

    /**
     * {@return these options with another longest time to assemble a trace} After it, the trace is delivered without
     * the rest, which is counted; default 20 seconds, or half of the close timeout if that is shorter.
     *
     * @param value more than 0, less than the close timeout, which is checked when a profile is built
     */
    public DeliveryOptions withPostProcessingTimeout(Duration value) {
        return new DeliveryOptions(
                handlerTimeout,
                closeTimeout,
                exitTimeout,
                deliveryWait,
                maxPendingBytes,
                Optional.of(positive("postProcessingTimeout", value)));
    }

    /** Longest time to assemble a trace: less than {@code closeTimeout}, to leave time for the handlers. */
    Duration postProcessingLimit() {
        Duration half = closeTimeout.dividedBy(2);
        Duration usual = half.compareTo(Defaults.POST_PROCESSING_TIMEOUT) < 0 ? half : Defaults.POST_PROCESSING_TIMEOUT;
        Duration chosen = postProcessingTimeout.orElse(usual);
        if (chosen.compareTo(closeTimeout) >= 0) {
            throw new IllegalArgumentException("postProcessingTimeout = " + chosen
                    + " is not allowed: must be less than closeTimeout = " + closeTimeout
                    + ", or the last window could not be delivered");
        }
        return chosen;
    }

    private static Duration positive(String parameter, Duration value) {
        return allowed(parameter, value, !value.isNegative() && !value.isZero(), "more than 0");
    }

    private static Duration notNegative(String parameter, Duration value) {
        return allowed(parameter, value, !value.isNegative(), "0 or more");
    }

    private static Duration allowed(String parameter, Duration value, boolean isLongEnough, String least) {
        if (!isLongEnough || value.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    parameter + " = " + value + " is not allowed: must be " + least + " and at most " + LONGEST);
        }
        return value;
    }
}
