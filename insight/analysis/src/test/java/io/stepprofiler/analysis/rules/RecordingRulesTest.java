package io.stepprofiler.analysis.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.event.DropCause;
import org.junit.jupiter.api.Test;

class RecordingRulesTest {
    private final StepsOfATrace steps = new StepsOfATrace().step(10).step(10).step(10);

    @Test
    void recordingNotWhole_eventsThatTheFormatCannotHold_areNoLoss() {
        steps.builder.begun(1000).dropped(DropCause.NOT_IN_FILE, 1000);
        assertThat(steps.diagnosis().findings()).extracting(Finding::rule).doesNotContain("recording-not-whole");
    }

    @Test
    void recordingNotWhole_eventsOfASource_adviseNoJournal() {
        steps.builder.begun(1000).dropped(DropCause.SOURCE, 1000);
        assertThat(steps.finding("recording-not-whole").advice())
                .extracting(Advice::text)
                .containsExactly("shorter windows: the source could not hold or read its events");
    }

    @Test
    void recordingNotWhole_fullBuffers_adviseAJournal() {
        steps.builder.begun(1000).dropped(DropCause.EVENT_LIMIT, 1000);
        assertThat(steps.finding("recording-not-whole").advice().get(0).text()).startsWith("journal(");
    }
}
