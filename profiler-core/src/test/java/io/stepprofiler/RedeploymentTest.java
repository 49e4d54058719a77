package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.stepprofiler.schedule.Schedule;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A profiler that comes with a program into a server, and goes with it, while the server's threads stay. */
class RedeploymentTest {
    private static final int DEPLOYMENTS = 8;

    /** The JDK itself may hold on to the first and to the last program that has lambdas and records. */
    private static final int HELD_BY_THE_JDK = 2;

    /** A training loop on two threads of the server's, which ends in the middle of a window or between two. */
    public static final class Deployment implements Callable<Long> {
        private final ExecutorService other;
        private final int steps;

        public Deployment(ExecutorService other, int steps) {
            this.other = other;
            this.steps = steps;
        }

        @Override
        public Long call() throws Exception {
            long[] events = {0};
            Profile profile = Profile.builder()
                    .schedule(Schedule.builder().wait(1).warmup(1).active(2).build())
                    .onTraceReady(trace -> events[0] += trace.eventCount())
                    .start();
            try (profile) {
                for (int i = 0; i < steps; i++) {
                    Scope.open("work").close();
                    other.submit(() -> Scope.open("elsewhere").close()).get();
                    profile.step();
                }
            }
            return events[0];
        }
    }

    private static URL place(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation();
    }

    private static URLClassLoader loader() {
        URL[] places = Stream.of(RedeploymentTest.class, Profile.class, Schedule.class)
                .map(RedeploymentTest::place)
                .toArray(URL[]::new);
        return new URLClassLoader(places, ClassLoader.getPlatformClassLoader());
    }

    private static WeakReference<ClassLoader> deploy(ExecutorService training, ExecutorService other, int steps)
            throws Exception {
        try (URLClassLoader loader = loader()) {
            Object deployment = loader.loadClass(Deployment.class.getName())
                    .getConstructor(ExecutorService.class, int.class)
                    .newInstance(other, steps);
            Object events = training.submit((Callable<?>) deployment).get();
            assertThat(events).isEqualTo(4L);
            return new WeakReference<>(loader);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 5})
    void loaders_ofProgramsThatHaveGone_areCollectedWhileTheThreadsStay(int steps) throws Exception {
        ExecutorService training = Executors.newSingleThreadExecutor();
        ExecutorService other = Executors.newSingleThreadExecutor();
        List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
        try {
            for (int i = 0; i < DEPLOYMENTS; i++) {
                loaders.add(deploy(training, other, steps));
            }
            await().until(() -> {
                System.gc();
                return loaders.stream().filter(loader -> loader.get() != null).count() <= HELD_BY_THE_JDK;
            });
        } finally {
            training.shutdown();
            other.shutdown();
        }
    }
}
