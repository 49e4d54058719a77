package io.stepprofiler.handlers.chrome;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.event.UnfinishedCause;
import io.stepprofiler.handlers.chrome.Exported.Slice;
import io.stepprofiler.handlers.chrome.Exported.Unnested;
import io.stepprofiler.handlers.random.RandomTrace;
import io.stepprofiler.trace.DistributedInfo;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TraceEvent;
import io.stepprofiler.trace.TrackBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChromeTraceExporterTest {
    private static final long EPOCH = RandomTrace.EPOCH;
    private static final Pattern HTA_RANK = Pattern.compile("\"rank\":\\s+(\\d+)");

    private final TraceBuilder builder = new TraceBuilder()
            .traceId("0123456789ABCDEF0123456789ABCDEF")
            .process(new ProcessInfo(4711, "node7"))
            .window(new ClockAnchor(1000, EPOCH), new ClockAnchor(9000, EPOCH + 8000));

    @Test
    void file_anyTrace_holdsEveryEventExactly() {
        for (long seed = 0; seed < 62; seed++) {
            Trace trace = RandomTrace.of(seed);
            assertHolds(Exported.json(trace), trace, "seed " + seed);
        }
    }

    @Test
    void gzipFile_anyTrace_isTheSameText() {
        for (long seed = 0; seed < 20; seed++) {
            Trace trace = RandomTrace.of(seed);
            String plain = Exported.json(trace).text();
            assertThat(Exported.gzip(trace).text()).isEqualTo(plain.replace("\"trace.json\"", "\"trace.json.gz\""));
        }
    }

    @Test
    void keys_always_haveTheirOrder() {
        builder.distributed(new DistributedInfo(2, 4, "gloo", "node7")).metadata("mine", new MetadataValue("x", false));

        assertThat(file().keys())
                .containsExactly(
                        "schemaVersion",
                        "deviceProperties",
                        "trace_id",
                        "distributedInfo",
                        "mine",
                        "host_name",
                        "stepProfiler",
                        "displayTimeUnit",
                        "baseTimeNanoseconds",
                        "traceEvents",
                        "traceName");
    }

    @Test
    void head_always_saysWhatTorchSays() {
        JsonNode root = file().root();

        assertThat(root.path("schemaVersion").intValue()).isEqualTo(1);
        assertThat(root.path("deviceProperties").isArray()).isTrue();
        assertThat(root.path("trace_id").textValue()).isEqualTo("0123456789ABCDEF0123456789ABCDEF");
        assertThat(root.path("host_name").textValue()).isEqualTo("node7");
        assertThat(root.path("displayTimeUnit").textValue()).isEqualTo("ms");
        assertThat(root.path("traceName").textValue()).isEqualTo("trace.json");
        assertThat(root.path("baseTimeNanoseconds").longValue())
                .isEqualTo(EPOCH - EPOCH % (7_889_238L * 1_000_000_000L))
                .isEqualTo(1_790_857_026_000_000_000L);
    }

    @Test
    void rank_distributed_isFoundByThePatternOfHta() {
        builder.distributed(new DistributedInfo(2, 4, "gloo", "node7"));

        assertThat(HTA_RANK.matcher(file().text()).results().map(found -> found.group(1)))
                .containsExactly("2");
        assertThat(file().root().path("distributedInfo").path("world_size").intValue())
                .isEqualTo(4);
        assertThat(file().root().path("distributedInfo").path("backend").textValue())
                .isEqualTo("gloo");
    }

    @Test
    void times_always_haveThreeDecimals() {
        builder.thread(1, "main").add(builder.nameId("a"), 1000, 1_000_000);

        assertThat(file().text()).contains("\"ts\":4396092397382.707,\"dur\":1000.000,");
        assertThat(file().events())
                .allSatisfy(event ->
                        assertThat(event.path("ts").decimalValue().scale()).isEqualTo(3));
    }

    @Test
    void times_beforeTheWindowAndTheBase_areNotNegative() {
        long base = 1_790_857_026_000_000_000L;
        builder.window(new ClockAnchor(0, base + 5), new ClockAnchor(10, base + 15))
                .thread(1, "main")
                .add(builder.nameId("early"), -100, 50);

        Exported file = file();

        assertThat(file.events())
                .allMatch(event -> event.path("ts").decimalValue().signum() >= 0);
        assertThat(file.scopes().get(0).startNanos()).isEqualTo(base + 5 - 100);
    }

    @Test
    void account_withLosses_isInTheFile() {
        TrackBuilder track = builder.thread(1, "main");
        track.add(builder.nameId("a"), 1000, 5);
        track.unfinished(track.add(builder.nameId("b"), 2000, 7000));
        builder.counter("c", 1000, Double.NaN)
                .dropped(DropCause.EVENT_LIMIT, 7)
                .unfinished(UnfinishedCause.WINDOW_ENDED, 1)
                .anomaly(Anomaly.CLOSED_TWICE, 3)
                .step(new StepMark(0, 1000, 10, 1, false))
                .partial(true);

        assertThat(file().root().path("stepProfiler"))
                .isEqualTo(Exported.read("""
                        {"begun": 10, "written": 2, "dropped": {"event limit": 7}, "unfinished": {"window ended": 1},
                        "anomalies": {"closed twice": 3}, "partial": true, "steps": 1,
                        "counterSamplesNotDrawable": 1, "durationsShortened": 0,
                         "durationsLeftOut": 0}""").root());
    }

    @Test
    void names_always_tellViewersWhoIsWho() {
        builder.thread(1, "main");
        builder.thread(7, "load\"er");

        Exported file = file();

        assertThat(file.events("M").stream()
                        .limit(3)
                        .map(event -> event.path("name").textValue()))
                .containsExactly("process_name", "process_labels", "process_sort_index");
        assertThat(file.events("M").get(1).path("args").path("labels").textValue())
                .isEqualTo("CPU");
        assertThat(file.rowNames()).containsOnly(Map.entry(1L, "main"), Map.entry(7L, "load\"er"));
        assertThat(file.events("M").stream()
                        .filter(event -> event.path("name").textValue().equals("thread_sort_index"))
                        .map(event -> event.path("args").path("sort_index").intValue()))
                .containsExactly(0, 1);
    }

    @Test
    void closingRecords_always_areThoseOfTorch() {
        builder.thread(1, "main").add(builder.nameId("a"), 1000, 10);

        Exported file = file();
        List<JsonNode> last =
                file.events().subList(file.events().size() - 4, file.events().size());

        assertThat(last.get(0).path("name").textValue()).isEqualTo("PyTorch Profiler (0)");
        assertThat(last.get(0).path("cat").textValue()).isEqualTo("Trace");
        assertThat(last.get(0).path("pid").textValue()).isEqualTo("Spans");
        assertThat(last.get(0).path("tid").textValue()).isEqualTo("PyTorch Profiler");
        assertThat(last.get(0).path("dur").decimalValue()).isEqualByComparingTo("8");
        assertThat(last.get(0).path("args").path("Op count").intValue()).isEqualTo(1);
        assertThat(last.get(2).path("name").textValue()).isEqualTo("Iteration Start: PyTorch Profiler");
        assertThat(file.epochNanos(last.get(2))).isEqualTo(EPOCH);
        assertThat(last.get(3).path("name").textValue()).isEqualTo("Record Window End");
        assertThat(last.get(3).path("s").textValue()).isEqualTo("g");
        assertThat(file.epochNanos(last.get(3))).isEqualTo(EPOCH + 8000);
    }

    @Test
    void counters_notFinite_areLeftOut() {
        builder.counter("heap", 1000, 1e9)
                .counter("heap", 2000, Double.NaN)
                .counter("heap", 3000, Double.POSITIVE_INFINITY)
                .counter("heap", 4000, -0.25);

        Exported file = file();

        assertThat(file.events("C"))
                .extracting(
                        file::epochNanos, event -> event.path("args").path("").doubleValue())
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(EPOCH, 1e9),
                        org.assertj.core.groups.Tuple.tuple(EPOCH + 3000, -0.25));
        assertThat(file.events("C"))
                .allMatch(event -> event.path("name").textValue().equals("heap"));
    }

    @Test
    void arguments_thatCollide_arePrefixed() {
        TrackBuilder track = builder.thread(1, "main");
        int event = track.add(builder.nameId("a"), 1000, 5);
        track.argument(event, builder.nameId("Ev Idx"), 9L)
                .argument(event, builder.nameId("user_Ev Idx"), "mine")
                .argument(event, builder.nameId("unfinished"), "no")
                .argument(event, builder.nameId("loss"), Double.NEGATIVE_INFINITY)
                .argument(event, builder.nameId("small"), Long.MIN_VALUE)
                .argument(event, builder.nameId("last"), true)
                .argument(event, builder.nameId("first"), false);

        assertThat(file().scopes().get(0).args()).isEqualTo(Exported.read("""
                        {"External id": 1, "Record function id": 1, "Ev Idx": 0, "user_Ev Idx": 9, "user_user_Ev Idx": "mine",
                        "user_unfinished": "no", "loss": "-Infinity", "small": -9223372036854775808,
                        "last": true, "first": false}""").root());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "External id",
                "external id",
                "Record function id",
                "Ev Idx",
                "unfinished",
                "async",
                "shortened ns",
                "Sequence number",
                "Fwd thread id",
                "Concrete Inputs",
                "Input type",
                "Input Strides",
                "Input Dims",
                "Input dims",
                "Overload Name",
                "FLOPs",
                "Call stack",
                "Module Hierarchy",
                "Module path",
                "Python module id",
                "Python id",
                "Python parent id",
                "Python thread",
                "correlation",
                "device",
                "stream"
            })
    void argument_namedLikeOneOfOurs_isPrefixed(String key) {
        TrackBuilder track = builder.thread(1, "main");
        track.argument(track.add(builder.nameId("a"), 1000, 5), builder.nameId(key), "mine");

        JsonNode args = file().scopes().get(0).args();

        assertThat(args.path("user_" + key).textValue()).isEqualTo("mine");
        assertThat(args.path(key).isTextual()).isFalse();
    }

    @Test
    void namesOfTorch_haveItsCategories() {
        TrackBuilder track = builder.thread(1, "main");
        track.add(builder.nameId("Optimizer.step#SGD.step"), 1000, 5);
        track.add(builder.nameId("It", EventKind.DATA_LOADER, ""), 2000, 5);
        track.add(builder.nameId("gloo:all_reduce", EventKind.COMMUNICATION, ""), 3000, 5);

        assertThat(file().slices())
                .extracting(Slice::category, Slice::name)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("user_annotation", "Optimizer.step#SGD.step"),
                        org.assertj.core.groups.Tuple.tuple("user_annotation", "enumerate(DataLoader)#It.__next__"),
                        org.assertj.core.groups.Tuple.tuple("cpu_op", "gloo:all_reduce"));
    }

    @Test
    void flags_ofEventsAndSteps_areArguments() {
        TrackBuilder track = builder.thread(1, "main");
        track.unfinished(track.add(builder.nameId("open"), 1000, 5));
        track.async(track.add(builder.nameId("async"), 1000, 5));
        builder.step(new StepMark(4, 1000, 5, 1, true));

        Exported file = file();

        assertThat(slice(file, "open").args().path("unfinished").booleanValue()).isTrue();
        assertThat(slice(file, "open").args().has("async")).isFalse();
        assertThat(slice(file, "async").args().path("async").booleanValue()).isTrue();
        assertThat(slice(file, "ProfilerStep#4").args().path("unfinished").booleanValue())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ProfilerStep", "ProfilerStep#x", "ProfilerStep # 7", "ProfilerSteps", "ProfilerStep#7"})
    void event_namedLikeAStep_isNoneForThoseWhoGoByTheName(String name) {
        int row = 0;
        for (EventKind kind : EventKind.values()) {
            builder.thread(row, "main").add(builder.nameId(name, kind, ""), 1000, 5);
            builder.stream(Device.cuda(0), row++).add(builder.nameId(name, kind, ""), 1000, 5);
        }
        builder.step(new StepMark(7, 900, 200, 0, false));

        // HTA takes for a step, and fails on if there is no number, whatever begins like one.
        assertThat(file().slices())
                .filteredOn(slice -> !slice.category().equals("gpu_user_annotation"))
                .extracting(Slice::name)
                .filteredOn(written -> written.startsWith("ProfilerStep"))
                .containsExactly("ProfilerStep#7");
        assertThat(file().slices())
                .filteredOn(slice -> slice.name().equals("(scope) " + name))
                .extracting(Slice::category)
                .contains("cpu_op", "gpu_user_annotation", "kernel");
    }

    @ParameterizedTest
    @CsvSource({
        "ProfilerStep#7, trace.json, gpu_user_annotation, ProfilerStep#7",
        // The plugin would count the step once more.
        "ProfilerStep#7, trace.pt.trace.json, user_scope, ProfilerStep#7",
        "ProfilerStep#x, trace.json, gpu_user_annotation, (scope) ProfilerStep#x"
    })
    void step_thatItsSourceShowsOnAStream_keepsItsName(String name, String file, String category, String written) {
        builder.stream(Device.cuda(0), 7).add(builder.nameId(name), 1000, 5);

        assertThat(Exported.read(Exported.bytes(builder.build(), file)).slices())
                .singleElement()
                .satisfies(slice -> {
                    assertThat(slice.name()).isEqualTo(written);
                    assertThat(slice.category()).isEqualTo(category);
                });
    }

    @Test
    void row_withoutAName_hasOne() {
        builder.thread(7, "").add(builder.nameId("a"), 1000, 5);
        builder.lane("").add(builder.nameId("a"), 1000, 5);

        // Perfetto takes an empty one for an error.
        assertThat(file().events("M"))
                .filteredOn(event -> event.path("name").textValue().equals("thread_name"))
                .extracting(event -> event.path("args").path("name").textValue())
                .containsExactly("thread 7", "(unnamed)");
    }

    @Test
    void name_longerThanABlock_isWhole() {
        String name = "ä\ud83d\ude00\"".repeat(250_000);
        builder.thread(1, "main").add(builder.nameId(name), 1000, 5);
        Trace trace = builder.build();

        assertThat(Exported.json(trace).scopes()).extracting(Slice::name).containsExactly(name);
        assertThat(Exported.gzip(trace).scopes()).extracting(Slice::name).containsExactly(name);
    }

    @Test
    void deleteCharacter_whichPerfettoRefuses_isEscapedEverywhere() {
        builder.metadata("k\u007f", new MetadataValue("v\u007f", false))
                .metadata("json", new MetadataValue("\"\u007f\"", true))
                .thread(1, "\u007f")
                .add(builder.nameId("\u007f"), 1000, 5);

        assertThat(file().text()).doesNotContain("\u007f");
        assertThat(file().root().path("k\u007f").textValue()).isEqualTo("v\u007f");
        assertThat(file().scopes().get(0).name()).isEqualTo("\u007f");
    }

    @Test
    void emptyTrace_always_isAValidFile() {
        Exported file = Exported.json(new TraceBuilder().build());

        assertThat(file.slices()).isEmpty();
        assertThat(file.events()).isNotEmpty();
    }

    @Test
    void export_byFileName_findsThisExporter(@TempDir Path dir) throws IOException {
        builder.thread(1, "main").add(builder.nameId("a"), 1000, 5);
        Trace trace = builder.build();

        trace.export(dir.resolve("t.json"));
        trace.export(dir.resolve("t.json.gz"));

        String plain = Files.readString(dir.resolve("t.json"));
        assertThat(Exported.read(plain).scopes()).hasSize(1);
        assertThat(Exported.read(Exported.gunzip(Files.readAllBytes(dir.resolve("t.json.gz"))))
                        .text())
                .isEqualTo(plain.replace("t.json", "t.json.gz"));
    }

    private Exported file() {
        return Exported.json(builder.build());
    }

    private static Slice slice(Exported file, String name) {
        return file.slices().stream()
                .filter(slice -> slice.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static void assertHolds(Exported file, Trace trace, String description) {
        List<TraceEvent> events = trace.events();
        Iterator<Slice> scopes = file.scopes().iterator();
        Iterator<Unnested> unnested = file.unnested().iterator();
        Map<Long, String> rows = file.rowNames();
        for (int i = 0; i < events.size(); i++) {
            TraceEvent event = events.get(i);
            if (event.kind().isAsync()) {
                assertUnnested(unnested.next(), event, i, trace, description);
                continue;
            }
            Slice slice = scopes.next();
            String name = representable(event.name());
            assertThat(slice.name())
                    .as(description)
                    .isEqualTo(name.startsWith("ProfilerStep") ? "(scope) " + name : name);
            assertThat(slice.startNanos())
                    .as(description)
                    .isEqualTo(trace.start().toEpochNanos(event.startNanos()));
            assertThat(slice.trueDurationNanos()).as(description).isEqualTo(event.durationNanos());
            assertThat(slice.args().has("unfinished")).as(description).isEqualTo(event.unfinished());
            assertThat(slice.args().has("async")).as(description).isEqualTo(event.async());
            assertThat(slice.json().path("pid").longValue())
                    .as(description)
                    .isEqualTo(trace.process().pid());
            assertThat(rows).as(description).containsKey(slice.tid());
            assertIds(slice, i + 1);
            assertArguments(slice.args(), event.arguments(), description);
        }
        assertThat(scopes.hasNext() || unnested.hasNext()).as(description).isFalse();
        assertSteps(file, trace, description);
    }

    private static void assertUnnested(Unnested found, TraceEvent event, int index, Trace trace, String description) {
        String domain = representable(event.domain());
        String kind = event.kind().name().toLowerCase(Locale.ROOT);
        String category = domain.isEmpty() ? kind : event.kind() == EventKind.FRAME ? domain + ",frame" : domain;
        String name = representable(event.name());
        String free = name.startsWith("ProfilerStep")
                ? "(scope) " + name
                : event.isInstant() && name.equals("[memory]") ? "(marker) [memory]" : name;
        assertThat(found.phase()).as(description).isEqualTo(event.isInstant() ? "i" : "b");
        assertThat(found.name()).as(description).isEqualTo(free);
        assertThat(found.json().path("cat").textValue()).as(description).isEqualTo(category);
        assertThat(found.startNanos()).as(description).isEqualTo(trace.start().toEpochNanos(event.startNanos()));
        assertThat(found.durationNanos()).as(description).isEqualTo(event.durationNanos());
        assertThat(found.args().path("Ev Idx").intValue()).as(description).isEqualTo(index);
        assertThat(found.args().has("unfinished")).as(description).isEqualTo(event.unfinished());
        assertThat(found.args().path("Domain").asText()).as(description).isEqualTo(domain);
        assertArguments(found.args(), event.arguments(), description);
    }

    private static void assertIds(Slice slice, long id) {
        assertThat(slice.args().path("External id").longValue()).isEqualTo(id);
        assertThat(slice.args().path("Record function id").longValue()).isEqualTo(id);
        assertThat(slice.args().path("Ev Idx").longValue()).isEqualTo(id - 1);
    }

    /** The values of the user's own arguments, in their order; keys may have got a prefix. */
    private static void assertArguments(JsonNode args, Map<String, Object> expected, String description) {
        List<String> keys = new java.util.ArrayList<>();
        args.fieldNames().forEachRemaining(keys::add);
        keys.removeAll(List.of(
                "External id", "Record function id", "Ev Idx", "unfinished", "async", "shortened ns", "Domain"));
        assertThat(keys).as(description).hasSameSizeAs(expected.keySet());
        int i = 0;
        for (Map.Entry<String, Object> entry : expected.entrySet()) {
            String key = keys.get(i++);
            assertThat(key).as(description).endsWith(representable(entry.getKey()));
            JsonNode value = args.path(key);
            if (entry.getValue() instanceof Long number) {
                assertThat(value.longValue()).as(description).isEqualTo(number);
            } else if (entry.getValue() instanceof Double number && Double.isFinite(number)) {
                assertThat(value.doubleValue()).as(description).isEqualTo(number + 0.0);
            } else if (entry.getValue() instanceof Boolean truth) {
                assertThat(value.isBoolean()).as(description).isTrue();
                assertThat(value.booleanValue()).as(description).isEqualTo(truth);
            } else {
                assertThat(value.textValue())
                        .as(description)
                        .isEqualTo(representable(entry.getValue().toString()));
            }
        }
    }

    private static void assertSteps(Exported file, Trace trace, String description) {
        Map<Long, Slice> byId = file.steps().stream()
                .collect(
                        Collectors.toMap(step -> step.args().path("External id").longValue(), step -> step));
        assertThat(byId).as(description).hasSameSizeAs(trace.steps());
        for (int i = 0; i < trace.steps().size(); i++) {
            StepMark expected = trace.steps().get(i);
            long id = trace.eventId(trace.tracks().size(), i);
            Slice step = byId.get(id);
            assertThat(step).as(description).isNotNull();
            assertIds(step, id);
            assertThat(step.name()).isEqualTo(expected.name());
            assertThat(step.startNanos()).isEqualTo(trace.start().toEpochNanos(expected.startNanos()));
            assertThat(step.trueDurationNanos()).as(description).isEqualTo(expected.durationNanos());
        }
    }

    /** A text as UTF-8 can hold it. */
    private static String representable(String text) {
        StringBuilder result = new StringBuilder();
        text.codePoints()
                .map(point -> point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE ? 0xFFFD : point)
                .forEach(result::appendCodePoint);
        return result.toString();
    }
}
