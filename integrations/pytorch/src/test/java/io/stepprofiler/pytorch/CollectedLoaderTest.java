package io.stepprofiler.pytorch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import io.stepprofiler.event.RecordingOptions;
import java.io.File;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** The profiler in a class loader that is collected, as containers do with what they undeploy. */
class CollectedLoaderTest {
    private final CountDownLatch hasRecorded = new CountDownLatch(1);
    private final CountDownLatch isCollected = new CountDownLatch(1);

    @Test
    void threadThatHasRecorded_outlivesTheClassLoaderOfTheProfiler() throws Exception {
        Recorded.assumeNativeLibrary();
        try (NDManager memory = NDManager.newBaseManager()) {
            NDArray array = memory.ones(new Shape(2, 2));
            Thread worker = new Thread(() -> {
                array.neg().close();
                hasRecorded.countDown();
                awaitCollection();
                array.neg().close();
            });
            worker.setContextClassLoader(null);
            WeakReference<ClassLoader> loader = record(worker);
            await().until(() -> {
                System.gc();
                return loader.get() == null;
            });
            // What the thread runs at its end is the native library's.
            isCollected.countDown();
            worker.join();
            // This class loader's, and the other's.
            assertThat(mappings()).isEqualTo(2);
        }
    }

    private void awaitCollection() {
        try {
            isCollected.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private WeakReference<ClassLoader> record(Thread worker) throws Exception {
        List<URL> classPath = new ArrayList<>();
        for (String path : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            classPath.add(Path.of(path).toUri().toURL());
        }
        try (URLClassLoader loader =
                new URLClassLoader(classPath.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
            Class<?> type = loader.loadClass(TorchSource.class.getName());
            Class<?> options = loader.loadClass(RecordingOptions.class.getName());
            Object recording = type.getMethod("start", options)
                    .invoke(
                            type.getMethod("create").invoke(null),
                            options.getField("NONE").get(null));
            worker.start();
            hasRecorded.await();
            recording.getClass().getInterfaces()[0].getMethod("stop").invoke(recording);
            return new WeakReference<>(loader);
        }
    }

    /** Copies of the native library that are code in this process. */
    private static long mappings() throws Exception {
        try (var lines = Files.lines(Path.of("/proc/self/maps"))) {
            return lines.filter(line -> line.contains("libstepprofiler") && line.contains(" r-xp "))
                    .count();
        }
    }
}
