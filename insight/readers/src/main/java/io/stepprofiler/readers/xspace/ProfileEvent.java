package io.stepprofiler.readers.xspace;

import io.stepprofiler.readers.xspace.proto.XEvent;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One event of a line. Times are picoseconds since {@link ProfileData#originNanos()}, exact. Immutable; names and
 * values are looked up on demand.
 */
public final class ProfileEvent {
    private final ProfileLine line;
    private final XEvent proto;

    ProfileEvent(ProfileLine line, XEvent proto) {
        this.line = line;
        this.proto = proto;
    }

    /** {@return the line it is on} */
    public ProfileLine line() {
        return line;
    }

    /** {@return the name; empty if the file has none for it} */
    public String name() {
        return metadata().name();
    }

    /** {@return the metadata that all events of its kind share: the same object for all of them} */
    public ProfileEventMetadata metadata() {
        return line.plane.eventMetadata(proto.getMetadataId());
    }

    /** {@return the start in picoseconds} */
    public long startPicos() {
        return Times.picos(line.timestampNanos, line.plane.originNanos, proto.getOffsetPs());
    }

    /** {@return the duration in picoseconds, as the file has it: it may be negative} */
    public long durationPicos() {
        return proto.getDurationPs();
    }

    /** {@return the end in picoseconds} */
    public long endPicos() {
        return Times.end(startPicos(), proto.getDurationPs());
    }

    /** {@return the start in whole nanoseconds, rounded down} */
    public long startNanos() {
        return Times.nanos(startPicos());
    }

    /** {@return the end in whole nanoseconds, rounded down} */
    public long endNanos() {
        return Times.nanos(endPicos());
    }

    /** {@return the nanoseconds from start to end, both rounded down, so that nested events stay nested} */
    public long durationNanos() {
        return endNanos() - startNanos();
    }

    /** {@return the number of events that this one adds up, which then has no start; empty for a single event} */
    public OptionalLong occurrences() {
        return proto.hasNumOccurrences() ? OptionalLong.of(proto.getNumOccurrences()) : OptionalLong.empty();
    }

    /** {@return the number of its own values} */
    public int statCount() {
        return proto.getStatsCount();
    }

    /** {@return its own values, in the order of the file} */
    public List<ProfileStat> stats() {
        return line.plane.resolved(proto.getStatsList());
    }

    /**
     * {@return the first value with a name, among its own values, else among the values of its kind}
     *
     * @param statName name of the value
     */
    public Optional<ProfileStat> stat(String statName) {
        return line.plane
                .first(proto.getStatsList(), statName)
                .or(() -> metadata().stat(statName));
    }

    @Override
    public String toString() {
        return "ProfileEvent[" + name() + ", " + startPicos() + " ps, " + durationPicos() + " ps]";
    }
}
