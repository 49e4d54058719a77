package io.stepprofiler.benchmarks.training;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;

/** A listener that takes as many connections as a server of ours, and does nothing with what comes. */
final class Decoy {
    private static final int BACKLOG = 1024;

    private final ServerSocket listening;
    private final int most;
    private final AtomicInteger open = new AtomicInteger();

    private Decoy(ServerSocket listening, int most) {
        this.listening = listening;
        this.most = most;
    }

    /** Listens until the process ends, and answers the port. */
    static int listen(InetAddress address, int most) throws IOException {
        Decoy decoy = new Decoy(new ServerSocket(0, BACKLOG, address), most);
        daemon(decoy::accept);
        return decoy.listening.getLocalPort();
    }

    private void accept() throws IOException {
        while (true) {
            Socket socket = listening.accept();
            if (open.get() == most) {
                socket.close();
            } else {
                open.incrementAndGet();
                daemon(() -> read(socket));
            }
        }
    }

    private void read(Socket socket) throws IOException {
        try (socket) {
            socket.getInputStream().transferTo(OutputStream.nullOutputStream());
        } finally {
            open.decrementAndGet();
        }
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void daemon(Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException e) {
                        // Whoever was connected has gone.
                    }
                },
                "decoy");
        thread.setDaemon(true);
        thread.start();
    }
}
