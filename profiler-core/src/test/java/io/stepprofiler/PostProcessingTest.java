package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.SpanReport;
import io.stepprofiler.trace.Trace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class PostProcessingTest {
    private final CountDownLatch neverReached = new CountDownLatch(1);
    private final AtomicReference<ActivitySink> left = new AtomicReference<>();
    private final List<Trace> traces = new ArrayList<>();

    /** A source that tells one thing and then nothing for ever. */
    private ScriptedSource hanging() {
        return ScriptedSource.collecting(sink -> {
            left.set(sink);
            sink.sample("before it hung", 1, 1);
            try {
                neverReached.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private Profile recordWith(Duration timeout, ScriptedSource... sources) {
        ProfileBuilder builder = Profile.builder()
                .synchronousDelivery(true)
                .profileMemory(true)
                .delivery(options -> options.withPostProcessingTimeout(timeout))
                .onTraceReady(traces::add);
        for (ScriptedSource source : sources) {
            builder.source(source);
        }
        Profile profile = builder.start();
        try (profile) {
            Scope.open("scope").close();
            Memory.allocated(1, 1);
        }
        return profile;
    }

    @Test
    void collect_hanging_costsOnlyItsOwnPartAndIsTold() {
        ScriptedSource good = ScriptedSource.collecting(sink -> sink.sample("good", 1, 1));
        Profile profile = recordWith(Duration.ofSeconds(1), hanging(), good);
        Trace trace = traces.get(0);
        assertThat(Recorded.names(trace)).containsExactly("scope");
        assertThat(trace.counters()).extracting(counter -> counter.name()).containsExactly("before it hung", "good");
        assertThat(trace.account().anomalies()).containsExactly(entry(Anomaly.SOURCE_FAILED, 1L));
        assertThat(profile.failures())
                .filteredOn(failure -> failure.kind() == ProfileFailure.Kind.SOURCE_FAILED)
                .singleElement()
                .satisfies(failure -> assertThat(failure.message()).contains("ScriptedSource", "in time"));
    }

    @Test
    void collect_hangingAlone_makesTheTracePartialAndIsIgnoredAfterIt() {
        Profile profile = recordWith(Duration.ofSeconds(1), hanging());
        Trace trace = traces.get(0);
        assertThat(trace.isPartial()).isTrue();
        assertThat(profile.failureCount(ProfileFailure.Kind.POST_PROCESSING_TIMED_OUT))
                .isEqualTo(1);
        ActivitySink sink = left.get();
        sink.sample("late", 1, 1);
        sink.span(new SpanReport().onLane("late").named("late", 1, 1));
        sink.lost(5);
        assertThat(trace.counters()).extracting(counter -> counter.name()).containsExactly("before it hung");
        assertThat(trace.tracks()).allMatch(track -> track.isThread());
        assertThat(trace.account().begun()).isEqualTo(3);
    }

    @Test
    void timeout_overFromTheStart_dropsTheEventsAndTheAccountAddsUp() {
        Profile profile = Profile.builder()
                .synchronousDelivery(true)
                .recordShapes(true)
                .profileMemory(true)
                .delivery(options -> options.withPostProcessingTimeout(Duration.ofNanos(1)))
                .onTraceReady(traces::add)
                .start();
        try (profile) {
            for (int i = 0; i < 5000; i++) {
                Scope.open(Label.of("scope"), new OpDetails().scalar(i))
                        .arg("key", i)
                        .close();
                Memory.allocated(i, 1);
            }
            Scope.open("left open");
        }
        Trace trace = traces.get(0);
        assertThat(trace.isPartial()).isTrue();
        assertThat(trace.eventCount()).isZero();
        assertThat(trace.account().begun()).isEqualTo(10_001);
        assertThat(trace.account().dropped())
                .containsExactly(entry(
                        DropCause.POST_PROCESSING_TIMEOUT,
                        10_001L - trace.memory().size()));
        assertThat(trace.account().anomalies()).isEmpty();
    }

    @Test
    void timeout_overWithScopesEndedElsewhere_countsNothingOddOfThem() {
        Trace trace = Recorded.trace(
                builder -> builder.delivery(options -> options.withPostProcessingTimeout(Duration.ofNanos(1))), () -> {
                    Scope scope = Scope.open("handed over");
                    Recorded.onNewThread("other", () -> {
                        scope.close();
                        return "";
                    });
                });
        assertThat(trace.account().dropped()).containsExactly(entry(DropCause.POST_PROCESSING_TIMEOUT, 1L));
        assertThat(trace.account().anomalies()).containsExactly(entry(Anomaly.CLOSED_ON_OTHER_THREAD, 1L));
    }

    @Test
    void collect_onAnInterruptedTrainingThread_isWaitedForAndTheInterruptKept() {
        Thread training = Thread.currentThread();
        training.interrupt();
        recordWith(Duration.ofSeconds(30), ScriptedSource.collecting(sink -> {
            // Waiting is what clears it for a while; until then the source has not told anything.
            while (training.isInterrupted()) {
                Thread.onSpinWait();
            }
            sink.sample("good", 1, 1);
        }));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(traces.get(0).counters()).hasSize(1);
        assertThat(traces.get(0).account().anomalies()).isEmpty();
    }

    @Test
    void timeout_outOfRange_isRefused() {
        assertThatThrownBy(
                        () -> Profile.builder().delivery(options -> options.withPostProcessingTimeout(Duration.ZERO)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("postProcessingTimeout = PT0S is not allowed: must be ");
    }

    @Test
    void close_whileASourceHangs_deliversTheLastWindowPartial() {
        Profile profile = Profile.builder()
                // Long enough for the scope, on a busy machine.
                .delivery(options -> options.withPostProcessingTimeout(Duration.ofSeconds(1)))
                .delivery(delivery -> delivery.withCloseTimeout(Duration.ofSeconds(50)))
                .source(hanging())
                .onTraceReady(traces::add)
                .start();
        Scope.open("scope").close();
        profile.close();
        assertThat(traces).singleElement().satisfies(trace -> {
            assertThat(Recorded.names(trace)).containsExactly("scope");
            assertThat(trace.isPartial()).isTrue();
        });
        assertThat(profile.failureCount(ProfileFailure.Kind.WINDOW_LOST)).isZero();
    }

    @Test
    void timeout_asLongAsClosing_isRefused() {
        assertThatThrownBy(() -> Profile.builder()
                        .delivery(delivery -> delivery.withCloseTimeout(Duration.ofSeconds(5)))
                        .delivery(options -> options.withPostProcessingTimeout(Duration.ofSeconds(5)))
                        .build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("postProcessingTimeout = PT5S is not allowed: must be less than closeTimeout");
    }
}
