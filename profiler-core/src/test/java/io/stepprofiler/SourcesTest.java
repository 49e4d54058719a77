package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.awaitility.Awaitility.await;

import io.stepprofiler.clock.TickReading;
import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.ActivitySource;
import io.stepprofiler.source.JvmCounters;
import io.stepprofiler.source.SpanReport;
import io.stepprofiler.trace.Remarks;
import io.stepprofiler.trace.SourceFaults;
import io.stepprofiler.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SourcesTest {
    /** Writes down what it is asked to do, fails where it is told to, and collects what it is given. */
    private static final class FakeSource implements ActivitySource {
        final List<String> calls = new ArrayList<>();
        final String failing;
        final Consumer<ActivitySink> collecting;

        FakeSource(String failing, Consumer<ActivitySink> collecting) {
            this.failing = failing;
            this.collecting = collecting;
        }

        void note(String call) {
            calls.add(call);
            if (call.equals(failing)) {
                throw new LinkageError(call + " failed");
            }
        }

        @Override
        public void prepare() {
            note("prepare");
        }

        @Override
        public ActivityRecording start(RecordingOptions options) {
            note("start");
            return new ActivityRecording() {
                @Override
                public void stop() {
                    note("stop");
                }

                @Override
                public void collect(ActivitySink sink) {
                    note("collect");
                    collecting.accept(sink);
                }
            };
        }
    }

    @Test
    void source_overAWindow_isPreparedInWarmupStartedStoppedAndCollected() {
        FakeSource source = new FakeSource("", sink -> {});
        try (Profile profile = Profile.builder()
                .synchronousDelivery(true)
                .schedule(Schedule.builder().warmup(1).active(1).repeat(1).build())
                .source(source)
                .start()) {
            assertThat(source.calls).containsExactly("prepare");
            profile.step();
            assertThat(source.calls).containsExactly("prepare", "start");
            profile.step();
            assertThat(source.calls).containsExactly("prepare", "start", "stop", "collect");
        }
    }

    @Test
    void source_whatItCollects_isInTheTraceAndTheAccount() {
        FakeSource source = new FakeSource("", sink -> {
            SpanReport span = new SpanReport().onLane("collector");
            sink.span(span.named("young pause", 1000, 50));
            sink.span(span.named("backwards", 2000, -5));
            sink.sample("heap", 1000, 7.5);
            sink.lost(3);
        });
        Trace trace = Recorded.trace(
                builder -> builder.source(source), () -> Scope.open("scope").close());
        assertThat(trace.tracks())
                .filteredOn(track -> !track.isThread())
                .singleElement()
                .satisfies(lane -> {
                    assertThat(lane.name()).isEqualTo("collector");
                    assertThat(lane.eventName(0)).isEqualTo("young pause");
                    assertThat(lane.durationNanos(1)).isZero();
                });
        assertThat(trace.counters().get(0).value(0)).isEqualTo(7.5);
        assertThat(trace.account().begun()).isEqualTo(7);
        assertThat(trace.account().written()).isEqualTo(4);
        assertThat(trace.account().dropped()).containsExactly(entry(DropCause.SOURCE, 3L));
        assertThat(SourceFaults.lost(trace)).containsExactly(entry("FakeSource", 3L));
        assertThat(SourceFaults.failed(trace)).isEmpty();
        assertThat(trace.account().anomalies()).containsExactly(entry(Anomaly.NEGATIVE_DURATION, 1L));
    }

    @Test
    @SuppressWarnings("NullAway") // Null is what this is about.
    void source_badNames_areReplacedAndCounted() {
        FakeSource source = new FakeSource("", sink -> {
            sink.sample(null, 1, 1);
            sink.span(new SpanReport().onLane("").named(null, 1, 1));
            sink.span(new SpanReport().onLane("x".repeat(5000)).named("fine", 1, 1));
        });
        Trace trace = Recorded.trace(builder -> builder.source(source), () -> {});
        assertThat(trace.account().written()).isEqualTo(3);
        assertThat(trace.account().anomalies())
                .containsOnly(entry(Anomaly.UNNAMED, 3L), entry(Anomaly.TEXT_TRUNCATED, 1L));
    }

    @Test
    @SuppressWarnings("NullAway") // Null is what this is about.
    void source_startAnswersNull_costsOnlyItsOwnPart() {
        Trace trace = Recorded.trace(
                builder -> builder.source(options -> null),
                () -> Scope.open("scope").close());
        assertThat(Recorded.names(trace)).containsExactly("scope");
        assertThat(trace.account().anomalies()).containsExactly(entry(Anomaly.SOURCE_FAILED, 1L));
    }

    @Test
    void source_failingWithALongText_hasAnEntryOfOneShortLine() {
        Trace trace = Recorded.trace(
                builder -> builder.source(options -> {
                    throw new IllegalStateException("no\nroom; " + "x".repeat(1000));
                }),
                () -> {});
        assertThat(SourceFaults.failed(trace).values())
                .singleElement()
                .asString()
                .startsWith("no\\u000aroom, xxx")
                .hasSizeLessThan(210);
        assertThat(Remarks.of(trace)).containsKey(SourceFaults.FAILED);
    }

    @Test
    void source_withoutFaults_hasNoEntry() {
        Trace trace = Recorded.trace(builder -> builder.source(new FakeSource("", sink -> sink.lost(0))), () -> {});
        assertThat(trace.metadata()).doesNotContainKeys(SourceFaults.FAILED, SourceFaults.LOST);
    }

    @Test
    void source_ofAHistory_hearsReadingsOfTheClock() {
        Queue<TickReading> readings = new ConcurrentLinkedQueue<>();
        ActivitySource source = new ActivitySource() {
            @Override
            public boolean collectsWhileOpen() {
                return true;
            }

            @Override
            public ActivityRecording start(RecordingOptions options) {
                return new ActivityRecording() {
                    @Override
                    public void clockRead(TickReading reading) {
                        readings.add(reading);
                    }

                    @Override
                    public void stop() {}

                    @Override
                    public void collect(ActivitySink sink) {}
                };
            }
        };
        try (Profile profile =
                Profile.builder().history(History.ofSteps(2)).source(source).start()) {
            await().until(() -> readings.size() >= 2);
            assertThat(profile.failures()).isEmpty();
        }
        assertThat(readings).extracting(TickReading::nanos).isSorted();
    }

    @Test
    void jvmCounters_samples_lieWithinTheWindow() {
        Trace trace = Recorded.trace(
                builder -> builder.source(JvmCounters.create()),
                () -> Scope.open("scope").close());
        assertThat(trace.counters()).hasSizeGreaterThanOrEqualTo(4).allSatisfy(counter -> {
            assertThat(counter.nanos(0)).isGreaterThanOrEqualTo(trace.start().monotonicNanos());
            assertThat(counter.nanos(counter.size() - 1))
                    .isLessThanOrEqualTo(trace.end().monotonicNanos());
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"prepare", "start", "stop", "collect"})
    void source_failing_costsOnlyItsOwnPartAndIsTold(String operation) {
        FakeSource bad = new FakeSource(operation, sink -> sink.sample("bad", 0, 0));
        FakeSource good = new FakeSource("", sink -> sink.sample("good", 0, 0));
        List<Trace> traces = new ArrayList<>();
        Profile profile = Profile.builder()
                .synchronousDelivery(true)
                .source(bad)
                .source(good)
                .onTraceReady(traces::add)
                .start();
        try (profile) {
            Scope.open("scope").close();
        }
        assertThat(traces).singleElement().satisfies(trace -> {
            assertThat(Recorded.names(trace)).containsExactly("scope");
            assertThat(trace.counters()).extracting(counter -> counter.name()).contains("good");
            boolean missing = !operation.equals("prepare");
            assertThat(trace.account().anomalies().getOrDefault(Anomaly.SOURCE_FAILED, 0L))
                    .isEqualTo(missing ? 1L : 0L);
            assertThat(SourceFaults.failed(trace))
                    .isEqualTo(
                            missing
                                    ? Map.of("FakeSource", "java.lang.LinkageError: " + operation + " failed")
                                    : Map.of());
        });
        assertThat(profile.failures()).singleElement().satisfies(failure -> {
            assertThat(failure.kind()).isEqualTo(ProfileFailure.Kind.SOURCE_FAILED);
            assertThat(failure.message()).contains("FakeSource").contains(operation);
        });
    }
}
