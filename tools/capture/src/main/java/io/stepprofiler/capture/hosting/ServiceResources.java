package io.stepprofiler.capture.hosting;

import io.stepprofiler.ProfileBuilder;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.UnaryOperator;

/**
 * Resources and options that a server provides to its services.
 *
 * @param captures applied to the profile of each capture before the client's options
 * @param maxDuration longest recording, and longest wait for a recording to begin
 * @param maxReplyBytes longest reply in one message
 * @param timer runs short tasks one after the other
 * @param work runs all other tasks, such as calls and their replies, with few threads
 */
public record ServiceResources(
        UnaryOperator<ProfileBuilder> captures,
        Duration maxDuration,
        long maxReplyBytes,
        ScheduledExecutorService timer,
        Executor work) {}
