package io.stepprofiler;

import io.stepprofiler.event.CaptureOptions;
import io.stepprofiler.source.ActivityType;
import java.lang.reflect.Method;
import java.util.EnumSet;
import java.util.List;

/**
 * Ends threads by Thread.stop, which JDK 17 still has, while they enter a window; run in an interpreter, where that can
 * happen between any two instructions.
 */
final class StoppedThreads {
    private StoppedThreads() {}

    /** The argument is the number of threads. */
    public static void main(String[] arguments) throws Exception {
        Method stop = Thread.class.getMethod("stop");
        for (int i = 0; i < Integer.parseInt(arguments[0]); i++) {
            Window window = new Window(
                    Long.MAX_VALUE, 1 << 30, new Capture(CaptureOptions.NONE, 1, EnumSet.allOf(ActivityType.class)));
            Thread thread = new Thread(() -> {
                ThreadRecorder recorder = ThreadRecorder.in(window);
                while (true) {
                    window.register(recorder, new ThreadBuffer(Thread.currentThread(), window));
                }
            });
            thread.setUncaughtExceptionHandler((ended, thrown) -> {});
            thread.start();
            while (window.buffers().isEmpty()) {
                Thread.onSpinWait();
            }
            stop.invoke(thread);
            thread.join();
            ThreadBuffer later = new ThreadBuffer(Thread.currentThread(), window);
            window.register(ThreadRecorder.in(window), later);
            List<ThreadBuffer> buffers = window.buffers();
            if (!window.has(later) || buffers.get(buffers.size() - 1) != later) {
                throw new AssertionError("after " + i + " threads a later one is missing");
            }
            window.discard();
        }
    }
}
