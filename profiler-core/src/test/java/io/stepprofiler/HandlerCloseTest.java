package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceHandler;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What handlers are told when their profile ends. */
class HandlerCloseTest {
    private final List<String> told = new CopyOnWriteArrayList<>();

    private final class Telling implements TraceHandler {
        @Override
        public void onTraceReady(Trace trace) {
            told.add("trace");
        }

        @Override
        public void onClose() {
            told.add("close");
        }
    }

    private static ProfileBuilder profile(TraceHandler handler) {
        return Profile.builder()
                .schedule(Schedule.builder().active(1).repeat(2).build())
                .onTraceReady(handler);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void close_ofAProfile_isToldOnceAfterTheLastTrace(boolean synchronous) {
        Profile profile =
                profile(new Telling()).synchronousDelivery(synchronous).start();
        try (profile) {
            profile.step();
            profile.step();
        }
        profile.close();
        assertThat(told).containsExactly("trace", "trace", "close");
        assertThat(profile.failures()).isEmpty();
    }

    @Test
    void close_ofAProfileThatRanTwice_isToldOnce() {
        Profile profile = profile(new Telling()).start();
        try (profile) {
            profile.step();
            profile.stop();
            profile.start();
            profile.step();
        }
        assertThat(told).endsWith("close").containsOnlyOnce("close");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void handler_thatFailsAtTheEnd_isListedAndKeepsNothingFromOthers(boolean synchronous) {
        TraceHandler failing = new TraceHandler() {
            @Override
            public void onTraceReady(Trace trace) {}

            @Override
            public void onClose() throws Exception {
                throw new IOException("no room");
            }
        };
        Profile profile = profile(failing)
                .onTraceReady(new Telling())
                .synchronousDelivery(synchronous)
                .start();
        try (profile) {
            profile.step();
        }
        assertThat(told).endsWith("close");
        assertThat(profile.failures()).singleElement().satisfies(failure -> {
            assertThat(failure.kind()).isEqualTo(ProfileFailure.Kind.HANDLER_FAILED);
            assertThat(failure.message()).contains("failed at the end of the profile");
        });
    }

    @Test
    void handler_thatHangsAtTheEnd_isLeftBehindAndListed() {
        CountDownLatch never = new CountDownLatch(1);
        TraceHandler hanging = new TraceHandler() {
            @Override
            public void onTraceReady(Trace trace) {}

            @Override
            public void onClose() throws Exception {
                never.await();
            }
        };
        // Long enough for what does not hang, on a busy machine.
        Profile profile = profile(hanging)
                .delivery(delivery -> delivery.withHandlerTimeout(Duration.ofSeconds(1)))
                .start();
        try (profile) {
            profile.step();
        }
        assertThat(profile.failures())
                .extracting(ProfileFailure::kind)
                .containsExactly(ProfileFailure.Kind.HANDLER_TIMED_OUT);
    }

    @Test
    void close_whileAnotherThreadTellsTheHandlers_waitsUntilAllHaveBeenTold() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        TraceHandler slow = new TraceHandler() {
            @Override
            public void onTraceReady(Trace trace) {}

            @Override
            public void onClose() throws Exception {
                begun.countDown();
                goOn.await();
            }
        };
        Profile profile = profile(slow).onTraceReady(new Telling()).start();
        profile.step();
        Thread first = new Thread(profile::close);
        first.start();
        begun.await();
        Thread second = new Thread(profile::close);
        second.start();
        await().until(second::getState, state -> state == Thread.State.WAITING || state == Thread.State.TERMINATED);
        goOn.countDown();
        first.join();
        second.join();
        assertThat(told).endsWith("close");
        assertThat(profile.failures()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void close_byAHandlerAtTheEnd_waitsForNothing(boolean synchronous) {
        AtomicReference<Profile> own = new AtomicReference<>();
        TraceHandler closing = new TraceHandler() {
            @Override
            public void onTraceReady(Trace trace) {}

            @Override
            public void onClose() {
                own.get().close();
                told.add("closed");
            }
        };
        Profile profile = profile(closing).synchronousDelivery(synchronous).start();
        own.set(profile);
        try (profile) {
            profile.step();
        }
        assertThat(told).containsExactly("closed");
    }
}
