package io.stepprofiler.readers.xspace.trace;

import io.stepprofiler.event.Device;
import io.stepprofiler.readers.xspace.ProfileLine;
import io.stepprofiler.readers.xspace.ProfilePlane;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.wire.RowNumbers;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds the track of each line of a plane. In files of this profiler, a track whose events do not nest has several
 * lines, one after the other, and lines of no thread have {@linkplain RowNumbers numbers of their own}.
 */
final class LinePlaces {
    private static final Pattern ROW = Pattern.compile(
            "(.*) \\((?:overlapping|steps|annotations|sync|unfinished|waits|async|markers|tasks|frames)(?: \\d+)?(?:, without durations)?\\)",
            Pattern.DOTALL);
    private static final String SAMPLES = " (samples)";
    private static final Pattern STREAM = Pattern.compile("(?i)stream\\s*#?(\\d{1,9})(?:\\D.*)?");
    private static final String USUAL_HOST = "/host:CPU";

    private final TraceBuilder trace;
    private final ThreadIds ids;
    private final ProfilePlane plane;
    private final Optional<Device> device;
    private final boolean isHost;
    private final boolean isOurs;
    private final Map<String, Long> threads = new HashMap<>();
    /** Threads of our files by the number of their lines: virtual threads of a lane have lines of one number. */
    private final Map<Long, Long> ownThreads = new HashMap<>();

    private String lastName = "";
    private @Nullable LinePlace last;

    LinePlaces(
            TraceBuilder trace,
            ThreadIds ids,
            ProfilePlane plane,
            Optional<Device> device,
            boolean isHost,
            boolean isOurs) {
        this.trace = trace;
        this.ids = ids;
        this.plane = plane;
        this.device = device;
        this.isHost = isHost;
        this.isOurs = isOurs;
    }

    boolean isOfSamples(ProfileLine line) {
        return line.name().endsWith(SAMPLES);
    }

    /** The thread of the samples on a line, by its name. */
    long threadOfSamples(ProfileLine line) {
        String name = line.name().substring(0, line.name().length() - SAMPLES.length());
        return threads.computeIfAbsent(name, any -> {
            long id = ids.take(0);
            trace.thread(id, name);
            return id;
        });
    }

    LinePlace of(ProfileLine line) {
        String name = line.displayName().isEmpty() ? line.name() : line.displayName();
        Matcher row = ROW.matcher(name);
        boolean isFurther = isOurs && row.matches();
        String base = isFurther ? row.group(1) : name;
        if (isFurther && last != null && lastName.equals(base)) {
            return last;
        }
        lastName = base;
        last = make(line, base, isFurther);
        return last;
    }

    private LinePlace make(ProfileLine line, String name, boolean isFurther) {
        OptionalInt stream = device.isPresent() ? stream(line, name) : OptionalInt.empty();
        if (stream.isPresent()) {
            return new LinePlace(trace.stream(device.orElseThrow(), stream.getAsInt()), true);
        }
        if (!isHost) {
            return lane(plane.name() + ": " + name);
        }
        if (isOurs && RowNumbers.isOther(line.id()) && !isFurther) {
            return lane(name);
        }
        long id = !isOurs
                ? ids.take(line.id())
                : RowNumbers.isOther(line.id()) ? ids.take(0) : ownThreads.computeIfAbsent(line.id(), ids::take);
        threads.putIfAbsent(name, id);
        return new LinePlace(trace.thread(id, isUsual() ? name : name + " (" + plane.name() + ")"), false);
    }

    private boolean isUsual() {
        return plane.name().equals(USUAL_HOST);
    }

    private LinePlace lane(String name) {
        return new LinePlace(trace.lane(name), false);
    }

    /**
     * Returns the stream of a line; empty for lines of a device that tools derived from streams, such as lines of
     * programs.
     */
    private static OptionalInt stream(ProfileLine line, String name) {
        Matcher numbered = STREAM.matcher(name);
        if (numbered.matches()) {
            return OptionalInt.of(Integer.parseInt(numbered.group(1)));
        }
        boolean isNumber = name.isEmpty() && line.id() >= 0 && line.id() < RowNumbers.FIRST_OTHER;
        return isNumber ? OptionalInt.of((int) line.id()) : OptionalInt.empty();
    }
}
