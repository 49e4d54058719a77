package io.stepprofiler;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Deadlines of the delivery of windows to handlers, and the memory limit of waiting windows.
 *
 * @param handlerTimeout longest time of one handler for one trace, after which it is abandoned and interrupted; default
 *     5 minutes
 * @param closeTimeout longest time that {@link Profile#close()} waits for the handlers; default a minute
 * @param exitTimeout longest time that an open profile delays the exit of the virtual machine to deliver its window;
 *     default 10 seconds, 0 to leave it undelivered
 * @param deliveryWait longest time that the {@link Profile#step()} before a warm-up, or before a window without one,
 *     waits for the delivery of earlier windows, so that the window does not measure the writing of files; default 2
 *     seconds, 0 to not wait. After a timeout, no step waits again until the handlers have caught up, and the trace
 *     shows the deliveries that overlapped it. If steps take a few milliseconds, a step up to ten steps earlier waits,
 *     so that the training is back at full speed by then
 * @param maxPendingBytes most bytes of windows that wait for slow handlers; default twice {@link
 *     RecordingLimits#maxBufferBytes()}. Small windows take some kilobytes. A window that ends at this limit is lost,
 *     which {@link Profile#failures()}, the next trace and its table show. A single window may wait whatever its size
 * @param postProcessingTimeout longest time to assemble a trace, after which it is delivered without the rest, which is
 *     counted; default 20 seconds, or half of {@code closeTimeout} if that is shorter
 */
public record DeliveryOptions(
        Duration handlerTimeout,
        Duration closeTimeout,
        Duration exitTimeout,
        Duration deliveryWait,
        OptionalLong maxPendingBytes,
        Optional<Duration> postProcessingTimeout) {
    private static final Duration LONGEST = Duration.ofDays(365);

    /** Default options of a profile. */
    public static final DeliveryOptions DEFAULT = new DeliveryOptions(
            Defaults.HANDLER_TIMEOUT,
            Defaults.CLOSE_TIMEOUT,
            Defaults.EXIT_TIMEOUT,
            Defaults.DELIVERY_WAIT,
            OptionalLong.empty(),
            Optional.empty());

    /**
     * Checks the values.
     *
     * @param handlerTimeout more than 0, at most 365 days
     * @param closeTimeout more than 0, at most 365 days
     * @param exitTimeout 0 or more, at most 365 days
     * @param deliveryWait 0 or more, at most 365 days
     * @param maxPendingBytes 1 or more; empty for the default
     * @param postProcessingTimeout more than 0, at most 365 days; empty for the default
     * @throws IllegalArgumentException if a time is below 0 or above 365 days, one of the first two or the last is 0,
     *     or there is less than 1 byte
     */
    public DeliveryOptions {
        positive("handlerTimeout", handlerTimeout);
        positive("closeTimeout", closeTimeout);
        notNegative("exitTimeout", exitTimeout);
        notNegative("deliveryWait", deliveryWait);
        RecordingLimits.inRange("maxPendingBytes", maxPendingBytes.orElse(1), 1, Long.MAX_VALUE);
        postProcessingTimeout.ifPresent(value -> positive("postProcessingTimeout", value));
    }

    /**
     * {@return these options with another handler timeout}
     *
     * @param value more than 0, at most 365 days
     */
    public DeliveryOptions withHandlerTimeout(Duration value) {
        return new DeliveryOptions(
                value, closeTimeout, exitTimeout, deliveryWait, maxPendingBytes, postProcessingTimeout);
    }

    /**
     * {@return these options with another close timeout}
     *
     * @param value more than 0, at most 365 days
     */
    public DeliveryOptions withCloseTimeout(Duration value) {
        return new DeliveryOptions(
                handlerTimeout, value, exitTimeout, deliveryWait, maxPendingBytes, postProcessingTimeout);
    }

    /**
     * {@return these options with another exit timeout}
     *
     * @param value 0 or more, at most 365 days
     */
    public DeliveryOptions withExitTimeout(Duration value) {
        return new DeliveryOptions(
                handlerTimeout, closeTimeout, value, deliveryWait, maxPendingBytes, postProcessingTimeout);
    }

    /**
     * {@return these options with another delivery wait}
     *
     * @param value 0 or more, at most 365 days
     */
    public DeliveryOptions withDeliveryWait(Duration value) {
        return new DeliveryOptions(
                handlerTimeout, closeTimeout, exitTimeout, value, maxPendingBytes, postProcessingTimeout);
    }

    /**
     * {@return these options with another memory limit of waiting windows}
     *
     * @param value number of bytes, 1 or more
     */
    public DeliveryOptions withMaxPendingBytes(long value) {
        return new DeliveryOptions(
                handlerTimeout, closeTimeout, exitTimeout, deliveryWait, OptionalLong.of(value), postProcessingTimeout);
    }

    /**
     * {@return these options with another post-processing timeout}
     *
     * @param value more than 0, less than {@link #closeTimeout()}, which is checked when a profile is built
     */
    public DeliveryOptions withPostProcessingTimeout(Duration value) {
        return new DeliveryOptions(
                handlerTimeout, closeTimeout, exitTimeout, deliveryWait, maxPendingBytes, Optional.of(value));
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

    private static void positive(String parameter, Duration value) {
        allowed(parameter, value, !value.isNegative() && !value.isZero(), "more than 0");
    }

    private static void notNegative(String parameter, Duration value) {
        allowed(parameter, value, !value.isNegative(), "0 or more");
    }

    private static void allowed(String parameter, Duration value, boolean isLongEnough, String least) {
        if (!isLongEnough || value.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    parameter + " = " + value + " is not allowed: must be " + least + " and at most " + LONGEST);
        }
    }
}
