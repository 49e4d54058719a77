package io.stepprofiler.cuda;

import io.stepprofiler.nativeaccess.cuda.CudaLibrary;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;

/**
 * Threads of a trace by their Linux ids. A Java thread is identified by the id that it recorded when it stepped or ran
 * an operation of libtorch, or else by its name if that is unique among Java's threads and among all threads of the
 * process, since a native thread inherits the name of its creator.
 */
final class ProcessThreads {
    /** First id of native threads, as in the recorder of operations. */
    private static final long FIRST_NATIVE = 1L << 32;

    private static final Path TASKS = Path.of("/proc/self/task");
    private static final int LONGEST = 15;
    private static final int HEAD = 7;
    private static final int TAIL = 6;

    /**
     * Thread of a trace.
     *
     * @param id id of its track
     * @param name its name
     * @param isWithOperations true if its operations of libtorch are on that track; operations of a virtual thread are
     *     on the track of its carrier
     */
    record Known(long id, String name, boolean isWithOperations) {
        Known(long id, String name) {
            this(id, name, true);
        }
    }

    /** Live Java thread. */
    record Live(long id, String name) {}

    private final LongUnaryOperator told;
    private final LongUnaryOperator recorder;
    private final Path tasks;
    private final Supplier<List<Live>> live;
    private final Map<Long, Known> known = new HashMap<>();

    /**
     * Creates the threads of this process, from two functions of a Linux id: the stepping Java thread, or -1, and the
     * thread by the recorder of operations, as in {@link CudaLibrary#toldThread}.
     */
    ProcessThreads(LongUnaryOperator told, LongUnaryOperator recorder) {
        this(told, recorder, TASKS, ProcessThreads::liveThreads);
    }

    ProcessThreads(LongUnaryOperator told, LongUnaryOperator recorder, Path tasks, Supplier<List<Live>> live) {
        this.told = told;
        this.recorder = recorder;
        this.tasks = tasks;
        this.live = live;
    }

    /** Thread of events without a thread. */
    Known unknown() {
        return new Known(FIRST_NATIVE, "unknown");
    }

    /** Returns the thread with a Linux id; looked up once. */
    Known of(long number) {
        return known.computeIfAbsent(number, this::find);
    }

    private Known find(long number) {
        List<Live> threads = live.get();
        long recorded = recorder.applyAsLong(number);
        long stepping = told.applyAsLong(number);
        long id = stepping >= 0 ? stepping : recorded;
        if (id >= 0) {
            String name = threads.stream()
                    .filter(thread -> thread.id() == id)
                    .map(Live::name)
                    .findFirst()
                    .orElse("thread " + number);
            return new Known(id, name, recorded == id || recorded == CudaLibrary.NEVER_TOLD);
        }
        String name = nameOf(tasks.resolve(Long.toString(number)));
        if (recorded == CudaLibrary.NO_JAVA_THREAD) {
            return nativeThread(number, name);
        }
        List<Live> called =
                threads.stream().filter(thread -> isCalled(thread.name(), name)).toList();
        if (!name.isEmpty() && called.size() == 1 && isOnlyOne(name)) {
            return new Known(called.get(0).id(), called.get(0).name());
        }
        return nativeThread(number, name);
    }

    private static Known nativeThread(long number, String name) {
        return new Known(FIRST_NATIVE + number, name.isEmpty() ? "thread " + number : name);
    }

    /** True if Linux may have this name for a Java thread: its first bytes or, with some JDKs, both ends. */
    static boolean isCalled(String thread, String name) {
        byte[] bytes = thread.getBytes(StandardCharsets.UTF_8);
        if (bytes.length <= LONGEST) {
            return thread.equals(name);
        }
        String start = new String(Arrays.copyOf(bytes, LONGEST), StandardCharsets.UTF_8);
        String ends = new String(Arrays.copyOf(bytes, HEAD), StandardCharsets.UTF_8) + ".."
                + new String(Arrays.copyOfRange(bytes, bytes.length - TAIL, bytes.length), StandardCharsets.UTF_8);
        return name.equals(start) || name.equals(ends);
    }

    private boolean isOnlyOne(String name) {
        int found = 0;
        try (DirectoryStream<Path> all = Files.newDirectoryStream(tasks)) {
            for (Path task : all) {
                found += nameOf(task).equals(name) ? 1 : 0;
            }
        } catch (IOException | DirectoryIteratorException e) {
            return false;
        }
        return found == 1;
    }

    /** Returns the name of a thread; empty if it cannot be read because the thread has ended. */
    private static String nameOf(Path task) {
        try {
            return new String(Files.readAllBytes(task.resolve("comm")), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            return "";
        }
    }

    @SuppressWarnings("deprecation") // threadId(), its replacement, requires JDK 19.
    private static List<Live> liveThreads() {
        ThreadGroup root = Thread.currentThread().getThreadGroup();
        for (ThreadGroup parent = root.getParent(); parent != null; parent = root.getParent()) {
            root = parent;
        }
        Thread[] threads = new Thread[2 * root.activeCount() + 16];
        int count = root.enumerate(threads);
        return Arrays.stream(threads, 0, count)
                .map(thread -> new Live(thread.getId(), thread.getName()))
                .toList();
    }
}
