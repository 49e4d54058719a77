package io.stepprofiler.xprof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.handlers.link.PerfettoLink;
import io.stepprofiler.source.Activity;
import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.ActivitySource;
import io.stepprofiler.source.ActivityType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProfileOptionsTest {
    private static final ProfileOptions.Builder OPTIONS = ProfileOptions.builder();

    private record Source(Activity activity) implements ActivitySource {
        @Override
        public ActivityRecording start(RecordingOptions options) {
            return new ActivityRecording() {
                @Override
                public void stop() {}

                @Override
                public void collect(ActivitySink sink) {}
            };
        }
    }

    private static void assertRefused(Runnable setter, String... parts) {
        assertThatThrownBy(setter::run)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(parts);
    }

    @Test
    void hostLevels_fromNothingToEverything_addWhatTheySay() {
        assertThat(HostLevel.of(0).types()).isEmpty();
        assertThat(HostLevel.of(1).types()).isEqualTo(Set.of(ActivityType.SCOPE, ActivityType.COUNTER));
        assertThat(HostLevel.of(2).types())
                .contains(ActivityType.SCOPE, ActivityType.MODULE, ActivityType.DATA_LOADER, ActivityType.JVM_SOURCE)
                .doesNotContain(ActivityType.CPU_SOURCE, ActivityType.MEMORY);
        assertThat(HostLevel.of(3).types())
                .containsAll(HostLevel.of(2).types())
                .contains(ActivityType.CPU_SOURCE, ActivityType.MEMORY);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 4, Integer.MAX_VALUE})
    void hostLevel_outOfRange_isRefusedNamingTheLevels(int level) {
        assertRefused(() -> OPTIONS.hostTracerLevel(level), "hostTracerLevel = " + level, "0 (nothing)", "3 (also");
    }

    @Test
    void otherLevels_outOfRange_areRefused() {
        assertRefused(() -> OPTIONS.pythonTracerLevel(-1), "pythonTracerLevel = -1", "must be 0 (no samples)");
        assertRefused(() -> OPTIONS.deviceTracerLevel(-1), "deviceTracerLevel = -1", "must be 0 or 1");
        assertRefused(() -> OPTIONS.deviceTracerLevel(2), "deviceTracerLevel = 2", "must be 0 or 1");
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 1", "2, 1", "9, 1"})
    void pythonLevel_aboveOne_isOneAsInJax(int level, int taken) {
        assertThat(ProfileOptions.builder().pythonTracerLevel(level).build().pythonTracerLevel())
                .isEqualTo(taken);
    }

    @Test
    void options_areToldByTheirAccessorsAndTheirText() {
        Source source = new Source(Activity.CPU);
        ProfileOptions options = ProfileOptions.builder()
                .hostTracerLevel(3)
                .pythonTracerLevel(1)
                .deviceTracerLevel(0)
                .includeDatasetOps(false)
                .raiseErrorOnStartFailure(false)
                .advancedConfiguration(Map.of("jvm_max_events", 7))
                .repositoryPath(Path.of("log"))
                .sessionId("run7")
                .overrideHostname("node:1")
                .duration(Duration.ofSeconds(2))
                .createPerfettoLink(PerfettoLink.DEFAULT.withPort(0))
                .source(source)
                .build();
        assertThat(options.hostTracerLevel()).isEqualTo(3);
        assertThat(options.deviceTracerLevel()).isZero();
        assertThat(options.includeDatasetOps()).isFalse();
        assertThat(options.raiseErrorOnStartFailure()).isFalse();
        assertThat(options.advancedConfiguration()).isEqualTo(Map.of("jvm_max_events", 7L));
        assertThat(options.repositoryPath()).contains(Path.of("log"));
        assertThat(options.duration()).contains(Duration.ofSeconds(2));
        assertThat(options.createPerfettoTrace()).isTrue();
        assertThat(options.perfettoLink()).map(PerfettoLink::port).contains(0);
        assertThat(options.sources()).containsExactly(source);
        assertThat(options.handlers()).isEmpty();
        assertThat(options)
                .asString()
                .startsWith("ProfileOptions[hostTracerLevel=3, pythonTracerLevel=1, deviceTracerLevel=0,"
                        + " includeDatasetOps=false, raiseErrorOnStartFailure=false, createPerfettoTrace=true,"
                        + " advancedConfiguration={jvm_max_events=7}, sources=[Source[activity=CPU]], handlers=[],"
                        + " repositoryPath=log, sessionId=run7, overrideHostname=node_1, duration=PT2S,"
                        + " perfettoLink=PerfettoLink[port=0, ");
    }

    /** Those of jaxlib 0.10.2, whose guide says 1 for the host; stacks are off, because they take the flight recorder. */
    @Test
    void defaults_areThoseOfJaxlibButForTheStacks() {
        assertThat(ProfileOptions.DEFAULT)
                .hasToString("ProfileOptions[hostTracerLevel=2, pythonTracerLevel=0, deviceTracerLevel=1,"
                        + " includeDatasetOps=true, raiseErrorOnStartFailure=true, createPerfettoTrace=false,"
                        + " advancedConfiguration={}, sources=[], handlers=[]]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gpu_max_callback_api_events",
                "gpu_max_activity_api_events",
                "gpu_max_annotation_strings",
                "gpu_enable_nvtx_tracking",
                "gpu_enable_cupti_activity_graph_trace",
                "gpu_dump_graph_node_mapping",
                "gpu_pm_sample_counters",
                "gpu_pm_sample_interval_us",
                "gpu_pm_sample_buffer_size_per_gpu_mb",
                "gpu_num_chips_to_profile_per_task",
                "tpu_trace_mode",
                "tpu_num_sparse_cores_to_trace",
                "tpu_num_sparse_core_tiles_to_trace",
                "tpu_num_chips_to_profile_per_task",
                "tpu_perf_counters",
                "tpu_power_trace_level",
                "tpu_circular_buffer_tracing",
                "max_trace_buffers",
                "profile_subprocesses",
                "enable_continuous_profiling",
                "override_hostnames"
            })
    void advancedKey_ofJaxOnly_isRefusedSayingThatItMeansNothingHere(String key) {
        assertRefused(() -> OPTIONS.advancedConfiguration(Map.of(key, 1)), key + " = 1", "means nothing on the JVM: ");
    }

    @Test
    void advancedKey_unknown_isRefusedNamingTheKnownOnes() {
        assertRefused(
                () -> OPTIONS.advancedConfiguration(Map.of("jvm_max_event", 1)),
                "jvm_max_event = 1",
                "there is no such key",
                "jvm_max_events (a whole number)",
                "override_hostname (a text)",
                "jvm_call_stacks (true or false)");
    }

    @Test
    void advancedValue_ofAnotherTypeOrOutOfRange_isRefused() {
        assertRefused(() -> OPTIONS.advancedConfiguration(Map.of("jvm_max_events", "1")), "must be a whole number");
        assertRefused(() -> OPTIONS.advancedConfiguration(Map.of("jvm_max_events", 1.5)), "must be a whole number");
        assertRefused(() -> OPTIONS.advancedConfiguration(Map.of("jvm_call_stacks", 1)), "must be true or false");
        assertRefused(() -> OPTIONS.advancedConfiguration(Map.of("override_hostname", List.of())), "must be a text");
        assertRefused(
                () -> OPTIONS.advancedConfiguration(Map.of("jvm_max_events", 0)), "jvm_max_events", "must be 1 to");
        assertRefused(() -> OPTIONS.advancedConfiguration(Map.of("override_hostname", "../x")), "names a file");
    }

    @Test
    void advancedValues_thatAreKnown_areTaken() {
        ProfileOptions options = ProfileOptions.builder()
                .advancedConfiguration(
                        Map.of("jvm_max_events", 1000, "jvm_call_stacks", true, "override_hostname", "node7:8471"))
                .build();
        assertThat(options.overrideHostname()).contains("node7_8471");
        assertThat(options.advancedConfiguration()).containsEntry("jvm_max_events", 1000L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "..", "../esc", "a/b", "a\\b", "/etc", ".hidden", "a b", "a\nb", "ü"})
    void names_thatWouldLeaveTheirDirectory_areRefused(String name) {
        assertRefused(() -> OPTIONS.sessionId(name), "sessionId", "names a file");
        assertRefused(() -> OPTIONS.overrideHostname(name), "overrideHostname", "names a file");
    }

    @Test
    void names_ofUsualForms_areTaken() {
        assertThatCode(() -> OPTIONS.sessionId("2026_11_22_08_00_00").overrideHostname("node-7.example.com"))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({"CPU, 2, 1", "JVM, 1, 1", "CUDA, 3, 0"})
    void source_thatTheLevelsLeaveOut_isRefused(Activity activity, int host, int device) {
        assertRefused(
                () -> ProfileOptions.builder()
                        .hostTracerLevel(host)
                        .deviceTracerLevel(device)
                        .source(new Source(activity))
                        .build(),
                "TracerLevel",
                "Source[activity=" + activity + "]");
    }

    @Test
    void fieldsOfJax_thatMeanNothingHere_areRefusedUnlessOff() {
        assertThatCode(() -> OPTIONS.enableHloProto(false).startTimestampNanos(0))
                .doesNotThrowAnyException();
        assertRefused(() -> OPTIONS.enableHloProto(true), "programs of XLA");
        assertRefused(() -> OPTIONS.startTimestampNanos(5), "startTimestampNanos = 5", "must be 0");
    }

    @Test
    void duration_outOfRange_isRefused() {
        for (Duration duration : List.of(Duration.ZERO, Duration.ofSeconds(-1), Duration.ofDays(2))) {
            assertRefused(() -> OPTIONS.duration(duration), "duration = " + duration, "at most a day");
        }
    }

    @Test
    void link_withValuesOutOfRange_isRefused() {
        assertRefused(() -> PerfettoLink.DEFAULT.withPort(-1), "port = -1", "0 (any that is free) to 65535");
        assertRefused(() -> PerfettoLink.DEFAULT.withPort(65_536), "port = 65536");
        assertRefused(() -> PerfettoLink.DEFAULT.withTimeout(Duration.ZERO), "timeout = PT0S");
    }

    @Test
    @SuppressWarnings("NullAway") // What a caller without a null checker may pass.
    void null_isRefusedNamingTheParameter() {
        assertNullRefused(() -> OPTIONS.advancedConfiguration(null), "values");
        assertNullRefused(() -> OPTIONS.sessionId(null), "id");
        assertNullRefused(() -> OPTIONS.overrideHostname(null), "name");
        assertNullRefused(() -> OPTIONS.duration(null), "value");
    }

    private static void assertNullRefused(Runnable setter, String parameter) {
        assertThatThrownBy(setter::run).isInstanceOf(NullPointerException.class).hasMessage(parameter);
    }

    @Test
    void options_afterTheBuilderChanges_stayAsTheyWere() {
        ProfileOptions.Builder builder = ProfileOptions.builder().sessionId("one");
        ProfileOptions options = builder.build();
        builder.sessionId("two");
        assertThat(options.sessionId()).contains("one");
    }
}
