package io.stepprofiler.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import io.stepprofiler.source.ActivityRecording;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Windows that begin while the recorder starts. */
class FlightWindowsTest {
    private final CompletableFuture<String> starting = new CompletableFuture<>();

    @Test
    void window_thatBeginsBeforeTheRecorderHasStarted_saysSoAndTheNextOneRecords() {
        FlightCalls calls = new FlightCalls(Duration.ofMillis(200), System::currentTimeMillis);
        FlightWindows windows = new FlightWindows(FlightOptions.DEFAULT, calls);
        calls.prepare(starting::join);
        windows.prepare();
        assertThat(windows.areReady()).isFalse();

        ActivityRecording early = windows.start();
        early.stop();
        CountingSink without = new CountingSink();
        assertThatIllegalStateException()
                .isThrownBy(() -> early.collect(without))
                .withMessageContaining("did not answer within 200 ms");
        assertThat(without.notes)
                .hasEntrySatisfying(
                        FlightNotes.STATUS,
                        status -> assertThat(status).contains("not available: the flight recorder did not answer"));

        starting.complete("started");
        await().until(windows::areReady);
        ActivityRecording next = new FlightWindows(FlightOptions.DEFAULT, new FlightCalls()).start();
        next.stop();
        CountingSink with = new CountingSink();
        next.collect(with);
        assertThat(with.notes)
                .hasEntrySatisfying(
                        FlightNotes.STATUS, status -> assertThat(status).startsWith("recorded "));
    }

    @Test
    void warmUp_ofARecorderThatTakesLonger_doesNotFail() {
        FlightCalls calls = new FlightCalls(Duration.ofMillis(1), System::currentTimeMillis);
        FlightWindows windows = new FlightWindows(FlightOptions.DEFAULT, calls);
        calls.prepare(starting::join);
        windows.warmUp();
        assertThat(windows.areReady()).isFalse();
        starting.complete("started");
        await().until(windows::areReady);
    }
}
