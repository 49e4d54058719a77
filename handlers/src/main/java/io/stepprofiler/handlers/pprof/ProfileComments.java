package io.stepprofiler.handlers.pprof;

import io.stepprofiler.text.OneLine;
import io.stepprofiler.trace.Trace;

/** Comments of a profile on the whole trace, which pprof prints above its tables. */
final class ProfileComments {
    private ProfileComments() {}

    static void write(Trace trace, ProfileWriter profile) {
        comment(profile, "trace " + OneLine.of(trace.id()));
        comment(profile, trace.account().summary());
        if (trace.isPartial()) {
            comment(profile, "the window has not had all its steps");
        }
    }

    private static void comment(ProfileWriter profile, String text) {
        profile.text(PprofFields.PROFILE_COMMENT, text);
    }
}
