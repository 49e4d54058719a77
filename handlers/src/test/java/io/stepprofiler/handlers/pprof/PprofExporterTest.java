package io.stepprofiler.handlers.pprof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.export.ExportMeter;
import io.stepprofiler.handlers.pprof.ReadProfile.Frame;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PprofExporterTest {
    private static final StackTraceElement MAIN = new StackTraceElement("org.acme.Train", "main", "Train.java", 3);
    private static final StackTraceElement FIT = new StackTraceElement("org.acme.Net", "fit", "Net.java", 9);

    private final TraceBuilder builder = new TraceBuilder();
    private final TrackBuilder main = builder.thread(1, "main");

    private int add(String name, long start, long duration) {
        return main.add(builder.nameId(name), start, duration);
    }

    private ReadProfile exported() throws IOException {
        return ReadProfile.of(bytes(builder.build()));
    }

    static byte[] bytes(Trace trace) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new PprofExporter().export(trace, "x.pb.gz", out, ExportMeter.none());
        return out.toByteArray();
    }

    @Test
    void handler_givenAWindow_writesItsProfileUnderItsStart(@TempDir Path dir) throws IOException {
        add("mm", 0, 10);
        Trace trace = builder.window(new ClockAnchor(0, 500), new ClockAnchor(10, 510))
                .build();
        PprofHandler.to(dir).onTraceReady(trace);
        assertThat(Files.readAllBytes(dir.resolve("trace.500.pb.gz"))).isEqualTo(bytes(trace));
    }

    @Test
    void callStacks_ofEvents_areLeftOut() throws IOException {
        main.stack(add("mm", 0, 10), builder.stackId(List.of(FIT, MAIN)));
        assertThat(exported().samples().get(0).names()).containsExactly("mm");
    }

    @Test
    void samples_standInsideTheNamesAroundThemWithFilesAndLines() throws IOException {
        add("forward", 0, 10);
        builder.stackSample(new StackSample(5, 1, SampleKind.JAVA, builder.stackId(List.of(FIT, MAIN)), 20));
        ReadProfile profile = exported();
        assertThat(profile.types())
                .containsExactly("time/nanoseconds", "events/count", "samples/count", "sampled_time/nanoseconds");
        assertThat(profile.samples().get(1).stack())
                .containsExactly(
                        new Frame("forward", "", 0),
                        new Frame("org.acme.Train.main", "org/acme/Train.java", 3),
                        new Frame("org.acme.Net.fit", "org/acme/Net.java", 9));
        assertThat(profile.samples().get(1).values())
                .isEqualTo(Map.of("time", 0L, "events", 0L, "samples", 1L, "sampled_time", 20L));
    }

    @Test
    void callOfAMethod_onTwoLines_isTwoLocationsOfOneFunction() throws IOException {
        StackTraceElement later = new StackTraceElement("org.acme.Net", "fit", "Net.java", 12);
        builder.stackSample(new StackSample(5, 1, SampleKind.JAVA, builder.stackId(List.of(FIT)), 1))
                .stackSample(new StackSample(6, 1, SampleKind.JAVA, builder.stackId(List.of(later)), 1));
        ReadProfile profile = exported();
        assertThat(profile.message.subs("location")).hasSize(2);
        assertThat(profile.message.subs("function")).hasSize(1);
        assertThat(profile.samples())
                .extracting(sample -> sample.stack().get(0).line())
                .containsExactly(9L, 12L);
    }

    @Test
    void hiddenClass_hasNoAddress() throws IOException {
        StackTraceElement call = new StackTraceElement("org.acme.Net$$Lambda/0x0000000800c02a00", "run", null, -1);
        builder.stackSample(new StackSample(5, 1, SampleKind.JAVA, builder.stackId(List.of(call)), 1));
        assertThat(exported().samples().get(0).stack()).containsExactly(new Frame("org.acme.Net$$Lambda.run", "", 0));
    }

    @Test
    void sample_withoutCallStackAndEvent_hasAFrameThatSaysSo() throws IOException {
        builder.stackSample(new StackSample(5, 1, SampleKind.NATIVE, -1, 20));
        assertThat(exported().samples().get(0).names()).containsExactly("[no call stack]");
    }

    @Test
    void deviceWork_standsInsideWhatCausedIt() throws IOException {
        main.correlation(add("linear", 0, 10), 7);
        TrackBuilder stream = builder.stream(Device.cuda(0), 3);
        stream.correlation(stream.add(builder.nameId("gemm", EventKind.KERNEL, ""), 5, 30), 7);
        assertThat(exported().sums("device_time")).isEqualTo(Map.of(List.of("main", "linear", "gemm"), 30L));
    }

    @Test
    void profile_saysWhenAndOfWhatItIs() throws IOException {
        builder.window(new ClockAnchor(1_000, 5_000), new ClockAnchor(1_700, 5_700));
        builder.traceId("T1").partial(true);
        ReadProfile profile = exported();
        assertThat(profile.message.number("time_nanos")).isEqualTo(5_000);
        assertThat(profile.message.number("duration_nanos")).isEqualTo(700);
        assertThat(profile.text(profile.message.number("default_sample_type"))).isEqualTo("time");
        assertThat(profile.valueType(profile.message.sub("period_type"))).isEqualTo("time/nanoseconds");
        assertThat(profile.message.number("period")).isEqualTo(1);
        assertThat(profile.comments())
                .contains("trace T1", "the window has not had all its steps")
                .anyMatch(comment -> comment.startsWith("0 events begun"));
    }

    @Test
    void trace_withoutEvents_isAProfileWithoutSamples() throws IOException {
        ReadProfile profile = exported();
        assertThat(profile.samples()).isEmpty();
        assertThat(profile.types()).hasSize(2);
    }

    @Test
    void endings_ofOtherFormats_areNotTaken(@TempDir Path dir) throws IOException {
        add("forward", 0, 10);
        Trace trace = builder.build();
        trace.export(dir.resolve("x.pb.gz"));
        assertThat(ReadProfile.of(Files.readAllBytes(dir.resolve("x.pb.gz"))).samples())
                .hasSize(1);
        assertThatThrownBy(() -> trace.export(dir.resolve("host.xplane.pb.gz")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("host.xplane.pb.gz");
        assertThat(dir.resolve("host.xplane.pb.gz")).doesNotExist();
        assertThatThrownBy(() -> trace.export(dir.resolve("x.pb"))).isInstanceOf(IllegalArgumentException.class);
    }
}
