package io.stepprofiler.jvm;

import io.stepprofiler.History;
import io.stepprofiler.Profile;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** A program with a long window that fills the disk for temporary files meanwhile, and empties it again. */
final class DiskThatFills {
    private final BlockingQueue<Trace> traces = new LinkedBlockingQueue<>();

    private DiskThatFills() {}

    public static void main(String[] args) throws Exception {
        new DiskThatFills().run(Path.of(System.getProperty("java.io.tmpdir"), "ballast"));
    }

    private void run(Path ballast) throws Exception {
        Profile profile = Profile.builder()
                .history(History.ofSteps(1000))
                .source(FlightRecorderSource.create().only(EventGroup.GARBAGE_COLLECTION))
                .onTraceReady(traces::add)
                .start();
        Trace last;
        try (profile) {
            System.out.println("before: " + collections(step(profile)));
            fill(ballast);
            step(profile);
            step(profile);
            System.out.println("full: " + collections(step(profile)));
            Files.delete(ballast);
            last = step(profile);
            System.out.println("after: " + collections(last));
        }
        System.out.println("failures: " + profile.failures());
        System.out.println("account: " + last.account().summary());
        last.events().stream()
                .filter(event -> event.name().startsWith(FlightWindow.LOST))
                .forEach(event -> System.out.println("lost: " + event.name()));
    }

    private static void fill(Path ballast) {
        byte[] zeros = new byte[1 << 12];
        try (OutputStream out = Files.newOutputStream(ballast)) {
            while (true) {
                out.write(zeros);
            }
        } catch (IOException e) {
            System.out.println("filled: " + e.getMessage());
        }
    }

    /** The history after a step with a collection. */
    private Trace step(Profile profile) throws InterruptedException {
        System.gc();
        profile.step();
        profile.snapshot("a step has ended");
        return traces.take();
    }

    private static long collections(Trace trace) {
        return trace.events().stream()
                .filter(event -> event.name().contains("System.gc()"))
                .count();
    }
}
