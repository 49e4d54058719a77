package io.stepprofiler;

import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** Records what a piece of code does, in a window of its own. */
final class Recorded {
    /** What is recorded. */
    interface Body {
        void run() throws Exception;
    }

    /** What several threads do, each with its number. */
    interface NumberedBody {
        void run(int number) throws Exception;
    }

    private Recorded() {}

    static Trace trace(Body body) {
        return trace(builder -> builder, body);
    }

    static Trace trace(UnaryOperator<ProfileBuilder> options, Body body) {
        Profile profile =
                options.apply(Profile.builder().synchronousDelivery(true)).start();
        try (profile) {
            body.run();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
        return profile.lastTrace().orElseThrow();
    }

    static List<String> names(Trace trace) {
        return trace.events().stream().map(TraceEvent::name).toList();
    }

    static TraceEvent event(Trace trace, String name) {
        return trace.events().stream()
                .filter(event -> event.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no event " + name + " in " + names(trace)));
    }

    static <T> T onNewThread(String name, Callable<T> body) throws Exception {
        List<T> results = new ArrayList<>();
        List<Exception> thrown = new ArrayList<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        results.add(body.call());
                    } catch (Exception e) {
                        thrown.add(e);
                    }
                },
                name);
        thread.start();
        thread.join();
        if (!thrown.isEmpty()) {
            throw thrown.get(0);
        }
        return results.get(0);
    }

    /** Runs the body with each number below {@code count} on a thread of its own, all at once, until they have ended. */
    static void onThreads(int count, NumberedBody body) throws InterruptedException {
        Queue<Throwable> thrown = new ConcurrentLinkedQueue<>();
        List<Thread> threads = IntStream.range(0, count)
                .mapToObj(number -> new Thread(
                        () -> {
                            try {
                                body.run(number);
                            } catch (Throwable e) {
                                thrown.add(e);
                            }
                        },
                        "worker " + number))
                .toList();
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        if (!thrown.isEmpty()) {
            throw new AssertionError("A thread failed", thrown.peek());
        }
    }
}
