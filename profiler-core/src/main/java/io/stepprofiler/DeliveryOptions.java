package io.stepprofiler;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Deadlines of the delivery of windows to handlers, and the room for those that wait.
 *
 * @param handlerTimeout how long one handler may take for one trace before it is given up and interrupted; default 5
 *     minutes
 * @param closeTimeout how long {@link Profile#close()} waits for the handlers; default a minute
 * @param exitTimeout how long a profile that is open when the virtual machine ends may delay that in order to deliver;
 *     default 10 seconds, 0 to leave what is open undelivered
 * @param deliveryWait how long the {@link Profile#step()} before a warm-up, or before a window without one, waits for
 *     earlier windows to be delivered, so that the window does not measure how files are written; default 2 seconds, 0 to
 *     not wait. Where that was not enough, no step waits again until the handlers have caught up, and the trace shows
 *     what overlapped it. Where steps take a few milliseconds, one up to ten steps earlier waits, so that the training
 *     has got back its pace by then
 * @param maxPendingBytes most bytes of windows that wait for slow handlers; default twice {@link
 *     RecordingLimits#maxBufferBytes()}. Small windows take some kilobytes. A window that ends while so much waits is
 *     lost: told by {@link Profile#failures()}, and by the next trace and its table. One window may wait however large
 *     it is
 * @param postProcessingTimeout how long putting a trace together may take before it is delivered without the rest, which
 *     is counted; default 20 seconds, or half of the time to close if that is shorter
 */
public record DeliveryOptions(
        Duration handlerTimeout,
        Duration closeTimeout,
        Duration exitTimeout,
        Duration deliveryWait,
        OptionalLong maxPendingBytes,
        Optional<Duration> postProcessingTimeout) {
    private static final Duration LONGEST = Duration.ofDays(365);

    /** The options of a profile that says nothing of them. */
    public static final DeliveryOptions DEFAULT = new DeliveryOptions(
            Defaults.HANDLER_TIMEOUT,
            Defaults.CLOSE_TIMEOUT,
            Defaults.EXIT_TIMEOUT,
            Defaults.DELIVERY_WAIT,
            OptionalLong.empty(),
            Optional.empty());

    /**
     * Options.
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
     * {@return the same with another time for a handler}
     *
     * @param value more than 0, at most 365 days
     */
    public DeliveryOptions withHandlerTimeout(Duration value) {
        return new DeliveryOptions(
                value, closeTimeout, exitTimeout, deliveryWait, maxPendingBytes, postProcessingTimeout);
    }

    /**
     * {@return the same with another time to close}
     *
     * @param value more than 0, at most 365 days
     */
    public DeliveryOptions withCloseTimeout(Duration value) {
        return new DeliveryOptions(
                handlerTimeout, value, exitTimeout, deliveryWait, maxPendingBytes, postProcessingTimeout);
    }

    /**
     * {@return the same with another time at the end of the process}
     *
     * @param value 0 or more, at most 365 days
     */
    public DeliveryOptions withExitTimeout(Duration value) {
        return new DeliveryOptions(
                handlerTimeout, closeTimeout, value, deliveryWait, maxPendingBytes, postProcessingTimeout);
    }

    /**
     * {@return the same with another time to wait before a window}
     *
     * @param value 0 or more, at most 365 days
     */
    public DeliveryOptions withDeliveryWait(Duration value) {
        return new DeliveryOptions(
                handlerTimeout, closeTimeout, exitTimeout, value, maxPendingBytes, postProcessingTimeout);
    }

    /**
     * {@return the same with other room for windows that wait}
     *
     * @param value number of bytes, 1 or more
     */
    public DeliveryOptions withMaxPendingBytes(long value) {
        return new DeliveryOptions(
                handlerTimeout, closeTimeout, exitTimeout, deliveryWait, OptionalLong.of(value), postProcessingTimeout);
    }

    /**
     * {@return the same with another time for putting a trace together}
     *
     * @param value more than 0, less than {@link #closeTimeout()}, which is checked when a profile is built
     */
    public DeliveryOptions withPostProcessingTimeout(Duration value) {
        return new DeliveryOptions(
                handlerTimeout, closeTimeout, exitTimeout, deliveryWait, maxPendingBytes, Optional.of(value));
    }

    /** How long putting a trace together may take: less than the time to close, which leaves some for the handlers. */
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
