package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.stepprofiler.child.OwnProcess;
import io.stepprofiler.event.Collective;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.ledger.LedgerOptions;
import io.stepprofiler.ledger.LedgerRun;
import io.stepprofiler.ledger.Parallelism;
import io.stepprofiler.ledger.StepFlag;
import io.stepprofiler.ledger.StepLedger;
import io.stepprofiler.ledger.StepSyncs;
import io.stepprofiler.ledger.StepValue;
import io.stepprofiler.ledger.SyncGroup;
import io.stepprofiler.recording.ThreadTime;
import io.stepprofiler.schedule.ProfilerAction;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.trace.ProcessGroup;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceHandler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The ledger of a profile: the steps that it has, their values, and the place of its file. */
@SuppressWarnings("try") // A scope variable is there to be closed.
class ProfileLedgerTest {
    private static final long MILLI = 1_000_000;
    private static final Communication ALL_REDUCE = Communication.of("gloo", Collective.ALL_REDUCE);

    @TempDir
    Path directory;

    /** Handler with a directory, which reads the ledger there when it gets a trace. */
    private record Writer(Path dir, List<Long> steps) implements TraceHandler {
        @Override
        public Optional<Path> directory() {
            return Optional.of(dir);
        }

        @Override
        public void onTraceReady(Trace trace) throws IOException {
            steps.add(StepLedger.read(files(dir).get(0)).stepCount());
        }
    }

    private static List<Path> files(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ProfileBuilder builder() {
        return Profile.builder()
                .schedule(
                        Schedule.builder().wait(2).warmup(1).active(2).repeat(1).build());
    }

    private static void work(long nanos) {
        long begin = ThreadTime.nanos();
        while (ThreadTime.nanos() - begin < nanos) {
            Thread.onSpinWait();
        }
    }

    private static List<Long> numbers(StepLedger ledger) {
        return IntStream.range(0, ledger.size()).mapToObj(ledger::number).toList();
    }

    private static List<Boolean> flags(StepLedger ledger, StepFlag flag) {
        return IntStream.range(0, ledger.size())
                .mapToObj(row -> ledger.is(flag, row))
                .toList();
    }

    @Test
    void ledger_hasAllSteps_andShowsTheWindow() {
        try (Profile profile = builder().start()) {
            for (int i = 0; i < 7; i++) {
                profile.step();
            }

            StepLedger ledger = profile.ledger();

            assertThat(numbers(ledger)).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L);
            assertThat(flags(ledger, StepFlag.WARM_UP)).containsExactly(false, false, true, false, false, false, false);
            assertThat(flags(ledger, StepFlag.RECORDED)).containsExactly(false, false, false, true, true, false, false);
            assertThat(ledger.run().name()).isEqualTo(profile.name());
            assertThat(ledger.run().mainClass()).isNotEmpty();
            assertThat(ledger.run().machine().processors()).isPositive();
            assertThat(ledger.isEnded()).isFalse();
        }
    }

    @Test
    void step_hasItsTimes() {
        long begin = System.nanoTime();
        try (Profile profile = builder().start()) {
            for (int i = 0; i < 3; i++) {
                work(2 * MILLI);
                profile.step();
            }
            StepLedger ledger = profile.ledger();
            for (int row = 0; row < 3; row++) {
                assertThat(ledger.value(StepValue.CPU_NANOS, row)).isGreaterThanOrEqualTo(2 * MILLI);
                assertThat(ledger.durationNanos(row)).isGreaterThanOrEqualTo(2 * MILLI);
                assertThat(ledger.startNanos(row)).isBetween(begin, System.nanoTime());
                assertThat(ledger.value(StepValue.PAUSE_NANOS, row)).isNotNegative();
            }
            assertThat(ledger.startNanos(1)).isGreaterThanOrEqualTo(ledger.startNanos(0) + ledger.durationNanos(0));
        }
    }

    @Test
    void step_endedOnAnotherThread_hasNoProcessorTime() throws InterruptedException {
        try (Profile profile = builder().start()) {
            profile.step();
            Thread other = new Thread(profile::step);
            other.start();
            other.join();
            assertThat(profile.ledger().value(StepValue.CPU_NANOS, 0)).isNotNegative();
            assertThat(profile.ledger().value(StepValue.CPU_NANOS, 1)).isEqualTo(StepLedger.UNKNOWN);
        }
    }

    @Test
    void batch_ofAStep_isTheSumOfItsCalls() {
        try (Profile profile = builder().start()) {
            BatchSize.record(32);
            BatchSize.record(16);
            profile.step();
            profile.step();
            assertThat(profile.ledger().value(StepValue.BATCH, 0)).isEqualTo(48);
            assertThat(profile.ledger().value(StepValue.BATCH, 1)).isEqualTo(StepLedger.UNKNOWN);
        }
    }

    /** Elements that each take two milliseconds to load. */
    private static Iterator<Integer> slowly() {
        return IntStream.range(0, 100).peek(i -> work(2 * MILLI)).boxed().iterator();
    }

    @Test
    void inputWait_isOfTheStepsThread_outsideOfWindows() throws InterruptedException {
        try (Profile profile = builder().start()) {
            Iterator<Integer> batches = DataLoader.wrap(slowly());
            batches.next();
            profile.step();
            Thread other = new Thread(() -> DataLoader.wrap(slowly()).next());
            other.start();
            other.join();
            profile.step();
            StepLedger ledger = profile.ledger();
            assertThat(ledger.value(StepValue.INPUT_WAIT_NANOS, 0)).isBetween(2 * MILLI, ledger.durationNanos(0));
            assertThat(ledger.value(StepValue.INPUT_WAIT_NANOS, 1)).isZero();
        }
    }

    private static void allReduce(Communication communication) {
        try (Scope ignored = communication.open(100, ElementType.FLOAT)) {
            work(MILLI);
        }
    }

    @Test
    void communication_ofTheStepsThread_isInTheLedger_inWindowsAndOutside() throws InterruptedException {
        try (Profile profile = builder().start()) {
            profile.step();
            allReduce(ALL_REDUCE);
            allReduce(ALL_REDUCE);
            profile.step();
            Thread other = new Thread(() -> allReduce(ALL_REDUCE));
            other.start();
            other.join();
            profile.step();
            allReduce(ALL_REDUCE);
            profile.step();
            StepLedger ledger = profile.ledger();

            assertThat(ledger.value(StepValue.COMMUNICATION_NANOS, 0)).isEqualTo(StepLedger.UNKNOWN);
            assertThat(ledger.value(StepValue.COMMUNICATION_NANOS, 1)).isBetween(2 * MILLI, ledger.durationNanos(1));
            assertThat(ledger.value(StepValue.COMMUNICATION_NANOS, 2)).isZero();
            assertThat(ledger.is(StepFlag.RECORDED, 3)).isTrue();
            assertThat(ledger.value(StepValue.COMMUNICATION_NANOS, 3)).isBetween(MILLI, ledger.durationNanos(3));
            assertThat(ledger.value(StepValue.COLLECTIVES, 1)).isEqualTo(2);
        }
    }

    @Test
    void communication_thatNoProgramMarks_isUnknown() {
        try (Profile marking = builder().start()) {
            allReduce(ALL_REDUCE);
            marking.step();
        }
        try (Profile profile = builder().start()) {
            profile.step();
            profile.step();
            assertThat(profile.ledger().value(StepValue.COMMUNICATION_NANOS, 1)).isEqualTo(StepLedger.UNKNOWN);
        }
    }

    @Test
    void collective_ofAStep_hasItsGroupNumberBytesAndTimes() {
        Communication pipeline = ALL_REDUCE.in(new ProcessGroup("7", "pipeline", "gloo", List.of(5, 2)));
        try (Profile profile = builder().start()) {
            allReduce(ALL_REDUCE);
            profile.step();
            allReduce(pipeline);
            allReduce(ALL_REDUCE);
            allReduce(pipeline);
            profile.step();
            StepLedger ledger = profile.ledger();
            StepSyncs syncs = ledger.syncs();

            assertThat(IntStream.range(0, syncs.size()).mapToObj(syncs::step)).containsExactly(0L, 1L, 1L, 1L);
            assertThat(IntStream.range(0, syncs.size()).mapToObj(syncs::number)).containsExactly(0L, 0L, 0L, 1L);
            assertThat(syncs.group(0)).isEqualTo(new SyncGroup("", 0, 0));
            assertThat(syncs.group(1)).isEqualTo(new SyncGroup("7", 2, 2));
            assertThat(syncs.kind(1)).isEqualTo(Collective.ALL_REDUCE);
            assertThat(syncs.bytes(1)).isEqualTo(400);
            assertThat(syncs.arrivalNanos(1)).isBetween(ledger.startNanos(1), syncs.endNanos(1) - MILLI);
            assertThat(syncs.endNanos(3)).isLessThanOrEqualTo(ledger.startNanos(1) + ledger.durationNanos(1));
        }
    }

    @Test
    void place_ofTheOptions_isInTheHead() throws IOException {
        LedgerOptions options = LedgerOptions.DEFAULT
                .withDirectory(directory)
                .withPlace(place ->
                        place.job("llm").position(Parallelism.PIPELINE, 3).label("rack", "r7"));
        try (Profile profile = builder().ledger(options).start()) {
            profile.step();
        }
        LedgerRun run = StepLedger.read(files(directory).get(0)).run();

        assertThat(run.place()).isEqualTo(options.place());
        assertThat(run.machine().versions()).containsEntry("java", System.getProperty("java.version"));
        assertThat(run.machine().flags()).containsKey("MaxRAMPercentage");
    }

    @Test
    void stepsOfScopes_areInTheLedger() {
        try (Profile profile = Profile.builder().start()) {
            for (int i = 10; i < 13; i++) {
                StepScope.open("train", i).close();
            }
            assertThat(numbers(profile.ledger())).containsExactly(10L, 11L, 12L);
            assertThat(flags(profile.ledger(), StepFlag.RECORDED)).containsExactly(true, true, true);
        }
    }

    @Test
    void stepsOfACapture_areMarked() {
        try (Profile profile = Profile.builder().schedule(Schedule.never()).start()) {
            profile.step();
            long first = Captures.begin(CaptureRequest.ofSteps(2).warmup(1)).firstStep();
            steps(profile, 9);
            assertThat(flags(profile.ledger(), StepFlag.CAPTURED))
                    .isEqualTo(LongStream.range(0, 10)
                            .mapToObj(step -> step >= first && step < first + 2)
                            .toList());
        }
    }

    @Test
    void step_endedByTwoThreads_isMarked() throws InterruptedException {
        List<Thread> other = new ArrayList<>();
        try (Profile profile = Profile.builder()
                .schedule(step -> {
                    if (step == 1 && !other.isEmpty()) {
                        other.get(0).start();
                        join(other.get(0));
                    }
                    return ProfilerAction.NONE;
                })
                .start()) {
            other.add(new Thread(profile::step));
            steps(profile, 3);
            assertThat(flags(profile.ledger(), StepFlag.OVERLAPPED)).containsOnlyOnce(true);
            assertThat(profile.ledger().size()).isEqualTo(3);
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void profile_startedAgain_hasNoStepsOfAnother() {
        Profile first = builder().start();
        first.step();
        first.stop();
        try (Profile second = builder().start()) {
            second.step();
            second.step();
        }
        first.start();
        first.step();
        first.close();

        assertThat(numbers(first.ledger())).containsExactly(0L, 1L);
        assertThat(first.ledger().isEnded()).isTrue();
    }

    @Test
    void file_isBesideTheHandlersFiles_andCompleteBeforeTheyAreWritten() throws IOException {
        List<Long> seen = new ArrayList<>();
        try (Profile profile = builder()
                .onTraceReady(trace -> {})
                .onTraceReady(new Writer(directory, seen))
                .synchronousDelivery(true)
                .start()) {
            for (int i = 0; i < 7; i++) {
                profile.step();
            }
        }
        Path file = files(directory).get(0);
        StepLedger ledger = StepLedger.read(file);

        assertThat(files(directory)).hasSize(1);
        assertThat(file.getFileName()).hasToString(ledger.run().fileName());
        assertThat(ledger.run().fileName())
                .contains("_" + ProcessHandle.current().pid() + ".")
                .endsWith(".steps");
        assertThat(seen).containsExactly(5L);
        assertThat(ledger.stepCount()).isEqualTo(7);
        assertThat(ledger.isEnded()).isTrue();
    }

    @Test
    void file_switchedOff_isNotWritten() {
        try (Profile profile = builder()
                .onTraceReady(new Writer(directory, new ArrayList<>()))
                .ledger(LedgerOptions.DEFAULT.inMemory())
                .start()) {
            profile.step();
            assertThat(profile.ledgerFile()).isEmpty();
        }
        assertThat(files(directory)).isEmpty();
    }

    @Test
    void file_elsewhere_isInItsDirectory() {
        Path elsewhere = directory.resolve("ledgers");
        try (Profile profile =
                builder().ledger(LedgerOptions.DEFAULT.withDirectory(elsewhere)).start()) {
            profile.step();
            profile.close();
            assertThat(files(elsewhere)).containsExactly(profile.ledgerFile().orElseThrow());
        }
    }

    @Test
    void file_removedMeanwhile_isWrittenAgain() throws IOException {
        try (Profile profile =
                builder().ledger(LedgerOptions.DEFAULT.withDirectory(directory)).start()) {
            profile.step();
            profile.ledger();
            Path file = profile.ledgerFile().orElseThrow();
            Files.delete(file);
            profile.step();
            profile.ledger();
            assertThat(StepLedger.read(file).stepCount()).isEqualTo(2);
            assertThat(profile.failureCount(ProfileFailure.Kind.LEDGER_FAILED)).isZero();
        }
    }

    @Test
    void file_thatCannotBeWritten_isAFailure_andTheLedgerStaysInMemory() throws IOException {
        Path notADirectory = Files.writeString(directory.resolve("file"), "");
        try (Profile profile = builder()
                .ledger(LedgerOptions.DEFAULT.withDirectory(notADirectory))
                .start()) {
            profile.step();
            assertThat(profile.ledger().size()).isOne();
            assertThat(profile.failureCount(ProfileFailure.Kind.LEDGER_FAILED)).isOne();
        }
    }

    @Test
    void limit_outOfRange_isRefused() {
        assertThatThrownBy(() -> LedgerOptions.DEFAULT.withMaxBytes(1000))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("maxBytes = 1000 is not allowed: must be 262144 to 67108864");
    }

    @Test
    void steps_outsideOfWindows_allocateNothing() {
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (Profile profile = Profile.builder().schedule(Schedule.never()).start()) {
            // Code that is being compiled may allocate.
            long least = LongStream.range(0, 20)
                    .map(round -> {
                        long before = threads.getThreadAllocatedBytes(
                                Thread.currentThread().getId());
                        steps(profile, 2_000);
                        return threads.getThreadAllocatedBytes(
                                        Thread.currentThread().getId())
                                - before;
                    })
                    .min()
                    .orElseThrow();
            assertThat(least).isLessThan(1000);
        }
    }

    private static void steps(Profile profile, int count) {
        for (int i = 0; i < count; i++) {
            BatchSize.record(1);
            for (int call = 0; call < 20; call++) {
                ALL_REDUCE.open(i, ElementType.FLOAT).close();
            }
            profile.step();
        }
    }

    @Test
    void ledger_ofAKilledProcess_hasItsSteps() throws Exception {
        OwnProcess.kill(
                OwnProcess.builder(List.of(), LedgerLoop.class, directory.toString()),
                () -> StepLedger.read(files(directory).get(0)).stepCount() > 1000);

        StepLedger ledger = StepLedger.read(files(directory).get(0));

        assertThat(ledger.isEnded()).isFalse();
        assertThat(ledger.losses().missingBlocks()).isZero();
        assertThat(numbers(ledger)).startsWith(0L, 1L, 2L).isSorted().doesNotHaveDuplicates();
        assertThat(ledger.run().mainClass()).isEqualTo(LedgerLoop.class.getSimpleName());
        assertThat(IntStream.range(0, ledger.syncs().size()).mapToObj(ledger.syncs()::step))
                .startsWith(0L, 1L, 2L)
                .isSorted()
                .doesNotHaveDuplicates();
    }

    @Test
    void ledger_ofAProcessThatExits_isComplete() throws Exception {
        OwnProcess ended = OwnProcess.run(List.of(), LedgerLoop.class, directory.toString(), "2000");

        assertThat(ended.exit()).as(ended.output()).isZero();
        StepLedger ledger = StepLedger.read(files(directory).get(0));
        assertThat(ledger.stepCount()).isEqualTo(2000);
        assertThat(ledger.syncs().size()).isEqualTo(2000);
        assertThat(ledger.isEnded()).isTrue();
    }

    @Test
    void threads_ofLedgers_endWithTheProfile() {
        Profile profile = builder().start();
        profile.step();
        profile.close();

        await().until(() -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().equals("step-profiler-ledger")));
    }
}
