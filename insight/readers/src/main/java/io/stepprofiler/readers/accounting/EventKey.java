package io.stepprofiler.readers.accounting;

import io.stepprofiler.readers.xspace.ProfileEvent;
import io.stepprofiler.readers.xspace.ProfileStat;

/** Key of an event: its program's name, number and scope, as {@code jit_step(7-None)}. */
final class EventKey {
    private static final String UNKNOWN = "None";

    private EventKey() {}

    static String of(ProfileEvent event) {
        String name = event.stat("hlo_module").map(EventKey::text).orElseGet(event::name);
        String program = event.stat("program_id")
                .or(() -> event.stat("run_id"))
                .map(EventKey::text)
                .orElse(UNKNOWN);
        String scope = event.stat("scope_range_id").map(EventKey::text).orElse(UNKNOWN);
        return name + "(" + program + "-" + scope + ")";
    }

    /** A value of 0 and an empty text are missing values, as in ejkernel. */
    private static String text(ProfileStat stat) {
        boolean isZero = stat.value() instanceof Number number && number.doubleValue() == 0;
        return isZero || stat.asText().isEmpty() ? UNKNOWN : stat.asText();
    }
}
