package io.stepprofiler.jvm;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.SettingDescriptor;

/**
 * Events that are recorded in this virtual machine. Uses plain loops, because it is part of the first window's start.
 *
 * @param options options of the source
 * @param rules rules by the names of their types, in the order of the table
 * @param settings settings of the flight recorder
 * @param missing requested types that do not exist here
 * @param refused reason for leaving out types that interrupt threads by signals; empty if they are recorded
 */
record EventSelection(
        FlightOptions options,
        Map<String, EventRule> rules,
        Map<String, String> settings,
        List<String> missing,
        Optional<String> refused) {
    static final String PREFIX = "jdk.";

    private static final Pattern TIME = Pattern.compile("(\\d{1,12}) *(|ns|us|ms|s|m)");
    private static final Map<String, Long> UNITS =
            Map.of("", 1L, "ns", 1L, "us", 1_000L, "ms", 1_000_000L, "s", 1_000_000_000L, "m", 60_000_000_000L);

    /**
     * Selects the events from the types of this virtual machine.
     *
     * @param danger reason why signals to threads are dangerous; empty if they are not
     */
    static EventSelection of(FlightOptions options, Optional<String> danger) {
        List<EventType> types = FlightRecorder.getFlightRecorder().getEventTypes();
        Set<String> known = new HashSet<>();
        Map<String, String> settings = new HashMap<>();
        for (EventType type : types) {
            known.add(type.getName());
            if (isOnByDefault(type)) {
                settings.put(type.getName() + "#enabled", "false");
            }
        }
        Map<String, EventRule> rules = new LinkedHashMap<>();
        List<String> missing = new ArrayList<>();
        Optional<String> refused = Optional.empty();
        for (EventRule rule : FlightEventTypes.RULES) {
            String name = PREFIX + rule.type();
            if (!options.groups().contains(rule.group())) {
                continue;
            }
            if (!known.contains(name)) {
                missing.add(name);
            } else if (danger.isPresent() && rule.type().equals(FlightEventTypes.BY_SIGNALS)) {
                refused = danger;
            } else {
                rules.put(name, rule);
            }
        }
        rules.put(PREFIX + FlightEventTypes.DATA_LOSS.type(), FlightEventTypes.DATA_LOSS);
        for (Map.Entry<String, EventRule> each : rules.entrySet()) {
            String name = each.getKey();
            settings.put(name + "#enabled", "true");
            settings.put(name + "#stackTrace", "false");
            each.getValue().settings().put(options, (key, value) -> settings.put(name + "#" + key, value));
        }
        settings.put(ClockSync.NAME + "#enabled", "true");
        return new EventSelection(
                options, Collections.unmodifiableMap(rules), Map.copyOf(settings), List.copyOf(missing), refused);
    }

    /** Returns a setting of a type, such as a period of {@code 20 ms}, in nanoseconds; 0 if it has none, or no time. */
    long nanos(String type, String setting) {
        Matcher time = TIME.matcher(settings.getOrDefault(type + "#" + setting, ""));
        return time.matches() ? (long) (Double.parseDouble(time.group(1)) * UNITS.getOrDefault(time.group(2), 0L)) : 0;
    }

    /** True if a type is on by default: types of the program and its libraries may be, types of the JDK are not. */
    private static boolean isOnByDefault(EventType type) {
        if (type.getName().startsWith(PREFIX)) {
            return false;
        }
        for (SettingDescriptor setting : type.getSettingDescriptors()) {
            if (setting.getName().equals("enabled")) {
                return "true".equals(setting.getDefaultValue());
            }
        }
        return false;
    }
}
