package io.stepprofiler;

import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A loop whose process ends in a way of its own while there is a capture; for a process of its own. */
final class CapturedLoop {
    private static final int STEPS = 4;

    private CapturedLoop() {}

    /** How the process ends. */
    enum End {
        /** While steps are recorded. */
        RECORDING,
        /** While the file is written. */
        WRITING,
        /** In a handler of the trace. */
        BY_WHO_WAITS,
        /** By memory that runs out, for the second time; the first time the program goes on. */
        MEMORY
    }

    /** Writes the steps of the trace, and what it says of itself, to the file that is named first. */
    @SuppressWarnings("try") // Steps are there to be closed.
    public static void main(String[] arguments) {
        Path file = Path.of(arguments[0]);
        End end = End.valueOf(arguments[1]);
        CountDownLatch writing = new CountDownLatch(1);
        CountDownLatch ending = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(ending::countDown));
        int wanted = end == End.RECORDING || end == End.MEMORY ? 1000 : STEPS - 1;
        StepCapture capture = Captures.begin(CaptureRequest.ofSteps(wanted)
                .configure(builder -> builder.delivery(delivery -> delivery.withExitTimeout(Duration.ofDays(1)))));
        var unused = capture.trace().thenAccept(trace -> {
            if (end == End.WRITING) {
                writing.countDown();
                await(ending);
                // Time to lose it.
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
            }
            write(trace, file);
            if (end == End.BY_WHO_WAITS) {
                System.exit(0);
            }
        });
        for (int step = 0; step < STEPS; step++) {
            try (StepScope open = StepScope.open("train", step)) {
                if (end == End.MEMORY && step == 2) {
                    tryToFill();
                }
                if (end == End.MEMORY && step == STEPS - 1) {
                    fill();
                }
            }
        }
        if (end == End.BY_WHO_WAITS) {
            await(ending);
        }
        if (end == End.WRITING) {
            await(writing);
        }
        System.exit(0);
    }

    private static void await(CountDownLatch latch) {
        try {
            if (!latch.await(1, TimeUnit.MINUTES)) {
                throw new IllegalStateException("it did not come");
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void write(Trace trace, Path file) {
        try {
            var note = trace.metadata().get(Captures.NOTE);
            Files.writeString(
                    file,
                    trace.steps().stream().map(StepMark::number).toList() + " " + (note == null ? "" : note.text()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void tryToFill() {
        try {
            fill();
        } catch (OutOfMemoryError e) {
            // The program goes on with less.
        }
    }

    private static void fill() {
        List<byte[]> all = new ArrayList<>();
        while (all.size() < Integer.MAX_VALUE) {
            all.add(new byte[1 << 20]);
        }
    }
}
