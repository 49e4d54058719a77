package io.stepprofiler.benchmarks.training;

import io.stepprofiler.capture.client.CaptureClient;
import io.stepprofiler.capture.client.CaptureClientException;
import io.stepprofiler.capture.client.ClientOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A process that watches a job as {@code stepprof top} does, whenever a line of its input is {@link #ON}, until one is
 * {@link #OFF}. It answers each line by a line, the latter by how many looks it has had. Its argument is the port.
 */
public final class Watcher {
    static final String ON = "on";
    static final String OFF = "off";

    private static final Duration INTERVAL = Duration.ofSeconds(1);

    private Watcher() {}

    /** Watches as it is told. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        int port = Integer.parseInt(arguments[0]);
        BufferedReader told = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        while (told.readLine() != null) {
            watchUntilTold(port, told);
        }
    }

    private static void watchUntilTold(int port, BufferedReader told) throws IOException, InterruptedException {
        AtomicLong looks = new AtomicLong();
        CaptureClient client = CaptureClient.connect("localhost", port, ClientOptions.DEFAULT);
        Thread watching = new Thread(() -> watch(client, looks), "watching");
        watching.start();
        System.out.println(ON);
        told.readLine();
        client.close();
        watching.join();
        System.out.println(looks);
    }

    private static void watch(CaptureClient client, AtomicLong looks) {
        try {
            client.watch(INTERVAL, true, figures -> looks.incrementAndGet());
        } catch (CaptureClientException e) {
            // Closed: nobody watches any longer.
        }
    }
}
