package io.stepprofiler.analysis.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.event.DropCause;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.SourceFaults;
import io.stepprofiler.trace.WindowSchedule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RecordingRulesTest {
    private final StepsOfATrace steps = new StepsOfATrace().step(10).step(10).step(10);

    @ParameterizedTest
    @EnumSource(names = {"NOT_IN_FILE", "TOO_SHORT"})
    void recordingNotWhole_eventsThatTheFileDoesNotHold_areNoLoss(DropCause cause) {
        steps.builder.begun(1000).dropped(cause, 1000);
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
    void recordingNotWhole_eventsOfASource_nameIt() {
        SourceFaults faults = new SourceFaults();
        faults.lost("TorchSource", 990);
        faults.toMetadata().forEach(steps.builder::metadata);
        steps.builder.begun(990).dropped(DropCause.SOURCE, 990);
        assertThat(steps.finding("recording-not-whole").proofs())
                .extracting(Proof::text)
                .contains("990 dropped, activity source (TorchSource 990)");
    }

    @ParameterizedTest
    @EnumSource(names = {"SOURCE", "EVENT_LIMIT"})
    void recordingNotWhole_inAWindowOfOurOwnChoice_adviseNoShorterOne(DropCause cause) {
        steps.builder.begun(1000).dropped(cause, 1000);
        steps.builder.metadata(
                WindowSchedule.KEY, new MetadataValue("auto: windows when the step time is steady", false));
        Finding finding = steps.finding("recording-not-whole");
        assertThat(finding.advice()).isNotEmpty().extracting(Advice::text).noneMatch(text -> text.contains("shorter"));
        assertThat(finding.nextStep()).doesNotContain("shorter");
    }

    @Test
    void recordingNotWhole_inAWindowThatTheUserChose_advisesAShorterOne() {
        steps.builder.begun(1000).dropped(DropCause.SOURCE, 1000);
        steps.builder.metadata(WindowSchedule.KEY, new MetadataValue("wait=5 warmup=1 active=500", false));
        assertThat(steps.finding("recording-not-whole").nextStep()).isEqualTo("record shorter windows");
    }

    @Test
    void recordingNotWhole_fullBuffers_adviseAJournal() {
        steps.builder.begun(1000).dropped(DropCause.EVENT_LIMIT, 1000);
        assertThat(steps.finding("recording-not-whole").advice().get(0).text()).startsWith("journal(");
    }
}
