package io.stepprofiler.capture.hosting;

import io.stepprofiler.ProfileBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.UnaryOperator;

/**
 * What the services of a server have from it.
 *
 * @param captures to be applied to the profile of each capture before what a client asks for
 * @param maxDuration longest that a client may have recorded, and wait for a recording to begin
 * @param maxReplyBytes longest reply in one message
 * @param directory for files of the server's; only the owner of the process has access to it, and it is removed with
 *     the server
 * @param timer runs what is short, one after the other
 */
public record Hosting(
        UnaryOperator<ProfileBuilder> captures,
        Duration maxDuration,
        long maxReplyBytes,
        Path directory,
        ScheduledExecutorService timer) {}
