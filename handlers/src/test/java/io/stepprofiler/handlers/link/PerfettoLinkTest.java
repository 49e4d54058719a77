package io.stepprofiler.handlers.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PerfettoLinkTest {
    private static final byte[] CONTENT = new byte[300_000];

    private final HttpClient client = HttpClient.newHttpClient();
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final PerfettoLink link =
            PerfettoLink.DEFAULT.withPort(0).withBlocking(false).withOutput(lines::add);

    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void write() throws IOException {
        new Random(1).nextBytes(CONTENT);
        file = Files.write(directory.resolve("perfetto_trace.json.gz"), CONTENT);
        Files.writeString(directory.resolve("secret.txt"), "secret");
    }

    private HttpResponse<byte[]> send(PerfettoServer server, String method, String path, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                .method(method, BodyPublishers.noBody());
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), BodyHandlers.ofByteArray());
    }

    private static String origin(HttpResponse<?> response) {
        return response.headers().firstValue("Access-Control-Allow-Origin").orElse("");
    }

    @Test
    void file_fetchedByPerfetto_isWholeAndEndsTheServer() throws Exception {
        PerfettoServer server = link.serve(file);
        HttpResponse<byte[]> response =
                send(server, "GET", "/perfetto_trace.json.gz", "Origin", "https://ui.perfetto.dev");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo(CONTENT);
        assertThat(origin(response)).isEqualTo("https://ui.perfetto.dev");
        assertThat(response.headers().firstValue("Content-Encoding")).isEmpty();
        server.await();
        assertThat(server.isRead()).isTrue();
        assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), server.port()).close())
                .isInstanceOf(ConnectException.class);
    }

    @Test
    void lines_ofTheLink_haveTheAddressAndTheWayFromAnotherMachine() throws Exception {
        try (PerfettoServer server = link.serve(file)) {
            assertThat(lines)
                    .containsExactly(
                            "Open URL in browser: https://ui.perfetto.dev/#!/?url=http://127.0.0.1:" + server.port()
                                    + "/perfetto_trace.json.gz",
                            "From another machine, first: ssh -L " + server.port() + ":127.0.0.1:" + server.port()
                                    + " <this machine>");
        }
    }

    @Test
    void headAndOptions_areAnsweredWithoutEndingTheServer() throws Exception {
        try (PerfettoServer server = link.serve(file)) {
            HttpResponse<byte[]> head = send(server, "HEAD", "/perfetto_trace.json.gz");
            assertThat(head.statusCode()).isEqualTo(200);
            assertThat(head.headers().firstValueAsLong("Content-Length")).hasValue(CONTENT.length);
            HttpResponse<byte[]> options =
                    send(server, "OPTIONS", "/perfetto_trace.json.gz", "Origin", "https://ui.perfetto.dev");
            assertThat(options.statusCode()).isEqualTo(204);
            assertThat(origin(options)).isEqualTo("https://ui.perfetto.dev");
            assertThat(options.headers().firstValue("Access-Control-Allow-Private-Network"))
                    .contains("true");
            assertThat(server.isRead()).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/secret.txt",
                "/perfetto_trace.json.gz/",
                "/../secret.txt",
                "/%2e%2e/secret.txt",
                "/perfetto_trace.json.gz/../secret.txt",
                "//perfetto_trace.json.gz"
            })
    void otherPaths_areNotThere(String path) throws Exception {
        try (PerfettoServer server = link.serve(file)) {
            HttpResponse<byte[]> response = send(server, "GET", path);
            assertThat(response.statusCode()).isEqualTo(404);
            assertThat(response.body()).hasSizeLessThan(100);
            assertThat(server.isRead()).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE", "TRACE", "PATCH"})
    void otherMethods_areRefused(String method) throws Exception {
        try (PerfettoServer server = link.serve(file)) {
            HttpResponse<byte[]> response = send(server, method, "/perfetto_trace.json.gz");
            assertThat(response.statusCode()).isEqualTo(405);
            assertThat(server.isRead()).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"https://evil.example", "http://ui.perfetto.dev", "https://ui.perfetto.dev.evil.example", "null"
            })
    void pagesOfOthers_areRefused(String origin) throws Exception {
        try (PerfettoServer server = link.serve(file)) {
            HttpResponse<byte[]> response = send(server, "GET", "/perfetto_trace.json.gz", "Origin", origin);
            assertThat(response.statusCode()).isEqualTo(403);
            assertThat(response.body()).isEmpty();
        }
    }

    @Test
    void foreignName_thatLeadsHere_isRefused() throws Exception {
        try (PerfettoServer server = link.serve(file);
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.getOutputStream()
                    .write("GET /perfetto_trace.json.gz HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            assertThat(answer).startsWith("HTTP/1.1 403");
        }
    }

    @Test
    void server_isBoundToTheLoopbackAddressOnly() throws Exception {
        try (PerfettoServer server = link.serve(file)) {
            assertThat(server.fileUrl()).startsWith("http://127.0.0.1:");
            // Another address of this machine is free.
            try (ServerSocket other =
                    new ServerSocket(server.port(), 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 2}))) {
                assertThat(other.isBound()).isTrue();
            }
        }
    }

    @Test
    void requestThatNeverEnds_doesNotKeepPerfettoWaiting() throws Exception {
        try (PerfettoServer server = link.serve(file);
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.getOutputStream().write("GET ".getBytes(StandardCharsets.US_ASCII));
            assertThat(send(server, "GET", "/perfetto_trace.json.gz").body()).isEqualTo(CONTENT);
            server.await();
            assertThat(server.isRead()).isTrue();
        }
    }

    @Test
    void link_thatNobodyOpens_endsAfterItsTime() throws Exception {
        PerfettoServer server =
                link.withBlocking(true).withTimeout(Duration.ofMillis(50)).serve(file);
        assertThat(server.isRead()).isFalse();
        assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), server.port()).close())
                .isInstanceOf(ConnectException.class);
    }

    @Test
    void blockingLink_fetched_returns() throws Exception {
        Thread[] fetcher = new Thread[1];
        PerfettoLink fetched = link.withBlocking(true).withOutput(line -> {
            if (line.startsWith("Open URL")) {
                URI uri = URI.create(line.substring(line.indexOf("url=") + 4));
                fetcher[0] = new Thread(() -> fetch(uri));
                fetcher[0].start();
            }
        });
        assertThat(fetched.serve(file).isRead()).isTrue();
        fetcher[0].join();
    }

    private void fetch(URI uri) {
        try {
            client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofByteArray());
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void link_interrupted_endsAndKeepsTheInterrupt() throws Exception {
        Thread.currentThread().interrupt();
        PerfettoServer server = link.withBlocking(true).serve(file);
        assertThat(Thread.interrupted()).isTrue();
        server.await();
        assertThat(server.isRead()).isFalse();
    }

    @Test
    void port_inUse_isToldWithTheWayOut() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> link.withPort(taken.getLocalPort()).serve(file))
                    .isInstanceOf(IOException.class)
                    .hasMessageContainingAll("Port " + taken.getLocalPort(), "0 for any", file.toString());
        }
        assertThat(lines).isEmpty();
    }

    @Test
    void file_thatIsNone_isRefused() {
        assertThatThrownBy(() -> link.serve(directory)).isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> link.serve(directory.resolve("none"))).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void file_withAnOddName_isServedUnderIt() throws Exception {
        Path odd = Files.write(directory.resolve("my trace #1%.json"), new byte[] {1, 2, 3});
        PerfettoServer server = link.serve(odd);
        assertThat(client.send(
                                HttpRequest.newBuilder(URI.create(server.fileUrl()))
                                        .build(),
                                BodyHandlers.ofByteArray())
                        .body())
                .containsExactly(1, 2, 3);
        await().until(server::isRead);
    }
}
