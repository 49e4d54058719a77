package io.stepprofiler.benchmarks.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Chromium without a window, spoken to by its protocol for developers' tools
 * (https://chromedevtools.github.io/devtools-protocol/). For one thread.
 */
final class Browser implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final Process process;
    private final WebSocket socket;
    private final BlockingQueue<String> received = new LinkedBlockingQueue<>();
    private int commands;

    /**
     * Starts it.
     *
     * @param program its name or path
     * @param profile an empty directory for its files
     */
    Browser(String program, Path profile) throws IOException, InterruptedException {
        process = new ProcessBuilder(
                        program,
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--window-size=1600,1000",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + profile,
                        "about:blank")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        HttpClient client = HttpClient.newHttpClient();
        socket = client.newWebSocketBuilder()
                .buildAsync(URI.create(page(client, profile.resolve("DevToolsActivePort"))), new Receiver())
                .join();
    }

    /** The address of the page that is open at first. */
    private String page(HttpClient client, Path portFile) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < deadline && process.isAlive()) {
            if (Files.exists(portFile) && Files.size(portFile) > 0) {
                String port = Files.readAllLines(portFile).get(0);
                URI list = URI.create("http://127.0.0.1:" + port + "/json/list");
                String answer = client.send(HttpRequest.newBuilder(list).build(), BodyHandlers.ofString())
                        .body();
                for (JsonNode target : MAPPER.readTree(answer)) {
                    if (target.path("type").asText().equals("page")) {
                        return target.path("webSocketDebuggerUrl").asText();
                    }
                }
            }
            TimeUnit.MILLISECONDS.sleep(20);
        }
        throw new IOException("the browser does not answer");
    }

    void open(Path file) throws IOException, InterruptedException {
        command(
                "Page.navigate",
                MAPPER.createObjectNode().put("url", file.toUri().toString()));
    }

    /** What an expression is when it is settled, as JSON. */
    JsonNode evaluate(String expression) throws IOException, InterruptedException {
        ObjectNode parameters = MAPPER.createObjectNode()
                .put("expression", expression)
                .put("awaitPromise", true)
                .put("returnByValue", true);
        JsonNode answer = command("Runtime.evaluate", parameters);
        if (answer.has("exceptionDetails")) {
            throw new IOException(answer.path("exceptionDetails").toString());
        }
        return answer.path("result").path("value");
    }

    private JsonNode command(String method, ObjectNode parameters) throws IOException, InterruptedException {
        ObjectNode command = MAPPER.createObjectNode().put("id", ++commands).put("method", method);
        command.set("params", parameters);
        socket.sendText(command.toString(), true).join();
        while (true) {
            String text = received.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            if (text == null) {
                throw new IOException("no answer to " + method);
            }
            JsonNode answer = MAPPER.readTree(text);
            if (answer.path("id").asInt() == commands) {
                return answer.path("result");
            }
        }
    }

    @Override
    public void close() {
        socket.abort();
        process.destroy();
        try {
            process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Joins what comes in pieces. */
    private final class Receiver implements WebSocket.Listener {
        private final StringBuilder message = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean isLast) {
            message.append(data);
            if (isLast) {
                received.add(message.toString());
                message.setLength(0);
            }
            from.request(1);
            return CompletableFuture.completedStage(null);
        }
    }
}
