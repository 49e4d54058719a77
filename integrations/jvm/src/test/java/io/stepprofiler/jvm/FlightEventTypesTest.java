package io.stepprofiler.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.Event;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Name;
import jdk.jfr.SettingDescriptor;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class FlightEventTypesTest {
    private static final FlightOptions ALL = new FlightOptions(
            EnumSet.allOf(EventGroup.class),
            Duration.ofNanos(100_000),
            Duration.ofMillis(10),
            1000,
            Duration.ofSeconds(10));

    private static final Map<String, EventType> TYPES = FlightRecorder.getFlightRecorder().getEventTypes().stream()
            .collect(Collectors.toMap(EventType::getName, Function.identity(), (one, other) -> one));

    static Stream<EventRule> rules() {
        return Stream.concat(FlightEventTypes.RULES.stream(), Stream.of(FlightEventTypes.DATA_LOSS));
    }

    @Test
    void types_allButThoseOfLaterReleases_existHere() {
        int feature = Runtime.version().feature();
        Set<String> absent =
                new TreeSet<>(EventSelection.of(ALL, Optional.empty()).missing());
        if (feature == 17) {
            assertThat(absent)
                    .containsExactlyInAnyOrder(
                            "jdk.NativeLibraryLoad",
                            "jdk.ResidentSetSize",
                            "jdk.SafepointLatency",
                            "jdk.VirtualThreadPinned");
        } else if (feature == 25) {
            assertThat(absent).isEmpty();
        }
    }

    /** Whatever a type has to set is set, for its defaults are no thresholds and no limits. */
    @ParameterizedTest
    @MethodSource("rules")
    void settings_ofAType_areAllStated(EventRule rule) {
        EventType type = TYPES.get("jdk." + rule.type());
        Assumptions.assumeTrue(type != null);
        List<String> stated = new ArrayList<>(List.of("enabled", "stackTrace"));
        rule.settings().put(ALL, (key, value) -> stated.add(key));
        List<String> there = type.getSettingDescriptors().stream()
                .map(SettingDescriptor::getName)
                .filter(name -> !isOffAnyway(rule, name))
                .toList();
        assertThat(stated).containsAll(there);
        assertThat(there)
                .containsAll(stated.stream()
                        .skip(2)
                        .filter(key -> !key.equals("stackTrace"))
                        .toList());
    }

    /** From JDK 25 on a few more types can be throttled, beside their threshold; by default they are not. */
    private static boolean isOffAnyway(EventRule rule, String setting) {
        return setting.equals("throttle") && !rule.type().equals("ObjectAllocationSample");
    }

    @ParameterizedTest
    @EnumSource
    void groups_haveRulesOfTheirOwn(EventGroup group) {
        assertThat(FlightEventTypes.RULES).anyMatch(rule -> rule.group() == group);
    }

    @Name("io.stepprofiler.test.OnByDefault")
    private static final class OnByDefault extends Event {}

    @Test
    void events_ofTheProgram_areSwitchedOff() {
        FlightRecorder.register(OnByDefault.class);
        assertThat(EventSelection.of(ALL, Optional.empty()).settings())
                .containsEntry("io.stepprofiler.test.OnByDefault#enabled", "false");
    }

    @Test
    void types_thatInterruptBySignals_areRefusedWhereThatIsDangerous() {
        EventSelection selection = EventSelection.of(ALL, Optional.of("libtorch_cpu.so is loaded"));
        assertThat(selection.settings())
                .containsEntry("jdk.NativeMethodSample#enabled", "true")
                .doesNotContainKey("jdk.ExecutionSample#enabled");
        assertThat(selection.refused()).contains("libtorch_cpu.so is loaded");
    }

    @Test
    void selection_withoutTypesThatInterrupt_refusesNothing() {
        FlightOptions waits = new FlightOptions(
                Set.of(EventGroup.WAITS), Duration.ZERO, Duration.ofMillis(10), 1000, Duration.ofSeconds(10));
        assertThat(EventSelection.of(waits, Optional.of("libtorch_cpu.so is loaded"))
                        .refused())
                .isEmpty();
    }
}
