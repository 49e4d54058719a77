package io.stepprofiler;

import io.stepprofiler.averages.Grouping;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.source.ActivitySource;
import io.stepprofiler.trace.DistributedInfo;
import io.stepprofiler.trace.TraceHandler;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What {@link ProfileBuilder} has gathered and checked. */
record ProfileOptions(
        String name,
        @Nullable Schedule schedule,
        List<TraceHandler> handlers,
        List<ActivitySource> sources,
        @Nullable DistributedInfo distributed,
        Capture capture,
        Supplier<String> traceIds,
        Optional<Grouping> accumulated,
        long maxEvents,
        long maxBufferBytes,
        int maxPendingTraces,
        boolean synchronousDelivery,
        Duration postProcessingTimeout,
        Duration handlerTimeout,
        Duration closeTimeout) {
    ProfileOptions {
        handlers = List.copyOf(handlers);
        sources = List.copyOf(sources);
    }
}
