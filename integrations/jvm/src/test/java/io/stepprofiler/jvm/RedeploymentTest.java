package io.stepprofiler.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.stepprofiler.Profile;
import io.stepprofiler.child.OwnProcess;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySource;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A program that is loaded again and again, each time by a class loader of its own, in one process. */
class RedeploymentTest {
    private static final int DEPLOYMENTS = 8;

    /** The flight recorder itself keeps those of the last events that it knew. */
    private static final int KEPT_BY_THE_RECORDER = 2;

    /** Records a window that nobody collects, in a class loader of its own. */
    private static WeakReference<ClassLoader> deployed() throws Exception {
        URL[] urls = {
            Path.of(OwnProcess.place(FlightRecorderSource.class)).toUri().toURL(),
            Path.of(OwnProcess.place(Profile.class)).toUri().toURL(),
            Path.of(OwnProcess.place(RecordingOptions.class)).toUri().toURL()
        };
        // No parent: in a module path the platform class loader finds the classes of modules of the application.
        try (URLClassLoader loader = new URLClassLoader(urls, null)) {
            Class<?> type = loader.loadClass(FlightRecorderSource.class.getName());
            assertThat(type).isNotSameAs(FlightRecorderSource.class);
            Object source = type.getMethod("create").invoke(null);
            Class<?> asSource = loader.loadClass(ActivitySource.class.getName());
            asSource.getMethod("prepare").invoke(source);
            Class<?> options = loader.loadClass(RecordingOptions.class.getName());
            Object recording = asSource.getMethod("start", options)
                    .invoke(source, options.getField("NONE").get(null));
            loader.loadClass(ActivityRecording.class.getName())
                    .getMethod("stop")
                    .invoke(recording);
            return new WeakReference<>(loader);
        }
    }

    @Test
    void classLoaders_thatRecorded_canBeUnloaded() throws Exception {
        List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
        for (int i = 0; i < DEPLOYMENTS; i++) {
            loaders.add(deployed());
        }
        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            System.gc();
            assertThat(loaders.stream().filter(loader -> loader.get() != null).count())
                    .isLessThanOrEqualTo(KEPT_BY_THE_RECORDER);
        });
        await().untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .noneMatch(name -> name.startsWith("step-profiler-flight")));
    }
}
