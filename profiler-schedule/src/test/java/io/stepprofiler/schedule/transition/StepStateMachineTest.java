package io.stepprofiler.schedule.transition;

import static io.stepprofiler.schedule.ProfilerAction.DEVICE_STOPPED;
import static io.stepprofiler.schedule.ProfilerAction.NONE;
import static io.stepprofiler.schedule.ProfilerAction.RECORD;
import static io.stepprofiler.schedule.ProfilerAction.RECORD_AND_SAVE;
import static io.stepprofiler.schedule.ProfilerAction.WARMUP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepprofiler.schedule.ProfilerAction;
import io.stepprofiler.schedule.Schedule;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class StepStateMachineTest {
    /** Writes down what it is asked to do, and fails where it is told to. */
    private static class Journal implements TraceLifecycle {
        final List<String> lines = new ArrayList<>();
        final Set<String> failing = new HashSet<>();
        boolean deviceStopped;

        private void note(String line) {
            lines.add(line);
            if (failing.contains(line)) {
                throw new IllegalStateException(line + " failed");
            }
        }

        @Override
        public void prepare() {
            note("prepare");
        }

        @Override
        public void start() {
            note("start");
        }

        @Override
        public void stop() {
            note("stop");
        }

        @Override
        public void publish(boolean partial) {
            note(partial ? "publish partial" : "publish");
        }

        @Override
        public void stepBegan(long step) {
            note("<" + step);
        }

        @Override
        public void stepEnded(long step) {
            note(step + ">");
        }

        @Override
        public boolean hasDeviceStopped() {
            return deviceStopped;
        }

        @Override
        public void warn(String message) {
            note(message);
        }
    }

    private final Journal journal = new Journal();

    private static Schedule actions(ProfilerAction... actions) {
        return step -> step < actions.length ? actions[(int) step] : NONE;
    }

    private StepStateMachine machine(ProfilerAction... actions) {
        return StepStateMachine.scheduled(actions(actions), journal);
    }

    @Test
    void step_waitWarmupActive_runsOperationsAndMarksRecordedSteps() {
        StepStateMachine machine = machine(NONE, WARMUP, RECORD, RECORD_AND_SAVE, NONE);
        machine.start();
        for (int i = 0; i < 4; i++) {
            machine.step();
        }
        machine.stop();
        assertThat(journal.lines).containsExactly("prepare", "start", "<2", "2>", "<3", "3>", "stop", "publish");
        assertThat(machine.stepNumber()).isEqualTo(4);
    }

    static Stream<Arguments> runs() {
        return Stream.of(
                run(
                        List.of(RECORD_AND_SAVE, RECORD_AND_SAVE),
                        List.of("prepare", "start", "<0", "0>", "stop", "publish", "prepare", "start", "<1"),
                        "stop",
                        "publish partial"),
                run(List.of(RECORD, RECORD), List.of("prepare", "start", "<0", "0>", "<1"), "stop", "publish partial"),
                run(List.of(RECORD_AND_SAVE), List.of("prepare", "start", "<0"), "stop", "publish partial"),
                run(List.of(WARMUP), List.of("prepare"), "start", "stop"),
                run(List.of(NONE), List.of()),
                run(
                        List.of(RECORD, NONE),
                        List.of(
                                "prepare",
                                "start",
                                "<0",
                                "0>",
                                "Incorrect schedule: RECORD followed by NONE",
                                "stop")));
    }

    private static Arguments run(List<ProfilerAction> actions, List<String> steps, String... stop) {
        return Arguments.of(actions, steps, List.of(stop));
    }

    /** From the start into the last step, and what stopping there adds. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("runs")
    void run_ofActions_hasTheOperationsAndMarksOfItsStepsAndOfItsEnd(
            List<ProfilerAction> actions, List<String> steps, List<String> stop) {
        StepStateMachine machine = machine(actions.toArray(ProfilerAction[]::new));
        machine.start();
        for (int i = 1; i < actions.size(); i++) {
            machine.step();
        }
        assertThat(machine.stepNumber()).isEqualTo(actions.size() - 1);
        assertThat(machine.currentAction()).isEqualTo(actions.get(actions.size() - 1));
        assertThat(journal.lines).isEqualTo(steps);
        journal.lines.clear();
        machine.stop();
        assertThat(journal.lines).isEqualTo(stop);
        assertThat(machine.currentAction()).isEqualTo(NONE);
        assertThat(machine.isRunning()).isFalse();
    }

    @Test
    void step_handlerLooksAtTheStepNumber_seesTheNextStep() {
        List<Long> seen = new ArrayList<>();
        StepStateMachine[] holder = new StepStateMachine[1];
        Journal looking = new Journal() {
            @Override
            public void publish(boolean partial) {
                seen.add(holder[0].stepNumber());
            }
        };
        Schedule schedule =
                Schedule.builder().wait(1).warmup(1).active(2).repeat(1).build();
        holder[0] = StepStateMachine.scheduled(schedule, looking);
        holder[0].start();
        for (int i = 0; i < 5; i++) {
            holder[0].step();
        }
        assertThat(seen).containsExactly(4L);
    }

    @Test
    void stop_twice_stopsOnce() {
        StepStateMachine machine = machine(RECORD);
        machine.start();
        machine.stop();
        machine.stop();
        assertThat(journal.lines).filteredOn("stop"::equals).hasSize(1);
    }

    @Test
    void start_afterStop_goesOnCountingSteps() {
        StepStateMachine machine = machine(NONE, NONE, RECORD, RECORD_AND_SAVE);
        machine.start();
        machine.step();
        machine.step();
        machine.stop();
        journal.lines.clear();
        machine.start();
        assertThat(machine.stepNumber()).isEqualTo(2);
        assertThat(journal.lines).containsExactly("prepare", "start", "<2");
    }

    @Test
    void start_whileRunning_isRefusedWithTheStep() {
        StepStateMachine machine = machine(NONE);
        machine.start();
        machine.step();
        assertThatThrownBy(machine::start)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("at step 1");
    }

    @Test
    void step_notRunning_isRefused() {
        StepStateMachine machine = machine(NONE);
        assertThatThrownBy(machine::step).isInstanceOf(IllegalStateException.class);
        assertThat(machine.stepNumber()).isZero();
    }

    @Test
    void unscheduled_startToStop_recordsOneWholeWindowWithoutMarks() {
        StepStateMachine machine = StepStateMachine.unscheduled(journal);
        machine.start();
        machine.step();
        machine.step();
        machine.stop();
        assertThat(journal.lines).containsExactly("prepare", "start", "stop", "publish");
        assertThat(machine.stepNumber()).isEqualTo(2);
    }

    @Test
    void step_operationThrows_runsTheOthersAdvancesAndThrows() {
        StepStateMachine machine = machine(RECORD_AND_SAVE, RECORD_AND_SAVE, RECORD_AND_SAVE);
        machine.start();
        journal.lines.clear();
        journal.failing.add("publish");
        assertThatThrownBy(machine::step).hasMessage("publish failed");
        assertThat(journal.lines).containsExactly("0>", "stop", "publish", "prepare", "start", "<1");
        assertThat(machine.stepNumber()).isEqualTo(1);
        journal.failing.clear();
        journal.lines.clear();
        machine.step();
        assertThat(journal.lines).containsExactly("1>", "stop", "publish", "prepare", "start", "<2");
    }

    @Test
    void step_severalThingsThrow_throwsTheFirstWithTheOthersSuppressed() {
        StepStateMachine machine = machine(RECORD_AND_SAVE, RECORD_AND_SAVE);
        machine.start();
        journal.failing.addAll(List.of("0>", "stop", "start"));
        assertThatThrownBy(machine::step)
                .hasMessage("0> failed")
                .satisfies(thrown -> assertThat(thrown.getSuppressed())
                        .extracting(Throwable::getMessage)
                        .containsExactly("stop failed", "start failed"));
    }

    @Test
    void step_scheduleThrows_isAStepOfNoneAndThrows() {
        StepStateMachine machine = StepStateMachine.scheduled(
                step -> {
                    if (step == 1) {
                        throw new IllegalStateException("no idea");
                    }
                    return RECORD;
                },
                journal);
        machine.start();
        assertThatThrownBy(machine::step).hasMessage("no idea");
        assertThat(machine.currentAction()).isEqualTo(NONE);
        assertThat(machine.stepNumber()).isEqualTo(1);
        machine.step();
        assertThat(machine.currentAction()).isEqualTo(RECORD);
    }

    @Test
    @SuppressWarnings("NullAway") // A schedule that answers null is what this is about.
    void step_scheduleAnswersNull_namesTheStep() {
        StepStateMachine machine = StepStateMachine.scheduled(step -> step == 0 ? NONE : null, journal);
        machine.start();
        assertThatThrownBy(machine::step)
                .isInstanceOf(NullPointerException.class)
                .hasMessage("schedule answered null for step 1");
        assertThat(machine.stepNumber()).isEqualTo(1);
    }

    @Test
    void start_scheduleThrows_doesNotRun() {
        StepStateMachine machine = StepStateMachine.scheduled(
                step -> {
                    throw new IllegalStateException("no idea");
                },
                journal);
        assertThatThrownBy(machine::start).hasMessage("no idea");
        assertThat(machine.isRunning()).isFalse();
        assertThat(journal.lines).isEmpty();
    }

    @Test
    void stop_operationThrows_hasStoppedAllTheSame() {
        StepStateMachine machine = machine(RECORD_AND_SAVE);
        machine.start();
        journal.failing.add("stop");
        assertThatThrownBy(machine::stop).hasMessage("stop failed");
        assertThat(machine.isRunning()).isFalse();
        assertThat(journal.lines).endsWith("stop", "publish partial");
    }

    /** Whatever a schedule answers, windows open and close in turn and marks lie within them. */
    @Test
    void machine_randomActionsAndFailures_keepsWindowsAndMarksInOrder() {
        ProfilerAction[] all = {NONE, WARMUP, RECORD, RECORD_AND_SAVE};
        for (int seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            ProfilerAction[] actions =
                    random.ints(30, 0, all.length).mapToObj(i -> all[i]).toArray(ProfilerAction[]::new);
            Journal record = new Journal();
            StepStateMachine machine = StepStateMachine.scheduled(actions(actions), record);
            machine.start();
            for (int step = 1; step < 30; step++) {
                if (random.nextInt(5) == 0) {
                    record.failing.add("publish");
                }
                try {
                    machine.step();
                } catch (IllegalStateException e) {
                    assertThat(e).hasMessage("publish failed");
                }
                record.failing.clear();
                boolean stopped = seed % 2 == 0 && machine.currentAction() == DEVICE_STOPPED;
                record.deviceStopped = seed % 2 == 0 && random.nextInt(8) == 0;
                assertThat(machine.stepNumber()).isEqualTo(step);
                assertThat(machine.currentAction()).isEqualTo(stopped ? DEVICE_STOPPED : actions[step]);
            }
            machine.stop();
            assertInOrder(record.lines);
        }
    }

    private static void assertInOrder(List<String> lines) {
        boolean open = false;
        String mark = "";
        for (String line : lines) {
            switch (line.toLowerCase(Locale.ROOT)) {
                case "start" -> {
                    assertThat(open).isFalse();
                    open = true;
                }
                case "stop" -> {
                    assertThat(open).isTrue();
                    open = false;
                    mark = "";
                }
                default -> {
                    if (line.startsWith("<")) {
                        assertThat(open).isTrue();
                        assertThat(mark).isEmpty();
                        mark = line;
                    } else if (line.endsWith(">")) {
                        assertThat("<" + line).isEqualTo(mark + ">");
                        mark = "";
                    }
                }
            }
        }
        assertThat(open).isFalse();
    }

    @Test
    void step_deviceStopsWhileRecording_publishesPartialAndWaitsForTheNextCycle() {
        StepStateMachine machine = machine(RECORD, RECORD, RECORD, RECORD_AND_SAVE, RECORD, RECORD_AND_SAVE);
        machine.start();
        journal.deviceStopped = true;
        machine.step();
        assertThat(machine.currentAction()).isEqualTo(DEVICE_STOPPED);
        journal.deviceStopped = false;
        machine.step();
        machine.step();
        assertThat(machine.currentAction()).isEqualTo(DEVICE_STOPPED);
        machine.step();
        assertThat(machine.currentAction()).isEqualTo(RECORD);
        assertThat(journal.lines)
                .containsExactly("prepare", "start", "<0", "0>", "stop", "publish partial", "prepare", "start", "<4");
    }

    @Test
    void step_deviceStopsWhileWarmingUp_publishesNothingButAnEmptyWindow() {
        StepStateMachine machine = machine(WARMUP, WARMUP, RECORD, NONE);
        machine.start();
        journal.deviceStopped = true;
        machine.step();
        machine.step();
        machine.step();
        assertThat(machine.currentAction()).isEqualTo(NONE);
        assertThat(journal.lines).containsExactly("prepare", "start", "stop", "publish partial");
    }

    @Test
    void step_deviceStopsInTheLastStepOfAWindow_endsItAsAlways() {
        StepStateMachine machine = machine(RECORD_AND_SAVE, NONE);
        machine.start();
        journal.deviceStopped = true;
        machine.step();
        assertThat(machine.currentAction()).isEqualTo(NONE);
        assertThat(journal.lines).containsExactly("prepare", "start", "<0", "0>", "stop", "publish");
    }

    @Test
    void stop_afterTheDeviceStopped_doesNothingMore() {
        StepStateMachine machine = machine(RECORD, RECORD, RECORD);
        machine.start();
        journal.deviceStopped = true;
        machine.step();
        journal.lines.clear();
        machine.stop();
        assertThat(journal.lines).isEmpty();
    }

    @Test
    void step_scheduleAnswersDeviceStopped_isTakenAsNoneAndTold() {
        StepStateMachine machine = machine(NONE, DEVICE_STOPPED, NONE);
        machine.start();
        assertThatThrownBy(machine::step)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "schedule answered DEVICE_STOPPED for step 1, which is not allowed: only a device may stop by"
                                + " itself");
        assertThat(machine.currentAction()).isEqualTo(NONE);
        assertThat(machine.stepNumber()).isEqualTo(1);
    }

    @Test
    void pause_whileACycleGoesOn_letsItEndAndLeavesOutTheNext() {
        StepStateMachine machine = machine(WARMUP, RECORD, RECORD_AND_SAVE, WARMUP, RECORD_AND_SAVE, RECORD_AND_SAVE);
        machine.start();
        machine.pause(true);
        for (int i = 0; i < 4; i++) {
            machine.step();
        }
        assertThat(machine.currentAction()).isEqualTo(NONE);
        machine.pause(false);
        machine.step();
        assertThat(machine.currentAction()).isEqualTo(RECORD_AND_SAVE);
        assertThat(journal.lines)
                .containsExactly(
                        "prepare", "start", "<1", "1>", "<2", "2>", "stop", "publish", "prepare", "start", "<5");
    }

    @Test
    void pause_atAnyTimes_leavesOutTheCyclesThatBeginInIt() {
        Random random = new Random(16);
        for (int run = 0; run < 300; run++) {
            Schedule schedule = Schedule.builder()
                    .wait(random.nextInt(3))
                    .warmup(random.nextInt(2))
                    .active(1 + random.nextInt(3))
                    .repeat(random.nextInt(4))
                    .build();
            Journal recorded = new Journal();
            StepStateMachine machine = StepStateMachine.scheduled(schedule, recorded);
            List<String> expected = new ArrayList<>();
            boolean paused = false;
            boolean leftOut = false;
            ProfilerAction last = NONE;
            for (long step = 0; step < 30; step++) {
                paused ^= random.nextInt(3) == 0;
                machine.pause(paused);
                if (step == 0) {
                    machine.start();
                } else {
                    machine.step();
                }
                ProfilerAction action = schedule.action(step);
                boolean beginsCycle = action != NONE && (last == NONE || last == RECORD_AND_SAVE);
                leftOut = beginsCycle ? paused : leftOut;
                if (action.isRecording() && !leftOut) {
                    expected.add("<" + step);
                }
                last = action;
            }
            assertThat(recorded.lines.stream().filter(line -> line.startsWith("<")))
                    .as("%s", schedule)
                    .containsExactlyElementsOf(expected);
            assertThat(recorded.lines).noneMatch(line -> line.contains("partial") || line.contains("Incorrect"));
        }
    }
}
