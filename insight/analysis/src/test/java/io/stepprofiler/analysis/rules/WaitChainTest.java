package io.stepprofiler.analysis.rules;

import static io.stepprofiler.analysis.rules.WaitedThreads.MAIN;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.analysis.steps.IntervalSet;
import io.stepprofiler.analysis.window.NamedThreads;
import io.stepprofiler.event.SampleKind;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.ObjLongConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ten steps of 20 ms, each of which is parked from 2 to 18 ms after its start, and other threads. */
class WaitChainTest {
    private static final int STEPS = 10;
    private static final String WAITS = "80.0 % of the step waits for ";
    private static final String WAITS_IN = "80.0 % of the step waits in app.Main.work(Main.java:7) for ";

    /** Returns the program in which something happens in each step, given its start. */
    private static WaitedThreads waiting(String event, String holder, ObjLongConsumer<WaitedThreads> others) {
        WaitedThreads program = new WaitedThreads();
        for (long start = 0; start < STEPS * 20_000; start += 20_000) {
            program.step(start, start + 20_000).wait(MAIN, event, start + 2_000, start + 18_000, holder);
            others.accept(program, start);
        }
        return program;
    }

    private static WaitedThreads waiting(ObjLongConsumer<WaitedThreads> others) {
        return waiting("Park", "", others);
    }

    private static Arguments of(String sentence, ObjLongConsumer<WaitedThreads> others) {
        return Arguments.of(sentence, others);
    }

    private static Stream<Arguments> activities() {
        return Stream.of(
                of(
                        WAITS
                                + "thread 'loader', which reads files in app.Loader.work(Loader.java:7) (94.4 % of the"
                                + " wait)",
                        (program, at) -> program.wait("loader", "File read", at + 1_000, at + 10_000)
                                .wait("loader", "File read", at + 10_100, at + 17_200)),
                of(
                        WAITS + "thread 'loader', which waits for the network in app.Loader.work(Loader.java:7)"
                                + " (87.5 % of the wait)",
                        (program, at) -> program.wait("loader", "Socket read", at, at + 16_000)),
                of(
                        WAITS + "a thread of 'pool-1-thread-*', which sleeps in app.Poolthread.work(Poolthread.java:7)"
                                + " (93.8 % of the wait)",
                        (program, at) -> program.wait("pool-1-thread-1", "Sleep", at, at + 17_000)
                                .wait("pool-1-thread-2", "Sleep", at, at + 17_000)),
                of(
                        WAITS_IN + "thread 'loader', which is in decode (81.3 % of the wait)",
                        (program, at) -> program.scope("loader", "decode", at + 4_000, at + 17_000)),
                of(
                        WAITS + "thread 'loader', which runs in app.Loader.run(Loader.java:9)",
                        (program, at) -> program.sample("loader", at + 5_000)),
                of(
                        WAITS + "thread 'loader', which reads files byte by byte in app.Loader.run(Loader.java:9)",
                        (program, at) -> program.sample(
                                "loader", SampleKind.NATIVE, "java.io.FileInputStream", "read0", at + 5_000)),
                of(
                        WAITS
                                + "thread 'loader', which waits for a lock in app.Loader.work(Loader.java:7), held by"
                                + " thread 'writer', which writes files in app.Writer.work(Writer.java:7) (80.0 % of the"
                                + " wait)",
                        (program, at) -> program.wait(
                                        "loader", "Monitor enter (Cache)", at + 2_000, at + 17_000, "writer")
                                .wait("writer", "File write", at + 5_000, at + 17_000)));
    }

    @ParameterizedTest
    @MethodSource("activities")
    void step_waitsForAThread_theSentenceHasItsActivity(String sentence, ObjLongConsumer<WaitedThreads> others) {
        assertThat(waiting(others).finding("waiting-for-threads").sentence()).isEqualTo(sentence);
    }

    @Test
    void holder_thatWaitsForAThread_isFollowedToThatThread() {
        String sentence = waiting(
                        "Monitor enter (Cache)",
                        "loader",
                        (program, at) -> program.wait("loader", "Park", at + 1_000, at + 17_500)
                                .wait("reader", "File read", at + 1_000, at + 17_000))
                .finding("lock-contention")
                .sentence();
        assertThat(sentence)
                .isEqualTo("80.0 % of the step waits for a lock in app.Main.work(Main.java:7), which thread 'loader'"
                        + " holds while it waits in app.Loader.work(Loader.java:7), for thread 'reader', which"
                        + " reads files in app.Reader.work(Reader.java:7) (96.8 % of the wait)");
    }

    @Test
    void holders_ofLocksThatWaitForEachOther_areFollowedFourTimesAtMost() {
        WaitedThreads program = waiting("Monitor enter (Cache)", "t-a", (trace, at) -> {
            for (char name = 'a'; name < 'h'; name++) {
                trace.wait("t-" + name, "Monitor enter (Cache)", at + 2_000, at + 18_000, "t-" + (char) (name + 1));
            }
            trace.wait("t-h", "Sleep", at + 2_000, at + 18_000);
        });
        assertThat(program.finding("lock-contention").sentence())
                .contains("held by thread 't-d'")
                .doesNotContain("'t-e'");
    }

    @Test
    void holders_inACycle_areFollowedOnce() {
        WaitedThreads program = waiting(
                "Monitor enter (Cache)",
                "t-a",
                (trace, at) -> trace.wait("t-a", "Monitor enter (Cache)", at + 2_000, at + 18_000, "t-b")
                        .wait("t-b", "Monitor enter (Cache)", at + 2_000, at + 18_000, "t-a"));
        assertThat(program.finding("lock-contention").sentence()).containsOnlyOnce("held by");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void step_waitsForAThreadWithFewSamples_noThreadIsNamed(int samples) {
        WaitedThreads program = waiting((trace, at) -> {
            if (at < samples * 20_000L) {
                trace.sample("loader", at + 5_000);
            }
        });
        assertThat(program.finding("waiting-for-threads").sentence())
                .isEqualTo("80.0 % of the step waits for other threads in app.Main.work(Main.java:7)");
    }

    @Test
    void step_waitsForAThreadWhoseSamplesHaveNoFrames_theThreadIsNamed() {
        assertThat(waiting((program, at) -> program.sampleWithoutFrames("loader", at + 5_000))
                        .finding("waiting-for-threads")
                        .sentence())
                .isEqualTo(WAITS_IN + "thread 'loader', which runs");
    }

    @Test
    void step_waitsForAThread_theAdviceFitsItsActivity() {
        Finding finding = waiting((program, at) -> program.wait("loader", "File read", at + 1_000, at + 17_000))
                .finding("waiting-for-threads");
        assertThat(finding.nextStep()).isEqualTo("read on several threads, ahead of the steps: app.Loader.work");
        assertThat(finding.advice()).containsExactly(ThreadActivity.READS_FILES.advice());
        assertThat(finding.proofs().get(0).text()).isEqualTo("File read");
    }

    /** Adds two samples of a thread that compiles a regular expression. */
    private static WaitedThreads compiling(WaitedThreads program, String thread, long at) {
        return program.sample(thread, SampleKind.JAVA, "java.util.regex.Pattern", "compile", at)
                .sample(thread, SampleKind.JAVA, "java.util.regex.Pattern", "compile", at + 5_000);
    }

    @Test
    void awaitedThread_compilesRegularExpressions_theRuleAboutCodeNamesThem() {
        Finding finding = waiting((program, at) -> compiling(program, "loader", at + 4_000))
                .finding("waiting-for-threads");
        assertThat(finding.sentence())
                .isEqualTo(WAITS + "thread 'loader', which compiles regular expressions in"
                        + " app.Loader.run(Loader.java:9) (100.0 % of the wait)");
        assertThat(finding.nextStep()).contains("outside of app.Loader.run");
        assertThat(finding.advice().get(0).text()).startsWith("private static final Pattern");
    }

    @Test
    void awaitedThread_compilesOutsideOfTheWaits_theRuleAboutCodeIsSilent() {
        Finding finding = waiting((program, at) -> program.sample(
                                "loader", SampleKind.JAVA, "java.util.regex.Pattern", "compile", at + 500)
                        .sample("loader", SampleKind.JAVA, "java.util.regex.Pattern", "compile", at + 19_000)
                        .sample("loader", at + 6_000)
                        .sample("loader", at + 8_000))
                .finding("waiting-for-threads");
        assertThat(finding.sentence())
                .isEqualTo(WAITS + "thread 'loader', which runs in app.Loader.run(Loader.java:9)");
    }

    @Test
    void holderOfALock_compilesRegularExpressions_isNamedWithThem() {
        assertThat(waiting("Monitor enter (Cache)", "loader", (program, at) -> compiling(program, "loader", at + 4_000))
                        .finding("lock-contention")
                        .sentence())
                .endsWith("which thread 'loader' holds while it compiles regular expressions in"
                        + " app.Loader.run(Loader.java:9) (100.0 % of the wait)");
    }

    @ParameterizedTest
    @CsvSource({
        "1, which runs in app.Loader.run(Loader.java:9)",
        "3, 'which runs in app.Loader.run(Loader.java:9), and compiles regular expressions in"
                + " app.Loader.run(Loader.java:9) for 21.4 % of the wait'",
    })
    void awaitedThread_knownCodeIsASmallPart_isAddedOnlyIfWorthIt(int compiling, String activity) {
        Finding finding = waiting((program, at) -> {
                    for (int i = 0; i < 11; i++) {
                        program.sample("loader", at + 4_000 + i);
                    }
                    for (int i = 0; i < compiling; i++) {
                        program.sample("loader", SampleKind.JAVA, "java.util.regex.Pattern", "compile", at + 9_000 + i);
                    }
                })
                .finding("waiting-for-threads");
        assertThat(finding.sentence()).endsWith(activity);
    }

    @ParameterizedTest
    @CsvSource({
        "6000, JAVA, which runs in app.Loader.run(Loader.java:9)",
        "6000, ALLOCATION, 'which is in no recorded wait and allocates most in app.Loader.run(Loader.java:9) (62.5 % of"
                + " the wait)'",
        "9000, JAVA, which waits in app.Loader.work(Loader.java:7) (56.3 % of the wait)",
    })
    void awaitedThread_waitsForAPartOfTheWait_onlyTheLargerPartIsNamed(long parked, SampleKind kind, String activity) {
        Finding finding = waiting((program, at) -> {
                    program.wait("loader", "Park", at + 2_000, at + 2_000 + parked);
                    if (at % 40_000 == 0) {
                        program.sample("loader", kind, "java.lang.Math", "sqrt", at + 15_000);
                    }
                })
                .finding("waiting-for-threads");
        assertThat(finding.sentence()).endsWith(activity);
    }

    @ParameterizedTest
    @CsvSource({"7000, which reads files", "4000, which is in no recorded wait"})
    void awaitedThread_isInNoSample_aLargePartOfTheWaitIsNamedOnly(long reading, String activity) {
        assertThat(waiting((program, at) -> program.wait("loader", "File read", at + 10_000, at + 10_000 + reading))
                        .finding("waiting-for-threads")
                        .sentence())
                .contains("thread 'loader', " + activity);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 'make app.Loader.run cheaper, or share its work'",
        "9000, 'make app.Loader.run faster, or start it earlier'",
    })
    void awaitedThread_worksAllTheTime_cannotStartEarlier(long pause, String nextStep) {
        Finding finding = waiting((program, at) -> {
                    program.sample("loader", at + 12_000).sample("loader", at + 14_000);
                    if (pause > 0) {
                        program.wait("loader", "Park", at, at + pause);
                    }
                })
                .finding("waiting-for-threads");
        assertThat(finding.nextStep()).isEqualTo(nextStep);
    }

    @Test
    void holderOfALock_sleeps_isToReleaseItBefore() {
        ObjLongConsumer<WaitedThreads> sleeping = (program, at) -> program.wait("loader", "Sleep", at, at + 17_500);
        assertThat(waiting("Monitor enter (Cache)", "loader", sleeping)
                        .finding("lock-contention")
                        .nextStep())
                .isEqualTo("release the lock before thread 'loader' sleeps: app.Loader.work");
        assertThat(waiting(sleeping).finding("waiting-for-threads").nextStep()).startsWith("remove the sleep");
    }

    @ParameterizedTest
    @CsvSource({"12000, true", "6500, true", "5500, false"})
    void workersWithUnevenParts_scopesOfBoth_theOneWithMoreWorkIsNamed(long longer, boolean isNamed) {
        Finding finding = waiting((program, at) -> program.scope("worker-1", "forward", at + 2_000, at + 5_000)
                        .scope("worker-2", "forward", at + 2_000, at + 2_000 + longer))
                .finding("waiting-for-threads");
        assertThat(finding.sentence().contains("; thread 'worker-2' has "))
                .as(finding.sentence())
                .isEqualTo(isNamed);
        assertThat(finding.nextStep().equals("split the work into equal parts")).isEqualTo(isNamed);
    }

    /** A thread that reads from the console, say, is in its one read all the time. */
    @Test
    void threadThatIsOnlySeenInOneRead_isNotTheOneThatEndsTheWaits() {
        WaitedThreads threads = new WaitedThreads();
        for (int step = 0; step < 20; step++) {
            long start = 20_000L * step;
            threads.step(start, start + 20_000)
                    .wait(WaitedThreads.MAIN, "Park", start, start + 15_000)
                    .sample("console", SampleKind.NATIVE, "java.io.FileInputStream", "readBytes", start + 5_000)
                    .sample("loader", start + 7_000);
        }
        assertThat(threads.finding("waiting-for-threads").sentence()).contains("thread 'loader'");
    }

    @Test
    void threadThatIsBlockedAtTheEndsOfTheWaits_isNotTheOneThatEndsThem() {
        WaitedThreads program = waiting((trace, at) ->
                trace.wait("loader", "File read", at + 10_000, at + 17_500).wait("other", "Sleep", at, at + 19_000));
        assertThat(program.finding("waiting-for-threads").sentence()).startsWith(WAITS + "thread 'loader'");
    }

    /** One thread ends all waits, of irregular lengths; timers sleep, poll and compute at their own pace. */
    @Test
    void threadThatEndsTheWaits_amongTimers_isChosen() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            WaitedThreads program = new WaitedThreads();
            String event = List.of("Sleep", "File read", "Socket read", "Monitor enter (A)")
                    .get(random.nextInt(4));
            long at = 0;
            for (int step = 0; step < 20; step++) {
                long end = at + 5_000 + random.nextInt(20_000);
                program.step(at, end + 500).wait(MAIN, "Park", at + 1_000, end);
                program.wait("loader", event, at + 500, end - 50 - random.nextInt(300));
                at = end + 500;
            }
            for (int timer = 0; timer < 3; timer++) {
                long period = 1_000L + random.nextInt(50_000);
                for (long start = random.nextInt(5_000); start + period < at; start += period) {
                    program.wait("timer " + timer + " of many", "Sleep", start, start + period - 110);
                }
            }
            WindowFacts facts = program.facts();
            IntervalSet waits = Spans.times(facts.waits(), span -> true);
            assertThat(EndingThreads.of(facts, waits, Set.of()))
                    .as("seed %d, %s", seed, event)
                    .map(NamedThreads::name)
                    .contains("loader");
        }
    }
}
