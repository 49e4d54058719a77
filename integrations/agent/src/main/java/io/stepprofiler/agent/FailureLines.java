package io.stepprofiler.agent;

import io.stepprofiler.Profile;
import io.stepprofiler.ProfileFailure;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Failures of a profile as lines of text: a failure of one window that occurs again in the next is printed once. */
final class FailureLines {
    private FailureLines() {}

    /** One line for each kind: the first failure, and how many there were. */
    static List<String> of(Profile profile) {
        Set<ProfileFailure.Kind> told = EnumSet.noneOf(ProfileFailure.Kind.class);
        List<String> lines = new ArrayList<>();
        for (ProfileFailure failure : profile.failures()) {
            if (told.add(failure.kind())) {
                long count = profile.failureCount(failure.kind());
                lines.add(failure.message() + (count == 1 ? "" : " (" + failure.kind() + ", " + count + " times)"));
            }
        }
        return lines;
    }
}
