package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepprofiler.journal.JournalOptions;
import io.stepprofiler.segment.JoinedSegments;
import io.stepprofiler.segment.Segment;
import io.stepprofiler.source.Activity;
import io.stepprofiler.source.JvmCounters;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class StreamTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    private final List<Segment> received = Collections.synchronizedList(new ArrayList<>());

    private Profile profile() {
        return Profile.builder().stream(received::add).start();
    }

    private Trace joined() {
        JoinedSegments joined = new JoinedSegments();
        received.forEach(joined::add);
        joined.trace()
                .window(
                        received.get(0).start(),
                        received.get(received.size() - 1).end());
        return joined.build();
    }

    @Test
    void stream_ofAWindow_hasAllThatWasRecordedAndTheTraceHasNothing() {
        Profile profile = profile();
        try (profile) {
            Scope epoch = Scope.open("epoch");
            for (int i = 0; i < 1000; i++) {
                Scope.open("step").close();
                if (i % 100 == 0) {
                    profile.flush();
                }
            }
            epoch.close();
        }
        Trace trace = joined();
        assertThat(trace.account().begun()).isEqualTo(1001);
        assertThat(trace.account().written()).isEqualTo(1001);
        assertThat(trace.events().get(0).name()).isEqualTo("epoch");
        assertThat(profile.lastTrace().orElseThrow().eventCount()).isZero();
        assertThat(profile.failures()).isEmpty();
    }

    @Test
    void flush_whileRecording_givesWhatWasRecordedBeforeItReturns() {
        try (Profile profile = profile()) {
            Scope.open("one").close();
            profile.flush();
            assertThat(received.stream().mapToLong(Segment::size).sum()).isEqualTo(1);
        }
    }

    @Test
    void flush_ofAnotherProfileOrNone_doesNothing() {
        Profile stopped = profile();
        stopped.close();
        stopped.flush();
        try (Profile plain = Profile.builder().start()) {
            plain.flush();
            assertThat(plain.failures()).isEmpty();
        }
        assertThat(stopped.failures()).isEmpty();
    }

    @Test
    void sources_ofAStream_areAskedAtAFlush() {
        Profile profile = Profile.builder().stream(received::add)
                .source(JvmCounters.create())
                .start();
        try (profile) {
            profile.flush();
            assertThat(received.stream().flatMap(segment -> segment.counters().stream()))
                    .anyMatch(counter -> counter.name().equals("jvm heap MiB"));
        }
    }

    @Test
    void receiver_thatFails_isToldOnceAndTheLoopGoesOn() {
        Profile profile = Profile.builder().stream(segment -> {
                    throw new IOException("no room");
                })
                .start();
        try (profile) {
            for (int i = 0; i < 3; i++) {
                Scope.open("one").close();
                profile.flush();
            }
        }
        assertThat(profile.awaitDelivery(LONG)).isTrue();
        assertThat(profile.failureCount(ProfileFailure.Kind.JOURNAL_FAILED)).isEqualTo(1);
    }

    @Test
    void stream_withWhatKeepsOrDeliversAtTheEnd_isRefused() {
        ProfileBuilder withHistory = Profile.builder().stream(received::add).history(History.ofSteps(1));
        assertThatThrownBy(withHistory::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("stream", "cannot be combined with a journal or a history");
        ProfileBuilder withJournal = Profile.builder().stream(received::add).journal(JournalOptions.in(Path.of("x")));
        assertThatThrownBy(withJournal::build).isInstanceOf(IllegalArgumentException.class);
        ProfileBuilder withSource = Profile.builder().stream(received::add).source(ScriptedSource.of(Activity.CPU));
        assertThatThrownBy(withSource::build).hasMessageContainingAll("stream", "activity sources");
    }
}
