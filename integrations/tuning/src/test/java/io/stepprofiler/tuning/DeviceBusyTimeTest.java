package io.stepprofiler.tuning;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.Label;
import io.stepprofiler.OpDetails;
import io.stepprofiler.Scope;
import io.stepprofiler.clock.Ticks;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.ActivitySource;
import io.stepprofiler.source.SpanReport;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DeviceBusyTimeTest {
    private static final Label LAUNCH = Label.of("launch");

    private final FakeTime time = new FakeTime();
    private final FakeDevice device = new FakeDevice();

    /** A device that does what it was told, and says so when the window ends. */
    private static final class FakeDevice implements ActivitySource {
        record Span(int stream, EventKind kind, long correlation, long start, long duration) {}

        final List<Span> spans = new ArrayList<>();

        @Override
        public ActivityRecording start(RecordingOptions options) {
            return new ActivityRecording() {
                @Override
                public void stop() {}

                @Override
                public void collect(ActivitySink sink) {
                    spans.forEach(span -> sink.span(new SpanReport()
                            .onStream(Device.cuda(0), span.stream())
                            .named("gemm", span.start(), span.duration())
                            .kind(span.kind())
                            .correlation(span.correlation())));
                }
            };
        }
    }

    @AfterEach
    void giveTheClockBack() {
        time.close();
    }

    /** A call that takes 1,000 ns of the host, and launches kernels that go on after it. */
    private Callable<?> launching(long... durations) {
        return () -> {
            for (int stream = 0; stream < durations.length; stream++) {
                long correlation = device.spans.size() + 1L;
                try (Scope scope = Scope.open(LAUNCH, new OpDetails().correlation(correlation))) {
                    device.spans.add(new FakeDevice.Span(
                            stream, EventKind.KERNEL, correlation, Ticks.now() + 100_000, durations[stream]));
                    time.pass(10);
                    scope.arg("stream", stream);
                }
            }
            time.pass(1_000);
            return null;
        };
    }

    private TuningBuilder tuning() {
        return time.tuning().warmup(0).calls(6).deviceTime(true).source(device);
    }

    @Test
    void times_areThoseInWhichTheDeviceWorkedForTheCall() {
        TuningResult result = tuning().variant("long", launching(7_000))
                .variant("short", launching(3_000))
                .run();
        assertThat(result.timedBy()).isEqualTo(TimedBy.DEVICE);
        assertThat(result.times("long").meanNanos()).isEqualTo(7_000);
        assertThat(result.times("short").meanNanos()).isEqualTo(3_000);
        assertThat(result.fastest()).isEqualTo("short");
        assertThat(result.warnings()).isEmpty();
    }

    @Test
    void streams_thatWorkAtOnce_countOnce() {
        // The second is launched 10 ns after the first.
        TuningResult result = tuning().variant("a", launching(5_000, 5_000)).run();
        assertThat(result.times("a").meanNanos()).isEqualTo(5_010);
    }

    @Test
    void names_ofWorkOnAStream_areNoWork() {
        TuningResult result = tuning().variant("a", () -> {
                    launching(2_000).call();
                    FakeDevice.Span last = device.spans.get(device.spans.size() - 1);
                    device.spans.add(new FakeDevice.Span(
                            0, EventKind.SCOPE, last.correlation(), last.start() - 500, last.duration() + 1_000));
                    return null;
                })
                .run();
        assertThat(result.times("a").meanNanos()).isEqualTo(2_000);
    }

    @Test
    void variant_withoutDeviceWork_isInfiniteBesideOneWithSome() {
        TuningResult result = tuning().variant("device", launching(2_000))
                .variant("host", time.taking("host", () -> 10))
                .run();
        assertThat(result.fastest()).isEqualTo("device");
        assertThat(result.times("host").meanNanos()).isInfinite();
        assertThat(result.times("host").failure()).isEqualTo(VariantTimes.NOT_SEEN);
        assertThat(result.warnings()).hasSize(2);
    }

    @Test
    void noSource_leavesTheTimesOfTheHostWithAWarning() {
        TuningResult result = time.tuning()
                .deviceTime(true)
                .variant("a", time.taking("a", () -> 2_000))
                .run();
        assertThat(result.timedBy()).isEqualTo(TimedBy.PROFILE);
        assertThat(result.times("a").meanNanos()).isEqualTo(2_000);
        assertThat(result.warnings()).singleElement().asString().contains("times are from the host");
    }
}
