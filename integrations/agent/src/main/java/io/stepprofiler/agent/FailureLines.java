package io.stepprofiler.agent;

import io.stepprofiler.Profile;
import io.stepprofiler.ProfileFailure;
import io.stepprofiler.text.OneLine;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Failures of a profile as lines of text: a failure of one window that occurs again in the next is printed once. */
final class FailureLines {
    private FailureLines() {}

    /** Returns one line for each kind: the first failure, and how many there were. */
    static List<String> of(Profile profile) {
        Set<ProfileFailure.Kind> told = EnumSet.noneOf(ProfileFailure.Kind.class);
        List<String> lines = new ArrayList<>();
        for (ProfileFailure failure : profile.failures()) {
            if (told.add(failure.kind())) {
                long count = profile.failureCount(failure.kind());
                lines.add(failure.message()
                        + cause(failure)
                        + (count == 1 ? "" : " (" + failure.kind() + ", " + count + " times)"));
            }
        }
        return lines;
    }

    /** Returns the cause unless the message contains it: the log that also has it may be switched off. */
    private static String cause(ProfileFailure failure) {
        return failure.cause()
                .map(Throwable::getMessage)
                .filter(text -> !failure.message().contains(text))
                .map(text -> ": " + OneLine.of(text))
                .orElse("");
    }
}
