package io.stepprofiler.mxnet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProfilerConfigTest {
    @Test
    void configuration_withoutArguments_hasMxnetsDefaults() {
        ProfilerConfig config = ProfilerConfig.of(Map.of());
        assertThat(config.filename()).isEqualTo(Path.of("profile.json"));
        assertThat(config.categories()).containsExactlyInAnyOrder(ProfileCategory.values());
        assertThat(config.continuousDump()).isTrue();
        assertThat(config.dumpPeriod()).isEqualTo(Duration.ofSeconds(1));
        assertThat(config.aggregateStats()).isFalse();
        assertThat(config.memoryProfilePrefix()).isEqualTo("gpu_memory_profile");
        assertThat(config).isEqualTo(ProfilerConfig.builder().build());
    }

    @Test
    void profilerThatIsNotConfigured_profilesAllAndWritesAtTheEnd() {
        ProfilerConfig config = ProfilerConfig.unconfigured(EnvironmentVariables.DEFAULT_MODE);
        assertThat(config.continuousDump()).isFalse();
        assertThat(config.aggregateStats()).isFalse();
        assertThat(config.categories()).containsExactlyInAnyOrder(ProfileCategory.values());
    }

    @Test
    void keys_asTexts_areThoseOfTheBuilder() {
        ProfilerConfig config = ProfilerConfig.of(Map.of(
                "filename", "run:1,a.json",
                "profile_symbolic", "FALSE",
                "profile_imperative", "0",
                "profile_memory", false,
                "profile_api", "1",
                "continuous_dump", "True",
                "dump_period", 0.25,
                "aggregate_stats", 1,
                "gpu_memory_profile_filename_prefix", "mem",
                "profile_process", "worker"));
        assertThat(config)
                .isEqualTo(ProfilerConfig.builder()
                        .filename(Path.of("run:1,a.json"))
                        .profile(ProfileCategory.SYMBOLIC, false)
                        .profile(ProfileCategory.IMPERATIVE, false)
                        .profile(ProfileCategory.MEMORY, false)
                        .profile(ProfileCategory.API, true)
                        .dumpPeriod(Duration.ofMillis(250))
                        .aggregateStats(true)
                        .gpuMemoryProfileFilenamePrefix("mem")
                        .build());
    }

    @Test
    void profileAll_goesBeforeWhatIsSwitchedOff() {
        assertThat(ProfilerConfig.of(Map.of("profile_all", true, "profile_memory", false))
                        .categories())
                .isEqualTo(Set.of(ProfileCategory.values()));
    }

    @Test
    void unknownKey_isRefusedNamingTheKnownOnes() {
        assertThatThrownBy(() -> ProfilerConfig.of(Map.of("profile_everything", true)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("key = profile_everything is not allowed: must be one of filename, profile_all,"
                        + " profile_symbolic, profile_imperative, profile_memory, profile_api, continuous_dump,"
                        + " dump_period, aggregate_stats, gpu_memory_profile_filename_prefix, profile_process");
    }

    @ParameterizedTest
    @CsvSource({
        "profile_all, maybe, 'true, false, 1 or 0'",
        "profile_memory, 2, 'true, false, 1 or 0'",
        "aggregate_stats, '', 'true, false, 1 or 0'",
        "dump_period, soon, a number of seconds",
        "dump_period, -1, a number of seconds",
        "dump_period, NaN, a number of seconds",
        "dump_period, 1e99, a number of seconds",
        "dump_period, 0, more than 0 if continuous_dump is true",
        "filename, '', must name a file",
        "filename, /, must name a file",
        "filename, ., must name a file",
        "gpu_memory_profile_filename_prefix, ' ', must not be empty",
        "profile_process, everyone, must be worker",
    })
    void wrongValue_isRefusedNamingKeyValueAndWhatIsAllowed(String key, String value, String allowed) {
        assertThatThrownBy(() -> ProfilerConfig.of(Map.of(key, value)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(key + " = ", "is not allowed", allowed);
    }

    @Test
    void nullForAValueOrForAll_isRefusedNamingIt() {
        Map<String, String> values = new HashMap<>();
        values.put("filename", null);
        assertThatThrownBy(() -> ProfilerConfig.of(values))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("filename = null is not allowed: leave the key out for its default");
        Map<String, String> none = null;
        assertThatThrownBy(() -> Profiler.setConfig(none))
                .hasMessage("values = null is not allowed: must be values by key");
    }

    @Test
    void prefixThatNoPathHas_isRefused() {
        assertThatThrownBy(() -> ProfilerConfig.of(Map.of("gpu_memory_profile_filename_prefix", "a\0b")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "gpu_memory_profile_filename_prefix = a\\u0000b is not allowed: must be the beginning of a path");
    }

    @Test
    void periodOfZero_withoutContinuousDump_isAllowed() {
        assertThat(ProfilerConfig.of(Map.of("continuous_dump", false, "dump_period", 0))
                        .dumpPeriod())
                .isZero();
    }

    @Test
    void source_thatDeliversAtTheEndOnly_isRefused() {
        ProfilerConfig.Builder builder = ProfilerConfig.builder().source(new ActivitySource() {
            @Override
            public ActivityRecording start(RecordingOptions options) {
                throw new UnsupportedOperationException();
            }

            @Override
            public String toString() {
                return "late";
            }
        });
        assertThatThrownBy(builder::build).hasMessageContainingAll("source = late", "while it records");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 4, 8, 13, 15})
    void mode_asBits_isTheCategories(int bits) {
        EnvironmentVariables environment = EnvironmentVariables.of("0", Integer.toString(bits));
        assertThat(ProfilerConfig.unconfigured(environment.mode()).categories().stream()
                        .mapToInt(ProfileCategory::bit)
                        .sum())
                .isEqualTo(bits);
    }

    @ParameterizedTest
    @CsvSource({"1, true", "0, false", "yes, false", "'', false"})
    void autostart_isOnForOneOnly(String value, boolean expected) {
        assertThat(EnvironmentVariables.of(value, "13").autostart()).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"16", "-1", "all", ""})
    void mode_thatMakesNoSense_isLeftOut(String value) {
        assertThat(EnvironmentVariables.of("0", value).mode()).isEqualTo(EnvironmentVariables.DEFAULT_MODE);
    }
}
