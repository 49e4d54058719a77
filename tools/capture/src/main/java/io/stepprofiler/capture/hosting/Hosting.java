package io.stepprofiler.capture.hosting;

import io.stepprofiler.ProfileBuilder;
import io.stepprofiler.capture.watch.JobWatch;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.UnaryOperator;

/**
 * What the services of a server have from it.
 *
 * @param captures to be applied to the profile of each capture before what a client asks for
 * @param maxDuration longest that a client may have recorded, and wait for a recording to begin
 * @param maxReplyBytes longest reply in one message
 * @param watch knows what the job does now; one of a server
 * @param timer runs what is short, one after the other
 * @param work runs the rest: calls, and what becomes of them; few at a time
 */
public record Hosting(
        UnaryOperator<ProfileBuilder> captures,
        Duration maxDuration,
        long maxReplyBytes,
        JobWatch watch,
        ScheduledExecutorService timer,
        Executor work) {}
