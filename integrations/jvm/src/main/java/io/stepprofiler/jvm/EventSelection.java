package io.stepprofiler.jvm;

import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.SettingDescriptor;

/**
 * The events that are recorded in this virtual machine.
 *
 * @param options what the source was told
 * @param withStack whether waits are recorded with their call stacks
 * @param rules what becomes of an event, by the name of its type, in the order of the table
 * @param settings what the flight recorder is told
 * @param missing types that are asked for and do not exist here
 */
record EventSelection(
        FlightOptions options,
        boolean withStack,
        Map<String, EventRule> rules,
        Map<String, String> settings,
        List<String> missing) {
    private static final String PREFIX = "jdk.";

    static EventSelection of(FlightOptions options, boolean withStack) {
        List<EventType> types = FlightRecorder.getFlightRecorder().getEventTypes();
        Set<String> known = types.stream().map(EventType::getName).collect(Collectors.toSet());
        Map<String, EventRule> rules = new LinkedHashMap<>();
        EventTable.RULES.stream()
                .filter(rule -> options.groups().contains(rule.group()))
                .forEach(rule -> rules.put(PREFIX + rule.type(), rule));
        List<String> missing =
                rules.keySet().stream().filter(name -> !known.contains(name)).toList();
        rules.keySet().retainAll(known);

        rules.put(PREFIX + EventTable.DATA_LOSS.type(), EventTable.DATA_LOSS);

        Map<String, String> settings = new HashMap<>();
        // Those of the program and its libraries are on unless somebody says otherwise.
        types.stream()
                .filter(EventSelection::isOnByDefault)
                .forEach(type -> settings.put(type.getName() + "#enabled", "false"));
        rules.forEach((name, rule) -> {
            settings.put(name + "#enabled", "true");
            settings.put(name + "#stackTrace", "false");
            rule.settings().put(options, withStack, (key, value) -> settings.put(name + "#" + key, value));
        });
        settings.put(ClockSync.NAME + "#enabled", "true");
        return new EventSelection(
                options, withStack, Collections.unmodifiableMap(rules), Map.copyOf(settings), missing);
    }

    private static boolean isOnByDefault(EventType type) {
        return type.getSettingDescriptors().stream()
                .filter(setting -> setting.getName().equals("enabled"))
                .map(SettingDescriptor::getDefaultValue)
                .anyMatch("true"::equals);
    }
}
