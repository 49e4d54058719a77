package io.stepprofiler.readers.accounting;

import io.stepprofiler.readers.xspace.ProfileData;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Times of functions that profiles name by number, {@code jit_autotune_fn_3}, collected from one profile a run, as
 * ejkernel's tuning compares variants. For one thread at a time.
 *
 * <pre>{@code
 * FunctionTimes times = new FunctionTimes("gpu");
 * for (Path file : runs) {
 *     try (ProfileData profile = ProfileData.from(file)) {
 *         times.add(profile);
 *     }
 * }
 * Map<Long, TrimmedMean> measured = times.means();
 * }</pre>
 */
public final class FunctionTimes {
    /** No function has a number with more than 18 digits. */
    private static final Pattern NUMBERED = Pattern.compile("^jit_autotune_fn_([0-9]{1,18})(?![0-9])");

    private final String device;
    private final NestedAccounting accounting;
    private final Map<Long, List<Double>> seconds = new TreeMap<>();

    /**
     * No times yet, of events that {@link NestedAccounting#defaults()} accounts for.
     *
     * @param device part of the name of the plane, in upper or lower case, such as {@code gpu}
     */
    public FunctionTimes(String device) {
        this(device, NestedAccounting.defaults());
    }

    /**
     * No times yet.
     *
     * @param device part of the name of the plane, in upper or lower case, such as {@code gpu}
     * @param accounting how the time of each event is found
     */
    public FunctionTimes(String device, NestedAccounting accounting) {
        this.device = device;
        this.accounting = accounting;
    }

    /**
     * Adds the times in a profile: of the first plane of the device, one for each key.
     *
     * @param profile profile of one run
     * @return this
     * @throws IllegalArgumentException if no plane has the name
     * @throws java.io.UncheckedIOException if the events cannot be read
     */
    public FunctionTimes add(ProfileData profile) {
        NestedTimes times =
                accounting.account(NestedAccounting.planes(profile, device).get(0));
        times.seconds().forEach((key, each) -> {
            Matcher numbered = NUMBERED.matcher(key);
            if (numbered.find()) {
                seconds.computeIfAbsent(Long.valueOf(numbered.group(1)), id -> new ArrayList<>())
                        .add(each);
            }
        });
        return this;
    }

    /** {@return the seconds of each function, by its number, in the order of the profiles} A copy. */
    public Map<Long, List<Double>> seconds() {
        Map<Long, List<Double>> copy = new TreeMap<>();
        seconds.forEach((id, all) -> copy.put(id, List.copyOf(all)));
        return copy;
    }

    /** {@return mean and deviation of each function in seconds, by its number; empty if none was found} */
    public Map<Long, TrimmedMean> means() {
        Map<Long, TrimmedMean> means = new TreeMap<>();
        seconds.forEach((id, all) -> means.put(
                id, TrimmedMean.of(all.stream().mapToDouble(Double::doubleValue).toArray())));
        return means;
    }
}
