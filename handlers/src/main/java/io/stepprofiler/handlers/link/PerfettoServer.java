package io.stepprofiler.handlers.link;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Server of one file for Perfetto in the browser of the user; ends by itself.
 *
 * <p>It answers GET, HEAD and OPTIONS of the file's path, to browsers for pages of {@code https://ui.perfetto.dev}
 * only.
 */
public final class PerfettoServer implements AutoCloseable {
    static final String PERFETTO = "https://ui.perfetto.dev";

    private static final String ADDRESS = "127.0.0.1";
    private static final byte[] BYTES = {127, 0, 0, 1};
    private static final System.Logger LOG = System.getLogger(PerfettoServer.class.getName());
    private static final int NO_BODY = -1;

    /** Number of concurrent requests: a request that never ends does not block Perfetto. */
    private static final int THREADS = 8;

    private final Path file;
    private final String path;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS, PerfettoServer::daemon);
    private final CountDownLatch done = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean read;

    private PerfettoServer(Path file, HttpServer server) {
        this.file = file;
        path = pathOf(file);
        this.server = server;
    }

    static PerfettoServer open(Path file, PerfettoLink link) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new NoSuchFileException(file.toString(), null, "there is no such file to open in Perfetto");
        }
        HttpServer http;
        try {
            http = HttpServer.create(new InetSocketAddress(InetAddress.getByAddress(BYTES), link.port()), 0);
        } catch (BindException e) {
            throw new IOException(
                    "Port " + link.port() + " of " + ADDRESS + " cannot be used for the link to Perfetto ("
                            + e.getMessage() + "); choose another one, or 0 for any. The trace is complete: " + file,
                    e);
        }
        PerfettoServer created = new PerfettoServer(file, http);
        http.createContext("/", created::answer);
        http.setExecutor(created.threads);
        // A daemon starts the server, so that the server's threads are daemons, too: the link ends with the process.
        daemon(() -> created.run(link)).start();
        link.output().accept("Open URL in browser: " + created.link());
        link.output()
                .accept("From another machine, first: ssh -L " + created.port() + ":" + ADDRESS + ":" + created.port()
                        + " <this machine>");
        return created;
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "step-profiler-perfetto-link");
        thread.setDaemon(true);
        return thread;
    }

    private static String pathOf(Path file) {
        try {
            return new URI(null, null, "/" + file.getFileName(), null).getRawPath();
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("file = " + file + " is not allowed: has no name for a link", e);
        }
    }

    private void run(PerfettoLink link) {
        try {
            server.start();
            if (!done.await(link.timeout().toNanos(), TimeUnit.NANOSECONDS)) {
                LOG.log(
                        System.Logger.Level.INFO,
                        "The link to Perfetto was not opened within " + link.timeout() + " and has expired. The"
                                + " trace is " + file);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            server.stop(0);
            threads.shutdownNow();
            ended.countDown();
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        boolean whole = false;
        try (exchange) {
            whole = reply(exchange);
        }
        if (whole) {
            read = true;
            done.countDown();
        }
    }

    /** Replies, and returns whether the whole file was sent. */
    private boolean reply(HttpExchange exchange) throws IOException {
        Headers answer = exchange.getResponseHeaders();
        answer.set("Access-Control-Allow-Origin", PERFETTO);
        answer.set("Vary", "Origin");
        answer.set("Cache-Control", "no-store");
        if (!isForUs(exchange.getRequestHeaders())) {
            exchange.sendResponseHeaders(403, NO_BODY);
            return false;
        }
        if (!exchange.getRequestURI().getRawPath().equals(path)) {
            exchange.sendResponseHeaders(404, NO_BODY);
            return false;
        }
        switch (exchange.getRequestMethod()) {
            case "GET" -> {
                return sendFile(exchange);
            }
            case "HEAD" -> {
                answer.set("Content-Type", "application/octet-stream");
                answer.set("Content-Length", Long.toString(Files.size(file)));
                exchange.sendResponseHeaders(200, NO_BODY);
            }
            case "OPTIONS" -> {
                answer.set("Access-Control-Allow-Methods", "GET, HEAD, OPTIONS");
                // Chrome asks before a page of the internet may read from this machine.
                answer.set("Access-Control-Allow-Private-Network", "true");
                exchange.sendResponseHeaders(204, NO_BODY);
            }
            default -> {
                answer.set("Allow", "GET, HEAD, OPTIONS");
                exchange.sendResponseHeaders(405, NO_BODY);
            }
        }
        return false;
    }

    private boolean sendFile(HttpExchange exchange) throws IOException {
        // Not as gzip encoding: Perfetto unpacks files itself.
        exchange.getResponseHeaders().set("Content-Type", "application/octet-stream");
        long size = Files.size(file);
        // A length of 0 would announce a chunked body.
        exchange.sendResponseHeaders(200, size == 0 ? NO_BODY : size);
        try (OutputStream out = exchange.getResponseBody()) {
            if (size > 0) {
                Files.copy(file, out);
            }
        }
        return true;
    }

    /**
     * True for requests from Perfetto's page or from no page, to this machine's own address: other names are refused.
     */
    private static boolean isForUs(Headers request) {
        String origin = request.getFirst("Origin");
        String host = request.getFirst("Host");
        String name = host == null ? "" : host.toLowerCase(Locale.ROOT).replaceFirst(":\\d+$", "");
        return (origin == null || origin.equals(PERFETTO)) && (name.equals(ADDRESS) || name.equals("localhost"));
    }

    /** {@return the address of the file} */
    public String fileUrl() {
        return "http://" + ADDRESS + ":" + port() + path;
    }

    /** {@return the link that opens the file in Perfetto} */
    public String link() {
        return PERFETTO + "/#!/?url=" + fileUrl();
    }

    /** {@return the port of the server} */
    public int port() {
        return server.getAddress().getPort();
    }

    /** {@return whether the file has been read whole} */
    public boolean isRead() {
        return read;
    }

    /**
     * Waits until the file has been read, the time of the link is over, or the server is closed. An interrupt ends the
     * link and is kept.
     */
    public void await() {
        try {
            ended.await();
        } catch (InterruptedException e) {
            close();
            Thread.currentThread().interrupt();
        }
    }

    /** Ends the server. */
    @Override
    public void close() {
        done.countDown();
    }
}
