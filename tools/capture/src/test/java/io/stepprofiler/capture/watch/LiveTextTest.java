package io.stepprofiler.capture.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stepprofiler.capture.watch.StepSample.Operation;
import io.stepprofiler.capture.watch.StepSample.Part;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LiveTextTest {
    private static final List<Part> PARTS =
            List.of(new Part("forward", "PHASE", 30_000_000), new Part("waiting for data", "DATA_WAIT", 10_000_000));

    private static LiveFigures at(int second, List<Part> parts, String name, long sinceNanos, String note) {
        return new LiveFigures(
                1000L * second,
                new LiveJob("box", 42, name, 5_023_000 + 1000L * second, "no profile"),
                new LiveSteps(1235, 1234, 25.0, List.of(40_000_000L, 40_000_000L, 44_000_000L), sinceNanos),
                new LiveMachine(1.84, 2, 1.9, 512L << 20, 2048L << 20, 900L << 20, 7 + second, 70 + 5L * second),
                Optional.of(new StepSample(
                        1230 + second,
                        2,
                        40_000_000,
                        30_000_000,
                        parts,
                        List.of(new Operation(name, "SCOPE", 2, 9_000_000)),
                        312,
                        0,
                        9)),
                note);
    }

    @Test
    void of_full_hasAllFiguresAndChanges() {
        LiveView view = LiveView.of(at(1, PARTS, "Train", 0, ""))
                .next(at(
                        2,
                        List.of(new Part("forward", "PHASE", 34_000_000), new Part("new", "PHASE", 6_000_000)),
                        "Train",
                        0,
                        "Another capture records."));
        assertThat(new LiveText(LiveText.FULL).of(view)).isEqualTo("""
                Train, process 42 on box, 01:23:45; no profile
                step 1,234: 25.0 steps/s; last 44.0 ms, median 40.0 ms, 95 % within 44.0 ms
                ▅▅▇
                heap 512 MiB of 2.0 GiB, process 900 MiB; 1 collection, 5 ms in 1.0 s
                1.8 of 2 processors busy for it, 1.9 with others
                in steps 1,232 to 1,233: no event lost
                0.0 % waiting for data, 0.0 % waiting for something else, 25.0 % not running
                   85.0 %   +10.0   34.0 ms  forward
                   15.0 %   +15.0   6.00 ms  new
                self time:
                   22.5 %           9.00 ms  Train x 2.0
                Another capture records.
                """);
    }

    @Test
    void of_loadThatIsNotKnownYet_saysNothingOfIt() {
        LiveFigures known = at(1, PARTS, "Train", 0, "");
        LiveMachine machine = known.machine();
        LiveFigures first = new LiveFigures(
                known.epochMillis(),
                known.job(),
                known.steps(),
                new LiveMachine(-1, 2, -1, machine.heapBytes(), machine.heapMaxBytes(), machine.residentBytes(), 7, 70),
                known.sample(),
                known.note());
        assertThat(new LiveText(LiveText.BRIEF).of(LiveView.of(first)))
                .contains("\nheap 512 MiB of 2.0 GiB")
                .doesNotContain("busy");
    }

    @Test
    void stepsPerSecond_whereMoreStepsHaveEndedThanTimesAreKnown_areThoseSinceTheLastLook() {
        LiveFigures first = at(1, PARTS, "Train", 0, "");
        LiveFigures second = at(2, PARTS, "Train", 0, "");
        LiveFigures later = new LiveFigures(
                // Somebody has set the clock.
                0,
                second.job(),
                new LiveSteps(1_655, 1_654, 25.0, second.steps().recentNanos(), 0),
                second.machine(),
                second.sample(),
                second.note());
        assertThat(LiveView.of(first).stepsPerSecond()).isEqualTo(25);
        assertThat(LiveView.of(first).next(second).stepsPerSecond()).isEqualTo(25);
        assertThat(LiveView.of(first).next(later).stepsPerSecond()).isEqualTo(420);
    }

    @Test
    void of_brief_hasNoTables() {
        String text = new LiveText(LiveText.BRIEF).of(LiveView.of(at(1, PARTS, "Train", 0, "")));
        assertThat(text).contains("25.0 % waiting for data").contains("8 collections so far, 75 ms");
        assertThat(text).doesNotContain("forward").hasLineCount(7);
    }

    @Test
    void of_stepThatHangs_saysForHowLong() {
        assertThat(new LiveText(LiveText.BRIEF).of(LiveView.of(at(1, PARTS, "Train", 12_000_000_000L, ""))))
                .contains("no step has ended for 12.00 s\n");
    }

    @Test
    void of_hostileNames_staysOnItsLines() {
        String text =
                new LiveText(LiveText.FULL).of(LiveView.of(at(1, PARTS, "\u001b[2J\r\nforged: line", 0, "two\nlines")));
        assertThat(text.chars().filter(c -> c != '\n')).noneMatch(Character::isISOControl);
        assertThat(text.lines()).noneMatch(line -> line.startsWith("forged") || line.equals("lines"));
    }

    @Test
    void change_sameSampleAgain_isStillThatAgainstTheOneBefore() {
        LiveFigures newer = at(2, List.of(new Part("forward", "PHASE", 34_000_000)), "Train", 0, "");
        LiveFigures later =
                new LiveFigures(3000, newer.job(), newer.steps(), newer.machine(), newer.sample(), newer.note());
        LiveView view = LiveView.of(at(1, PARTS, "Train", 0, "")).next(newer).next(later);
        assertThat(view.change(new Part("forward", "PHASE", 34_000_000))).isEqualTo(0.1, within(1e-9));
    }
}
