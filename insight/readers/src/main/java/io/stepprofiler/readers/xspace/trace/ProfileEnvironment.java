package io.stepprofiler.readers.xspace.trace;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.readers.xspace.ProfileData;
import io.stepprofiler.readers.xspace.ProfilePlane;
import io.stepprofiler.readers.xspace.ProfileStat;
import io.stepprofiler.trace.DistributedInfo;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.wire.RecordedDetails;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Facts about a whole profile: time of day, process, and the other values of planes. */
final class ProfileEnvironment {
    /** Plane with the time of a profile. */
    static final String PLANE = "Task Environment";

    private static final String HOST_PREFIX = "/host:";

    /** Values that only this profiler writes, for each trace. */
    private static final String ACCOUNT = "account";

    private static final String TRACE_ID = "trace_id";

    private final ProfileData profile;
    private final Losses losses;
    private final Map<String, ProfileStat> facts = new LinkedHashMap<>();
    private final boolean isOurs;

    ProfileEnvironment(ProfileData profile, Losses losses) {
        this.profile = profile;
        this.losses = losses;
        for (ProfilePlane plane : profile.planes()) {
            boolean isGeneral = plane.name().equals(PLANE) || plane.name().startsWith(HOST_PREFIX);
            for (ProfileStat stat : plane.stats()) {
                facts.putIfAbsent(isGeneral ? stat.name() : plane.name() + " " + stat.name(), stat);
            }
        }
        isOurs = facts.containsKey(ACCOUNT) && facts.containsKey(TRACE_ID);
    }

    boolean isOurs() {
        return isOurs;
    }

    /** Adds the facts to the trace. */
    void describe(TraceBuilder trace) {
        describeWindow(trace);
        String host = profile.hostnames().isEmpty() ? "" : profile.hostnames().get(0);
        long pid = take("pid").or(() -> take("process_id")).orElse(0L);
        Optional<String> name = isOurs ? takeText("process_name") : Optional.of("");
        trace.process(name.map(given -> new ProcessInfo(pid, host, given)).orElseGet(() -> new ProcessInfo(pid, host)));
        if (profile.hostnames().size() > 1) {
            trace.metadata("hostnames", new MetadataValue(String.join(", ", profile.hostnames()), false));
        }
        if (isOurs) {
            takeText(TRACE_ID).ifPresent(trace::traceId);
            facts.remove(ACCOUNT);
            takeText(RecordedDetails.KEY).map(RecordedDetails::of).ifPresent(trace::options);
            describeWorker(trace, host);
        }
        facts.forEach((key, stat) -> StatValues.text(stat)
                .ifPresentOrElse(
                        text -> trace.metadata(key, new MetadataValue(text, false)),
                        () -> losses.report("the value " + key + " is bytes, and left out")));
    }

    private void describeWindow(TraceBuilder trace) {
        Optional<Long> start = take("profile_start_time");
        Optional<Long> stop = take("profile_stop_time");
        long begin = start.orElse(profile.originNanos());
        // Times count from the first instant of the profile, unless they are times since 1970.
        if (profile.originNanos() != 0 || start.isPresent()) {
            long end = stop.filter(nanos -> nanos >= begin).orElse(begin);
            trace.window(new ClockAnchor(0, begin), new ClockAnchor(end - begin, end));
        }
    }

    private void describeWorker(TraceBuilder trace, String host) {
        Optional<Long> rank = take("rank");
        // A file has no world size if it is not known.
        long size = take("world_size").orElse(0L);
        String backend = takeText("backend").orElse("");
        if (rank.isPresent()
                && rank.get() >= 0
                && rank.get() < (size == 0 ? Integer.MAX_VALUE : size)
                && size <= Integer.MAX_VALUE) {
            trace.distributed(new DistributedInfo(rank.get().intValue(), (int) size, backend, host));
        }
    }

    private Optional<String> takeText(String name) {
        return Optional.ofNullable(facts.remove(name)).map(ProfileStat::asText);
    }

    /** Removes a whole number from the facts, so that it is no metadata. */
    private Optional<Long> take(String name) {
        ProfileStat stat = facts.get(name);
        if (stat == null || stat.asLong().isEmpty()) {
            return Optional.empty();
        }
        facts.remove(name);
        return Optional.of(stat.asLong().getAsLong());
    }
}
