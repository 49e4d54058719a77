package io.stepprofiler.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class FlightCallsTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    private final AtomicLong wallMillis = new AtomicLong(1_000_000);
    private final CompletableFuture<String> hanging = new CompletableFuture<>();

    private FlightCalls calls(Duration deadline) {
        return new FlightCalls(deadline, wallMillis::get);
    }

    @Test
    void begin_ofACallThatAnswers_isOnAnotherThread() {
        Thread thread = calls(LONG).begin(Thread::currentThread, late -> {});
        assertThat(thread).isNotSameAs(Thread.currentThread());
    }

    @Test
    void begin_ofACallThatHangs_throwsAtTheDeadlineAndRefusesOthersUntilItHasAnswered() {
        FlightCalls calls = calls(Duration.ofMillis(1));
        AtomicReference<String> late = new AtomicReference<>();
        assertThatIllegalStateException()
                .isThrownBy(() -> calls.begin(hanging::join, late::set))
                .withMessageContaining("did not answer within 1.00 ms");
        AtomicBoolean isMade = new AtomicBoolean();
        assertThatIllegalStateException()
                .isThrownBy(() -> calls.begin(() -> isMade.getAndSet(true), any -> {}))
                .withMessageContaining("still does not answer");
        hanging.complete("late");
        await().untilAsserted(() -> assertThat(late).hasValue("late"));
        assertThat(isMade).isFalse();
        await().ignoreExceptions()
                .untilAsserted(
                        () -> assertThat(calls.begin(() -> "again", any -> {})).isEqualTo("again"));
    }

    @Test
    void prepare_longerThanTheDeadline_isNotAwaitedAndFailsNothing() {
        FlightCalls calls = calls(Duration.ofMillis(1));
        calls.prepare(hanging::join);
        calls.await();
        assertThat(calls.areDone()).isFalse();
        hanging.complete("prepared");
        await().until(calls::areDone);
        assertThat(calls(LONG).begin(() -> "begun", late -> {})).isEqualTo("begun");
    }

    @Test
    void begin_whilePreparing_waitsForThePreparation() {
        FlightCalls calls = calls(LONG);
        AtomicBoolean isPrepared = new AtomicBoolean();
        calls.prepare(() -> isPrepared.set(true));
        assertThat(calls.begin(isPrepared::get, late -> {})).isTrue();
    }

    @Test
    void prepare_whileTheWallClockIsBehind_isLeftOut() {
        FlightCalls calls = calls(LONG);
        calls.begin(() -> true, late -> {});
        wallMillis.addAndGet(-3_600_000);
        AtomicBoolean isMade = new AtomicBoolean();
        calls.prepare(() -> isMade.set(true));
        calls.await();
        assertThat(isMade).isFalse();
    }

    @Test
    void begin_whileTheWallClockIsBehind_isRefusedUntilItHasCaughtUp() {
        FlightCalls calls = calls(LONG);
        calls.begin(() -> true, late -> {});
        wallMillis.addAndGet(-3_600_000);
        assertThatIllegalStateException()
                .isThrownBy(() -> calls.begin(() -> true, late -> {}))
                .withMessageContaining("3600 s behind");
        wallMillis.addAndGet(3_600_000);
        assertThat(calls.begin(() -> "again", late -> {})).isEqualTo("again");
    }

    @Test
    void end_ofACallThatHangs_isNotAwaitedAndHoldsUpTheNext() {
        FlightCalls calls = calls(Duration.ofMillis(1));
        CompletableFuture<?> ending = calls.end(hanging::join);
        assertThatIllegalStateException().isThrownBy(() -> calls.begin(() -> true, late -> {}));
        assertThat(ending).isNotDone();
        hanging.complete("ended");
        await().untilAsserted(() -> assertThat(ending).isCompleted());
    }

    @Test
    void begin_ofACallThatFails_throwsItsFailure() {
        IllegalArgumentException failure = new IllegalArgumentException("bad");
        assertThatIllegalStateException()
                .isThrownBy(() -> calls(LONG)
                        .begin(
                                () -> {
                                    throw failure;
                                },
                                late -> {}))
                .withCause(failure);
    }

    @Test
    void begin_onAnInterruptedThread_answersAndKeepsTheInterruption() {
        Thread.currentThread().interrupt();
        assertThat(calls(LONG).begin(() -> "answer", late -> {})).isEqualTo("answer");
        assertThat(Thread.interrupted()).isTrue();
    }
}
