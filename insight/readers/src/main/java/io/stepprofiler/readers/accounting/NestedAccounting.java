package io.stepprofiler.readers.accounting;

import com.google.common.math.LongMath;
import io.stepprofiler.amount.Search;
import io.stepprofiler.readers.xspace.ProfileData;
import io.stepprofiler.readers.xspace.ProfileEvent;
import io.stepprofiler.readers.xspace.ProfileLine;
import io.stepprofiler.readers.xspace.ProfilePlane;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;

/**
 * Accounting of the time of programs on a plane of a profile, by their names: for keys that begin with a prefix, the
 * whole time, or the part covered by nested events that match a regular expression. The counterpart of ejkernel's
 * {@code Profiler}.
 *
 * <p>The key of an event is {@code name(program-scope)}: its {@code hlo_module} or else its name, its {@code
 * program_id} or else {@code run_id}, and its {@code scope_range_id}; {@code None} stands for a missing value, as in
 * {@code jit_step(None-None)}. Events of all lines of the plane count together. Events with other keys that begin and
 * end in an event, both ends included, are nested in it; a moment covered by several of them counts once.
 *
 * <p>Immutable and safe on any thread. Takes memory for each kept event, about 40 bytes.
 */
public final class NestedAccounting {
    private static final double PICOS_A_SECOND = 1e12;

    private final String prefix;
    private final Optional<Pattern> nested;
    private final long minDurationPicos;
    private final long maxEvents;
    private final Repeats repeats;

    private NestedAccounting(Builder builder) {
        prefix = builder.prefix;
        nested = builder.nested;
        minDurationPicos = builder.minDurationPicos;
        maxEvents = builder.maxEvents;
        repeats = builder.repeats;
    }

    /** {@return a builder with the defaults} */
    public static Builder builder() {
        return new Builder();
    }

    /** {@return the accounting with all defaults} */
    public static NestedAccounting defaults() {
        return builder().build();
    }

    /**
     * {@return the planes whose names contain a text, in the order of the profile}
     *
     * @param profile the profile
     * @param device part of the name in upper or lower case, such as {@code gpu}; empty for all planes
     * @throws IllegalArgumentException if there is none, naming the existing planes
     */
    public static List<ProfilePlane> planes(ProfileData profile, String device) {
        String wanted = device.toLowerCase(Locale.ROOT);
        List<ProfilePlane> planes = profile.planes().stream()
                .filter(plane -> plane.name().toLowerCase(Locale.ROOT).contains(wanted))
                .toList();
        if (planes.isEmpty()) {
            throw new IllegalArgumentException(
                    "device = " + device + " is not allowed: no plane is called so; there are "
                            + profile.planes().stream().map(ProfilePlane::name).toList());
        }
        return planes;
    }

    /**
     * Accounts for the events of a plane.
     *
     * @param profile the profile
     * @param plane index of the plane, from 0
     * @return the times by key
     * @throws IllegalArgumentException if there is no such plane
     * @throws java.io.UncheckedIOException if the events cannot be read
     */
    public NestedTimes account(ProfileData profile, int plane) {
        int count = profile.planes().size();
        if (plane < 0 || plane >= count) {
            throw new IllegalArgumentException("plane = " + plane + " is not allowed: must be 0 or more and below "
                    + count + ", the number of planes");
        }
        return account(profile.planes().get(plane));
    }

    /**
     * Accounts for the events of a plane.
     *
     * @param plane the plane
     * @return the times by key, in the order in which the first event of each begins
     * @throws java.io.UncheckedIOException if the events cannot be read
     */
    public NestedTimes account(ProfilePlane plane) {
        List<Kept> events = new ArrayList<>();
        Map<String, String> keys = new HashMap<>();
        long tooShort = 0;
        long notRead = 0;
        for (ProfileLine line : plane.lines()) {
            long left = line.eventCount();
            for (ProfileEvent event : line) {
                if (events.size() >= maxEvents) {
                    break;
                }
                left--;
                if (event.durationPicos() < minDurationPicos) {
                    tooShort++;
                } else {
                    String key = EventKey.of(event);
                    // One text for each key, because there may be ten million events.
                    String known = keys.putIfAbsent(key, key);
                    events.add(new Kept(known == null ? key : known, event.startPicos(), event.endPicos()));
                }
            }
            notRead += left;
        }
        events.sort(Comparator.comparingLong(Kept::start));
        return new NestedTimes(seconds(events, keys.keySet()), events.size(), tooShort, notRead);
    }

    private Map<String, Double> seconds(List<Kept> events, Set<String> keys) {
        Set<String> nestedKeys = nested.map(
                        regex -> keys.stream().filter(regex.asPredicate()).collect(Collectors.toSet()))
                .orElse(Set.of());
        List<Kept> children = events.stream()
                .filter(event -> nestedKeys.contains(event.key()))
                .toList();
        Collection<Kept> roots =
                events.stream().filter(event -> event.key().startsWith(prefix)).toList();
        if (repeats == Repeats.LAST) {
            Map<String, Kept> last = new LinkedHashMap<>();
            roots.forEach(root -> last.put(root.key(), root));
            roots = last.values();
        }
        Map<String, Long> picos = new LinkedHashMap<>();
        for (Kept root : roots) {
            long own = nested.isPresent() ? coveredPicos(root, children) : root.end() - root.start();
            picos.merge(root.key(), own, LongMath::saturatedAdd);
        }
        Map<String, Double> seconds = new LinkedHashMap<>();
        picos.forEach((key, sum) -> seconds.put(key, sum / PICOS_A_SECOND));
        return seconds;
    }

    /**
     * The time in an event that events with other keys cover, each moment once; events are in the order of their
     * starts.
     */
    private static long coveredPicos(Kept root, List<Kept> children) {
        long covered = 0;
        long reached = root.start();
        for (int i = Search.below(
                        root.start(),
                        children.size(),
                        event -> children.get(event).start());
                i < children.size() && children.get(i).start() <= root.end();
                i++) {
            Kept child = children.get(i);
            if (!child.key().equals(root.key()) && child.end() <= root.end()) {
                covered += Math.max(child.end() - Math.max(child.start(), reached), 0);
                reached = Math.max(reached, child.end());
            }
        }
        return covered;
    }

    /** An event that is accounted for, in picoseconds. */
    private record Kept(String key, long start, long end) {}

    /** Treatment of several events with one key. */
    public enum Repeats {
        /** The event that begins last counts, as in ejkernel. */
        LAST,
        /** Their times are added up. */
        SUM
    }

    /** Collects the options of a {@link NestedAccounting}. */
    public static final class Builder {
        private static final long PICOS_A_NANO = 1000;
        private static final long MAX_NANOS = Long.MAX_VALUE / PICOS_A_NANO;

        private String prefix = "jit_";
        private Optional<Pattern> nested = Optional.empty();
        private long minDurationPicos = 1000 * PICOS_A_NANO;
        private long maxEvents = 10_000;
        private Repeats repeats = Repeats.LAST;

        private Builder() {}

        /**
         * Sets the events that are accounted for.
         *
         * @param text the beginning of their keys; empty for all; default {@code jit_}
         * @return this builder
         */
        public Builder prefix(String text) {
            prefix = text;
            return this;
        }

        /**
         * Counts matching nested events in place of the events themselves; events without a match count nothing.
         *
         * @param regex a regular expression that is found in the keys of nested events; default none
         * @return this builder
         * @throws IllegalArgumentException if it is no regular expression
         */
        public Builder nestedRegex(String regex) {
            try {
                nested = Optional.of(Pattern.compile(regex));
            } catch (PatternSyntaxException e) {
                throw new IllegalArgumentException(
                        "nestedRegex = " + regex + " is not allowed: must be a regular expression ("
                                + e.getDescription() + " near index " + e.getIndex() + ")",
                        e);
            }
            return this;
        }

        /**
         * Leaves out short events.
         *
         * @param nanos the shortest duration that counts, in nanoseconds, 0 or more; default 1000
         * @return this builder
         * @throws IllegalArgumentException if it is negative, or too large for picoseconds
         */
        public Builder minDurationNanos(double nanos) {
            if (!(nanos >= 0 && nanos <= MAX_NANOS)) {
                throw new IllegalArgumentException(
                        "minDurationNanos = " + nanos + " is not allowed: must be 0 or more, and at most " + MAX_NANOS);
            }
            minDurationPicos = (long) (nanos * PICOS_A_NANO);
            return this;
        }

        /**
         * Limits the number of kept events; events that are too short do not count.
         *
         * @param count most events of a plane, 1 or more; the first of the file are kept; default 10000
         * @return this builder
         * @throws IllegalArgumentException if it is below 1
         */
        public Builder maxEvents(int count) {
            if (count < 1) {
                throw new IllegalArgumentException("maxEvents = " + count + " is not allowed: must be 1 or more");
            }
            maxEvents = count;
            return this;
        }

        /**
         * Sets the treatment of several events with one key.
         *
         * @param policy the treatment; default {@link Repeats#LAST}
         * @return this builder
         */
        public Builder repeats(Repeats policy) {
            repeats = policy;
            return this;
        }

        /** {@return the accounting} */
        public NestedAccounting build() {
            return new NestedAccounting(this);
        }
    }
}
