package io.stepprofiler;

import io.stepprofiler.source.Activity;
import io.stepprofiler.source.ActivityType;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/** Switches of the activities that a profile was built to record. Safe on any thread. */
final class Toggles {
    private final ProfileSettings options;
    private final Recording recording;
    private final Failures failures;
    private final BiConsumer<String, Runnable> change;

    /**
     * Creates the switches of a recording.
     *
     * @param change runs a change with the lock of the profile held; the text names it in failures
     */
    Toggles(ProfileSettings options, Recording recording, Failures failures, BiConsumer<String, Runnable> change) {
        this.options = options;
        this.recording = recording;
        this.failures = failures;
        this.change = change;
    }

    /** Types that are switched on. */
    Set<ActivityType> chosen() {
        return recording.chosenTypes();
    }

    /** Checks for null, too, which callers without a null checker may pass. */
    void activities(boolean enable, Set<Activity> asked) {
        Set<ActivityType> toggled = EnumSet.noneOf(ActivityType.class);
        for (ActivityType type : ActivityType.values()) {
            if (asked != null && asked.contains(type.activity())) {
                toggled.add(type);
            }
        }
        toggle(enable, toggled, asked, activity -> recorded().stream().anyMatch(type -> type.activity() == activity));
    }

    void types(boolean enable, Set<ActivityType> asked) {
        toggle(enable, asked, asked, type -> recorded().contains(type));
    }

    private Set<ActivityType> recorded() {
        return options.capture().types();
    }

    private <T> void toggle(boolean enable, Set<ActivityType> types, Set<T> asked, Predicate<T> isRecorded) {
        if (asked == null || !asked.stream().allMatch(isRecorded)) {
            failures.add(
                    ProfileFailure.Kind.TOGGLE_IGNORED,
                    asked + " cannot be switched, or not all of it: profile '" + options.name() + "' records "
                            + recorded());
        }
        if (asked != null && !asked.isEmpty()) {
            change.accept("Switching " + asked, () -> recording.toggle(enable, types));
        }
    }
}
