package io.stepprofiler.capture.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.stepprofiler.Captures;
import io.stepprofiler.Scope;
import io.stepprofiler.StepScope;
import io.stepprofiler.capture.ProfilerServer;
import io.stepprofiler.capture.client.CaptureClient;
import io.stepprofiler.capture.client.CaptureClientException;
import io.stepprofiler.capture.client.ClientOptions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@SuppressWarnings("try") // javac -Xlint:try does not know that a scope is used by being open.
class WatchCallTest {
    private static final Duration INTERVAL = Duration.ofMillis(200);

    private final List<String> seen = new CopyOnWriteArrayList<>();
    private final Thread training = new Thread(this::train, "training");
    private volatile boolean over;
    private ProfilerServer server;

    private void train() {
        for (long step = 0; !over; step++) {
            try (StepScope ignored = StepScope.open("train", step);
                    Scope alsoIgnored = Scope.open("forward")) {
                LockSupport.parkNanos(10_000_000);
            }
        }
    }

    @BeforeEach
    void start() throws Exception {
        server = ProfilerServer.start(0);
        training.start();
    }

    @AfterEach
    void end() throws InterruptedException {
        over = true;
        training.join();
        server.close();
    }

    private CompletableFuture<Void> watch(CaptureClient client) {
        return CompletableFuture.runAsync(() -> {
            try {
                client.watch(INTERVAL, true, seen::add);
            } catch (CaptureClientException e) {
                throw new IllegalStateException(e.getMessage());
            }
        });
    }

    @Test
    void watch_trainingWithoutProfile_tellsWhereItsTimeGoes() throws Exception {
        try (CaptureClient client = CaptureClient.connect("localhost", server.port(), ClientOptions.DEFAULT)) {
            CompletableFuture<Void> unused = watch(client);
            await().until(() -> seen.stream().anyMatch(each -> each.contains("  forward\n")));
        }
        assertThat(seen.get(0)).contains("no profile");
    }

    @Test
    void watch_clientGoesAway_endsTheShortCaptures() throws Exception {
        try (CaptureClient client = CaptureClient.connect("localhost", server.port(), ClientOptions.DEFAULT)) {
            CompletableFuture<Void> unused = watch(client);
            await().until(() -> seen.size() > 1);
        }
        await().until(() -> Captures.current().isEmpty());
        long steps = Captures.pace().steps();
        await().until(() -> Captures.pace().steps() > steps + 100);
        assertThat(Captures.current()).isEmpty();
    }

    @Test
    void watch_serverEnds_endsWithASentence() throws Exception {
        try (CaptureClient client = CaptureClient.connect("localhost", server.port(), ClientOptions.DEFAULT)) {
            CompletableFuture<Void> watching = watch(client);
            await().until(() -> !seen.isEmpty());
            server.close();
            assertThatThrownBy(() -> watching.orTimeout(30, TimeUnit.SECONDS).join())
                    .hasMessageContaining("localhost");
        }
    }

    @Test
    void watch_intervalThatIsTooShort_isRefusedWithWhatIsAllowed() throws Exception {
        try (CaptureClient client = CaptureClient.connect("localhost", server.port(), ClientOptions.DEFAULT)) {
            assertThatThrownBy(() -> client.watch(Duration.ofMillis(10), true, seen::add))
                    .isInstanceOf(CaptureClientException.class)
                    .hasMessageContaining("interval_ms = 10 is not allowed: must be 200 to 60000");
        }
    }
}
