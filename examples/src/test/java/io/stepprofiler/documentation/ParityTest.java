package io.stepprofiler.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The tables of features of others: nothing is missing, and every test they name is there. */
class ParityTest {
    private static final Pattern TEST = Pattern.compile("`(\\w+)\\.(\\w+)`");
    private static final Pattern NAME =
            Pattern.compile("`([A-Z]\\w+(?:\\.Builder)?)(?:\\.([A-Za-z_]\\w*))?(?:\\(.*?\\))?`");

    /** The public features of torch.profiler, typed in a second time. */
    private static final List<String> FEATURES = List.of(
            "activities",
            "schedule",
            "on_trace_ready",
            "record_shapes",
            "profile_memory",
            "with_stack",
            "with_flops",
            "with_modules",
            "experimental_config",
            "execution_trace_observer",
            "acc_events",
            "use_cuda",
            "custom_trace_id_callback",
            "post_processing_timeout_s",
            "__enter__",
            "__exit__",
            "start",
            "stop",
            "step",
            "prepare_trace",
            "start_trace",
            "stop_trace",
            "set_custom_trace_id_callback",
            "get_trace_id",
            "export_chrome_trace",
            "export_stacks",
            "export_memory_timeline",
            "toggle_collection_dynamic",
            "key_averages",
            "key_averages(group_by_input_shape)",
            "key_averages(group_by_stack_n)",
            "key_averages(group_by_overload_name)",
            "events",
            "add_metadata",
            "add_metadata_json",
            "preset_metadata_json",
            "table(sort_by)",
            "table(row_limit)",
            "table(max_src_column_width)",
            "table(max_name_column_width)",
            "table(max_shapes_column_width)",
            "table(header)",
            "table(top_level_events_only)",
            "table(time_unit)",
            "wait",
            "warmup",
            "active",
            "repeat",
            "skip_first",
            "skip_first_wait",
            "ProfilerAction",
            "ProfilerAction.DEVICE_STOPPED",
            "ProfilerActivity",
            "supported_activities",
            "kineto_available",
            "record_function",
            "dir_name",
            "worker_name",
            "use_gzip",
            "register_callback",
            "unregister_callback",
            "is_registered",
            "cleanup",
            "get_output_file_path",
            "build_execution_trace_obs_from_env",
            "profile_all_threads",
            "capture_overload_names",
            "distributedInfo",
            "step_num",
            "current_action",
            "export_memory_timeline(device)",
            "total_average",
            "self_cpu_time_total",
            "verbose",
            "trace_only",
            "use_python_export",
            "disable_external_correlation",
            "expose_kineto_event_metadata",
            "adjust_timestamps",
            "record_python_gc_info",
            "profiler_metrics",
            "profiler_measure_per_kernel");

    /** The public features of JAX's guide to profiling and of ejkernel's profiler. */
    private static final List<String> FEATURES_OF_JAX = List.of(
            "trace",
            "start_trace",
            "stop_trace",
            "create_perfetto_link",
            "create_perfetto_trace",
            "TraceAnnotation",
            "TraceAnnotation.set_metadata",
            "TraceAnnotation.is_enabled",
            "StepTraceAnnotation",
            "annotate_function",
            "ProfileOptions",
            "host_tracer_level",
            "python_tracer_level",
            "device_tracer_level",
            "advanced_configuration",
            "tpu_trace_mode",
            "gpu_max_activity_api_events",
            "session_id",
            "repository_path",
            "raise_error_on_start_failure",
            "override_hostname",
            "include_dataset_ops",
            "duration_ms",
            "enable_hlo_proto",
            "start_timestamp_ns",
            "device_memory_profile",
            "save_device_memory_profile",
            "trace_viewer",
            "overview_page",
            "input_pipeline_analyzer",
            "framework_op_stats",
            "memory_profile",
            "kernel_stats",
            "ProfileData.from_file",
            "ProfileData.from_serialized_xspace",
            "ProfileData.from_text_proto",
            "text_proto_to_serialized_xspace",
            "find_plane_with_name",
            "profile_time_by_function_id",
            "create_step_profiler");

    /** The public features of MXNet's profiler, and what its facts call defects. */
    private static final List<String> FEATURES_OF_MXNET = List.of(
            "set_config",
            "filename",
            "profile_all",
            "profile_symbolic",
            "profile_imperative",
            "profile_memory",
            "profile_api",
            "continuous_dump",
            "dump_period",
            "aggregate_stats",
            "gpu_memory_profile_filename_prefix",
            "profile_process",
            "MXNET_PROFILER_AUTOSTART",
            "MXNET_PROFILER_MODE",
            "set_state('run')",
            "set_state('stop')",
            "pause",
            "resume",
            "dump(finished)",
            "dumps(reset)",
            "dumps(format)",
            "dumps(sort_by, ascending)",
            "scope(name, append_mode)",
            "Domain",
            "Task",
            "Frame",
            "Event",
            "Counter",
            "Marker",
            "dump(finished=True)",
            "dumps(reset=True)",
            "dumps");

    /** The public features of Aesara's ProfileStats. */
    private static final List<String> FEATURES_OF_AESARA = List.of(
            "function(profile=True)",
            "profile=",
            "ignore_first_call",
            "profile",
            "f.profile.summary()",
            "profiling__time_thunks",
            "AESARA_FLAGS",
            "n_apply",
            "n_ops",
            "output_line_width",
            "min_memory_size",
            "min_peak_memory",
            "destination",
            "print_global_stats",
            "debugprint",
            "<Mflops>",
            "<Gflops/s>",
            "<type>",
            "<#call>",
            "<#apply>",
            "<id>",
            "<sum %>");

    /** A document with such tables, whose first column has this heading. */
    private record Document(String name, String heading, List<String> features) {
        Path path() {
            return Path.of("..", "docs", name);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Document> documents() {
        return Stream.of(
                new Document("PARITY.md", "torch", FEATURES),
                new Document("PARITY-XPROF.md", "JAX", FEATURES_OF_JAX),
                new Document("PARITY-MXNET.md", "MXNet", FEATURES_OF_MXNET),
                new Document("PARITY-AESARA.md", "Aesara", FEATURES_OF_AESARA));
    }

    private record Row(String theirs, String here, String test) {}

    @ParameterizedTest
    @MethodSource("documents")
    void features_ofTheOthers_haveARow(Document document) throws IOException {
        String named =
                String.join("\n", rows(document).stream().map(Row::theirs).toList());
        assertThat(document.features()).allSatisfy(feature -> assertThat(named).contains("`" + feature + "`"));
    }

    @ParameterizedTest
    @MethodSource("documents")
    void rows_all_sayWhatItIsCalledHereAndNameATest(Document document) throws IOException {
        assertThat(rows(document)).hasSizeGreaterThan(25).allSatisfy(row -> {
            assertThat(row.here()).isNotBlank();
            assertThat(TEST.matcher(row.test()).find()).as(row.toString()).isTrue();
        });
    }

    @ParameterizedTest
    @MethodSource("documents")
    void tests_thatRowsName_areThere(Document document) throws IOException {
        Set<String> named = new TreeSet<>();
        for (Row row : rows(document)) {
            Matcher matcher = TEST.matcher(row.test());
            while (matcher.find()) {
                named.add(matcher.group(1) + "." + matcher.group(2));
            }
        }
        assertThat(tests()).containsAll(named);
    }

    @ParameterizedTest
    @MethodSource("documents")
    void names_thatRowsGive_areThere(Document document) throws IOException {
        Map<String, String> sources = new TreeMap<>();
        for (Path source : sources("src/main/java", ".java")) {
            // Two packages may have a class of one name.
            sources.merge(
                    source.getFileName().toString().replace(".java", ""), Files.readString(source), String::concat);
        }
        for (Row row : rows(document)) {
            Matcher matcher = NAME.matcher(row.here());
            while (matcher.find()) {
                String type = matcher.group(1).equals("Schedule.Builder") ? "Schedule" : matcher.group(1);
                assertThat(sources).as(row.toString()).containsKey(type);
                if (matcher.group(2) != null) {
                    assertThat(sources.get(type)).as(row.toString()).contains(matcher.group(2));
                }
            }
        }
    }

    private static List<Path> sources(String folder, String ending) throws IOException {
        try (Stream<Path> files = Files.walk(Path.of(".."))) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .filter(file -> file.toString().contains(folder))
                    .toList();
        }
    }

    private static List<Row> rows(Document document) throws IOException {
        List<Row> rows = new ArrayList<>();
        for (String line : Files.readAllLines(document.path())) {
            if (line.startsWith("| ") && !line.startsWith("| " + document.heading() + " |")) {
                String[] cells = line.split("\\|", -1);
                assertThat(cells).as(line).hasSize(6);
                rows.add(new Row(cells[1].strip(), cells[2].strip(), cells[3].strip()));
            }
        }
        return rows;
    }

    /** Every test method of the project, with its class. */
    private static Set<String> tests() throws IOException {
        Pattern method = Pattern.compile("\n    void (\\w+)\\(");
        Set<String> tests = new TreeSet<>();
        for (Path source : sources("src/test/java", "Test.java")) {
            String name = source.getFileName().toString().replace(".java", "");
            Matcher matcher = method.matcher(Files.readString(source));
            while (matcher.find()) {
                tests.add(name + "." + matcher.group(1));
            }
        }
        return tests;
    }
}
