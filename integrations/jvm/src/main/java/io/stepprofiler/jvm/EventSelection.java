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
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.SettingDescriptor;

/**
 * The events that are recorded in this virtual machine. Made with plain loops, because it is part of the first window's
 * start.
 *
 * @param options options of the source
 * @param rules what becomes of an event, by the name of its type, in the order of the table
 * @param settings settings of the flight recorder
 * @param missing types that are asked for and do not exist here
 * @param refused why types are left out that would interrupt threads by signals; empty if they are not
 */
record EventSelection(
        FlightOptions options,
        Map<String, EventRule> rules,
        Map<String, String> settings,
        List<String> missing,
        Optional<String> refused) {
    private static final String PREFIX = "jdk.";

    /**
     * Looks what there is to record.
     *
     * @param danger why signals to threads are dangerous; empty if they are not
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
        for (EventRule rule : EventTable.RULES) {
            String name = PREFIX + rule.type();
            if (!options.groups().contains(rule.group())) {
                continue;
            }
            if (!known.contains(name)) {
                missing.add(name);
            } else if (danger.isPresent() && rule.type().equals(EventTable.BY_SIGNALS)) {
                refused = danger;
            } else {
                rules.put(name, rule);
            }
        }
        rules.put(PREFIX + EventTable.DATA_LOSS.type(), EventTable.DATA_LOSS);
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

    /** Those of the program and its libraries are on by default; those of the JDK are off. */
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
