package io.stepprofiler.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OtherRecordingsTest {
    private static final Map<String, String> OURS = Map.of(
            "jdk.ThreadPark#enabled", "true",
            "jdk.ThreadPark#stackTrace", "false",
            "jdk.ThreadPark#threshold", "10 ms",
            "jdk.ClassLoad#threshold", "0 ns",
            "jdk.CPUTimeSample#throttle", "10ms",
            "jdk.ObjectAllocationSample#throttle", "10/s",
            "acme.Theirs#enabled", "false");

    private static Map<String, String> besides(List<Map<String, String>> others) {
        return new OtherRecordings(others).leaveOf(OURS);
    }

    @Test
    void settings_withoutOthers_areOurs() {
        assertThat(besides(List.of())).isEqualTo(OURS);
    }

    @Test
    void settings_besideOneOfOtherTypes_leaveItTheTypesThatAreOnByDefault() {
        assertThat(besides(List.of(Map.of("jdk.FileRead#enabled", "true", "jdk.ThreadPark#enabled", "false"))))
                .hasSize(OURS.size() - 1)
                .doesNotContainKey("acme.Theirs#enabled");
    }

    @Test
    void settings_besideOneThatTakesDefaults_areNotForLess() {
        Map<String, String> theirs = Map.of(
                "jdk.ThreadPark#enabled", "true",
                "jdk.ClassLoad#enabled", "true",
                "jdk.CPUTimeSample#enabled", "true",
                "jdk.ObjectAllocationSample#enabled", "true");
        assertThat(besides(List.of(theirs)))
                .containsOnlyKeys("jdk.ThreadPark#enabled", "jdk.ClassLoad#threshold", "jdk.CPUTimeSample#throttle");
    }

    @Test
    void settings_thatAnotherHas_areOurs() {
        Map<String, String> byDefault = Map.of("jdk.ThreadPark#enabled", "true");
        Map<String, String> stated = Map.of(
                "jdk.ThreadPark#stackTrace",
                "true",
                "jdk.ThreadPark#threshold",
                "20 ms",
                "acme.Theirs#enabled",
                "true");
        assertThat(besides(List.of(byDefault, stated))).isEqualTo(OURS);
    }
}
