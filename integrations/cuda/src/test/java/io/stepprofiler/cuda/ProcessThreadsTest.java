package io.stepprofiler.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.cuda.ProcessThreads.Known;
import io.stepprofiler.cuda.ProcessThreads.Live;
import io.stepprofiler.nativeaccess.cuda.CudaLibrary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProcessThreadsTest {
    private static final long NATIVE = 1L << 32;

    /** By the recorder of operations. */
    private static final Map<Long, Long> RECORDED =
            Map.of(20L, CudaLibrary.NO_JAVA_THREAD, 21L, 3L, 22L, CudaLibrary.NO_JAVA_THREAD, 23L, 99L);

    @TempDir
    Path tasks;

    private final ProcessThreads threads() {
        return new ProcessThreads(
                number -> number == 10 || number == 20 ? 1 : -1,
                number -> RECORDED.getOrDefault(number, CudaLibrary.NEVER_TOLD),
                tasks,
                () -> List.of(
                        new Live(1, "main"),
                        new Live(2, "loader"),
                        new Live(3, "worker"),
                        new Live(4, "worker"),
                        new Live(5, "a thread with a long name 17")));
    }

    /** Threads of the process, the number of one, and which of Java's it is, or 0 for none of them. */
    @ParameterizedTest(name = "{4}")
    @CsvSource({
        "10 java,            10, 1,  main,      has told itself whatever it is called",
        "11 loader,          11, 2,  loader,    has its name alone",
        "12 worker,          12, 0,  worker,    has the name of two of Java's",
        "11 loader;13 loader,13, 0,  loader,    has the name of its maker",
        "12 worker,          14, 0,  thread 14, has ended",
        "21 worker,          21, 3,  worker,    ran operations of Java's",
        "22 loader,          22, 0,  loader,    ran operations of none of Java's",
        "22 loader,          23, 99, thread 23, ran operations and has ended"
    })
    void thread_ofEachSort_isFoundOrHasItsNumber(String tasks, long number, long java, String name, String sort)
            throws IOException {
        for (String task : tasks.split(";", -1)) {
            String[] numberAndName = task.split(" ", 2);
            task(Long.parseLong(numberAndName[0]), numberAndName[1]);
        }
        assertThat(threads().of(number)).as(sort).isEqualTo(new Known(java == 0 ? NATIVE + number : java, name));
    }

    @Test
    void thread_thatCarriesAVirtualOneThatSteps_isNotWhereOperationsAre() throws IOException {
        task(20, "carrier");
        assertThat(threads().of(20)).isEqualTo(new Known(1, "main", false));
    }

    @Test
    void thread_thatWasFound_staysTheSame() throws IOException {
        task(11, "loader");
        ProcessThreads threads = threads();
        threads.of(11);
        task(13, "loader");
        assertThat(threads.of(11)).isEqualTo(new Known(2, "loader"));
    }

    @ParameterizedTest
    @CsvSource({
        "short,                        short,           true",
        "exactly15bytes_,              exactly15bytes_, true",
        "a thread with a long name 17, a thread with a, true",
        "a thread with a long name 17, a threa..ame 17, true",
        "a thread with a long name 17, a thread,        false",
        "short,                        shor,            false",
    })
    void name_inLinux_isTheBeginningOrBothEnds(String thread, String name, boolean isCalled) {
        assertThat(ProcessThreads.isCalled(thread, name)).isEqualTo(isCalled);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void threads_ofThisProcess_areFoundByTheirNames() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        AtomicLong javaId = new AtomicLong();
        Thread thread = new Thread(
                () -> {
                    javaId.set(Thread.currentThread().getId());
                    try {
                        end.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "only-one-called-like-this");
        thread.start();
        try {
            Path task = Awaitility.await().until(() -> taskCalled("only-one-called-like-this"), Files::exists);
            long number = Long.parseLong(task.getFileName().toString());

            Known known = new ProcessThreads(any -> -1, any -> CudaLibrary.NEVER_TOLD).of(number);

            assertThat(known).isEqualTo(new Known(javaId.get(), "only-one-called-like-this"));
        } finally {
            end.countDown();
            thread.join();
        }
    }

    private static Path taskCalled(String name) throws IOException {
        try (var all = Files.list(Path.of("/proc/self/task"))) {
            for (Path task : all.toList()) {
                if (ProcessThreads.isCalled(
                        name, Files.readString(task.resolve("comm")).strip())) {
                    return task;
                }
            }
        }
        return Path.of("/proc/self/task/none");
    }

    private void task(long number, String name) throws IOException {
        Path task = Files.createDirectories(tasks.resolve(Long.toString(number)));
        Files.writeString(task.resolve("comm"), name + "\n");
    }
}
