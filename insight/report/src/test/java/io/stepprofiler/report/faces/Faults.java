package io.stepprofiler.report.faces;

import static io.stepprofiler.report.faces.SmallLoop.LONG_MILLIS;

import io.stepprofiler.DataLoader;
import io.stepprofiler.Label;
import io.stepprofiler.Scope;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Real faults, each so gross that a busy machine does not change what is found. */
@SuppressWarnings("try") // javac -Xlint:try does not know that a scope is used by being open.
final class Faults implements AutoCloseable {
    private static final Label SMALL = Label.of("small");
    private static final int CLASSES = 400;
    private static final int SMALL_OPERATIONS = 5_000;

    private final ExecutorService others = Executors.newFixedThreadPool(2, task -> {
        Thread thread = new Thread(task, "other");
        thread.setDaemon(true);
        return thread;
    });
    private final List<Object> live = new ArrayList<>();
    private ServerSocket server;
    private Socket client;

    /** Written so that nothing is made in vain. */
    @SuppressWarnings("UnusedVariable")
    private volatile Object garbage;

    /** The step gets its data by some call. */
    static void loading(SmallLoop.Fault call, int step) throws Exception {
        try (Scope ignored = DataLoader.open("Batches")) {
            call.happen(step);
        }
    }

    static void sleep(int step) throws InterruptedException {
        Thread.sleep(LONG_MILLIS);
    }

    void waitForOthers(int step) throws Exception {
        others.submit(() -> {
                    sleep(step);
                    return step;
                })
                .get();
    }

    /** Reads from a server that takes its time. */
    void read(int step) throws IOException {
        if (client == null) {
            server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
            client = new Socket(server.getInetAddress(), server.getLocalPort());
            others.execute(this::serve);
        }
        client.getOutputStream().write(1);
        client.getInputStream().read();
    }

    private void serve() {
        try (Socket socket = server.accept()) {
            InputStream in = socket.getInputStream();
            while (in.read() >= 0) {
                sleep(0);
                socket.getOutputStream().write(1);
            }
        } catch (IOException | InterruptedException e) {
            // The test is over.
        }
    }

    /** So much that a collection takes its time. */
    private void fillHeap() {
        for (int i = live.size(); i < 1_500_000; i++) {
            live.add(new long[2]);
        }
    }

    void collect(int step) {
        fillHeap();
        System.gc();
    }

    void allocateHumongous(int step) {
        for (int i = 0; i < 400; i++) {
            garbage = new byte[1_100_000];
        }
    }

    static void loadClasses(int step) throws ReflectiveOperationException {
        for (int i = 0; i < CLASSES; i++) {
            Class.forName(Loaded.class.getName(), true, new OwnLoader());
        }
    }

    /** A class that is loaded again and again. */
    static final class Loaded {
        private Loaded() {}
    }

    /** Loads that class anew. */
    private static final class OwnLoader extends ClassLoader {
        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals(Loaded.class.getName())) {
                return super.loadClass(name, resolve);
            }
            try (InputStream in = Faults.class.getResourceAsStream("Faults$Loaded.class")) {
                byte[] code = in.readAllBytes();
                return defineClass(name, code, 0, code.length);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    void manySmallOperations(int step) {
        for (int i = 0; i < SMALL_OPERATIONS; i++) {
            Scope.end(Scope.begin(SMALL));
            double sum = 0;
            for (int j = 0; j < 1000; j++) {
                sum += Math.sin(j);
            }
            garbage = sum;
        }
    }

    @Override
    public void close() throws IOException {
        others.shutdownNow();
        if (client != null) {
            client.close();
            server.close();
        }
    }
}
