package io.stepprofiler.benchmarks.training;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A process that floods a server whenever a line of its input is {@link #ON}, and itself in the same way, by a listener
 * that does nothing with what comes, when one is {@link #ELSEWHERE}: the machine has about the same to do, the server
 * nothing. It answers each line. Its arguments are the port and the name of a {@link Kind}.
 */
public final class Flood {
    static final String ON = "on";
    static final String ELSEWHERE = "elsewhere";
    static final String OFF = "off";

    private static final InetAddress HERE = InetAddress.getLoopbackAddress();
    private static final int ATTACKERS = 32;
    private static final int WAIT_MILLIS = 1000;

    /** What clients do. */
    enum Kind {
        /** A thousand connections that say nothing, and each that is closed at once again. */
        CONNECTIONS,
        /** As many calls on as many connections as the server allows, each as fast as it allows, and no faster. */
        CALLS,
        /** Calls as fast as can be on connections that are made anew when they are closed. */
        CALLS_WITHOUT_END,
        /** Frames without contents, as many as the server allows, and no more. */
        FRAMES
    }

    private static final int MOST_CONNECTIONS = 1000;
    private static final int CALLS_A_SECOND = 95;
    private static final int FRAMES_A_SECOND = 45_000;

    private final Kind kind;
    private final int port;
    private final AtomicLong sent = new AtomicLong();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile boolean over;

    private Flood(Kind kind, int port) {
        this.kind = kind;
        this.port = port;
    }

    /** Floods as it is told. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        int port = Integer.parseInt(arguments[0]);
        Kind kind = Kind.valueOf(arguments[1].toUpperCase(Locale.ROOT));
        int decoy = Decoy.listen(HERE, ATTACKERS);
        BufferedReader told = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        String line;
        while ((line = told.readLine()) != null) {
            Flood flood = new Flood(kind, line.equals(ON) ? port : decoy);
            List<Thread> attackers = flood.begin();
            System.out.println(line);
            told.readLine();
            flood.end(attackers);
            System.out.println(flood.sent);
        }
    }

    private List<Thread> begin() {
        List<Thread> attackers = new ArrayList<>();
        for (int i = 0; i < (kind == Kind.CONNECTIONS ? 1 : ATTACKERS); i++) {
            Thread attacker = new Thread(this::attack, "attacker");
            attacker.setDaemon(true);
            attacker.start();
            attackers.add(attacker);
        }
        return attackers;
    }

    private void end(List<Thread> attackers) throws InterruptedException {
        over = true;
        // Who writes more than is read waits.
        open.forEach(this::close);
        for (Thread each : attackers) {
            each.join();
        }
    }

    private void attack() {
        if (kind == Kind.CONNECTIONS) {
            connect();
        }
        while (!over) {
            try {
                Socket socket = socket();
                try (socket) {
                    talk(socket);
                } finally {
                    open.remove(socket);
                }
            } catch (IOException e) {
                pause(1);
            }
        }
    }

    /** As many as may be open at a time, the oldest of them made anew. */
    private void connect() {
        Deque<Socket> kept = new ArrayDeque<>();
        while (!over) {
            try {
                if (kept.size() == MOST_CONNECTIONS) {
                    close(kept.remove());
                }
                kept.add(socket());
                sent.incrementAndGet();
            } catch (IOException e) {
                pause(1);
            }
        }
    }

    private void close(Socket socket) {
        open.remove(socket);
        try {
            socket.close();
        } catch (IOException e) {
            // It is closed.
        }
    }

    private Socket socket() throws IOException {
        Socket socket = new Socket();
        open.add(socket);
        socket.connect(new InetSocketAddress(HERE, port), WAIT_MILLIS);
        return socket;
    }

    private void talk(Socket socket) throws IOException {
        socket.getOutputStream().write(FloodFrames.preface());
        socket.setSoTimeout(1);
        int rate = kind == Kind.FRAMES ? FRAMES_A_SECOND : CALLS_A_SECOND;
        long began = System.nanoTime();
        int stream = 1;
        for (long count = 0; !over; count++) {
            // Ten times a second as many as are allowed by then: what comes at once is read at once.
            if (kind != Kind.CALLS_WITHOUT_END && count % (rate / 10) == 0) {
                long due = began + count * TimeUnit.SECONDS.toNanos(1) / rate;
                pause(Math.max(0, TimeUnit.NANOSECONDS.toMillis(due - System.nanoTime())));
                drain(socket.getInputStream());
            }
            socket.getOutputStream().write(kind == Kind.FRAMES ? FloodFrames.empty() : FloodFrames.call(stream));
            stream += 2;
            sent.incrementAndGet();
        }
    }

    private static void drain(InputStream in) throws IOException {
        byte[] answer = new byte[1 << 16];
        while (in.available() > 0) {
            if (in.read(answer) < 0) {
                throw new IOException("closed");
            }
        }
    }

    private static void pause(long millis) {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
