package io.stepprofiler.jvm;

import java.io.IOException;
import java.lang.ref.Cleaner;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;

/**
 * The temporary file that a recording is read by way of.
 *
 * <p>It is written as soon as the recording has ended, not when it is collected, which may be after much other work: when the
 * virtual machine shuts down, the flight recorder throws away what is not in a file of its owner's by then.
 */
final class FlightFile {
    /** Called for windows that are thrown away: they are never collected, and the recorder holds on to all that is open. */
    private static final Cleaner CLEANER = Cleaner.create(FlightFile::thread);

    /** One thread, which ends when nothing is left to write. */
    private static final ExecutorService WRITER = writer();

    private final Resources resources;
    private final Cleaner.Cleanable cleaning;
    private CompletableFuture<Void> written = new CompletableFuture<>();

    private record Resources(Recording recording, Path path) implements Runnable {
        @Override
        public void run() {
            recording.close();
            TemporaryFiles.giveBack(path);
        }
    }

    private FlightFile(Recording recording, Path path) {
        resources = new Resources(recording, path);
        cleaning = CLEANER.register(this, resources);
    }

    /** Makes the file, and lets the recorder write it if the virtual machine shuts down meanwhile. */
    static FlightFile of(Recording recording) throws IOException {
        try {
            Path path = TemporaryFiles.take();
            FlightFile file = new FlightFile(recording, path);
            recording.setDumpOnExit(true);
            recording.setDestination(path);
            return file;
        } catch (IOException e) {
            recording.close();
            throw e;
        }
    }

    /** Ends the recording, if nobody else has, and has the file written. */
    void stop() {
        Recording recording = resources.recording;
        if (recording.getState() != RecordingState.RUNNING) {
            // Stopped by somebody else: with a destination, that has written it.
            written.complete(null);
        } else if (isShuttingDown()) {
            // It writes the file before anybody else can end the recorder.
            end(recording);
            written.complete(null);
        } else {
            forgetDestination();
            end(recording);
            written = CompletableFuture.runAsync(this::write, WRITER);
        }
    }

    private static void end(Recording recording) {
        try {
            recording.stop();
        } catch (IllegalStateException e) {
            // Somebody else was quicker, such as the recorder's own hook: what it wrote is read, or told to be missing.
        }
    }

    private void forgetDestination() {
        try {
            resources.recording.setDestination(null);
        } catch (IOException e) {
            // Of a path that cannot be written, and there is none.
        }
    }

    private void write() {
        try {
            resources.recording.dump(resources.path);
        } catch (IOException e) {
            throw new CompletionException(e);
        }
    }

    /** The file, once it is written. */
    Path written() throws IOException {
        try {
            written.join();
        } catch (CompletionException e) {
            throw new IOException(e.getCause());
        }
        return resources.path;
    }

    /** Deletes the file, and lets the recorder forget the recording. */
    void delete() {
        cleaning.clean();
    }

    private static boolean isShuttingDown() {
        Thread hook = new Thread(() -> {});
        try {
            Runtime.getRuntime().addShutdownHook(hook);
            Runtime.getRuntime().removeShutdownHook(hook);
            return false;
        } catch (IllegalStateException e) {
            return true;
        }
    }

    private static ExecutorService writer() {
        ThreadPoolExecutor writer =
                new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), FlightFile::thread);
        writer.allowCoreThreadTimeOut(true);
        return writer;
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "step-profiler-flight-recorder");
        thread.setDaemon(true);
        return thread;
    }
}
