package io.stepprofiler.readers.accounting;

import io.stepprofiler.readers.xspace.ProfileEvent;
import io.stepprofiler.readers.xspace.ProfileStat;

/** Key of an event: its program's name, number and scope, as {@code jit_step(7-None)}. */
final class EventKey {
    private static final String UNKNOWN = "None";

    private EventKey() {}

    static String of(ProfileEvent event) {
        String name = event.stat("hlo_module").map(ProfileStat::asText).orElseGet(event::name);
        String program = event.stat("program_id")
                .or(() -> event.stat("run_id"))
                .map(EventKey::text)
                .orElse(UNKNOWN);
        String scope = event.stat("scope_range_id").map(EventKey::text).orElse(UNKNOWN);
        return name + "(" + program + "-" + scope + ")";
    }

    private static String text(ProfileStat stat) {
        return stat.type() == ProfileStat.Type.NONE ? UNKNOWN : stat.asText();
    }
}
