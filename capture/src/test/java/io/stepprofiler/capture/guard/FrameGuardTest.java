package io.stepprofiler.capture.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FrameGuardTest {
    private static final FrameLimits LIMITS = new FrameLimits(1024, 5, 4, Duration.ofMinutes(1));

    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final Pace pace = FrameWork.pace(() -> 0);
    private final Connections connections = new Connections(LIMITS, timer, pace);
    private ServerSocket listening;
    private Socket client;
    private Connection connection;

    @BeforeEach
    void connect() throws IOException {
        listening = new ServerSocket(0);
        client = new Socket(listening.getInetAddress(), listening.getLocalPort());
        Socket accepted = listening.accept();
        connection = connections.add(accepted, accepted);
    }

    @AfterEach
    void close() throws IOException {
        client.close();
        connection.close();
        listening.close();
        timer.shutdownNow();
    }

    @Test
    void frames_ofAnOrdinaryClient_arriveUnchanged() throws IOException {
        Random random = new Random(1);
        Frames frames = Frames.connection();
        for (int call = 0; call < 5; call++) {
            frames.frame(Frames.HEADERS, 0, 1 + 2 * call, new byte[random.nextInt(500)])
                    .frame(Frames.CONTINUATION, Frames.END_HEADERS, 1 + 2 * call, new byte[random.nextInt(500)]);
            byte[] data = new byte[random.nextInt(1 << 14)];
            random.nextBytes(data);
            frames.frame(Frames.DATA, 1, 1 + 2 * call, data).frame(Frames.PING, 0, 0, new byte[8]);
        }

        assertThat(read(frames.bytes(), random)).isEqualTo(frames.bytes());
        assertThat(connections.refused()).isZero();
    }

    static Stream<Arguments> hostile() {
        byte[] none = {};
        return Stream.of(
                Arguments.of("another protocol", "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII)),
                Arguments.of(
                        "a frame longer than allowed",
                        Frames.connection()
                                .frame(Frames.DATA, 0, 1, new byte[(1 << 14) + 1])
                                .bytes()),
                Arguments.of(
                        "long headers",
                        Frames.connection()
                                .frame(Frames.HEADERS, Frames.END_HEADERS, 1, new byte[1025])
                                .bytes()),
                Arguments.of(
                        "headers that go on",
                        Frames.connection()
                                .frame(Frames.HEADERS, 0, 1, new byte[100])
                                .frames(10, Frames.CONTINUATION, 0, 1, new byte[100])
                                .bytes()),
                Arguments.of(
                        "headers that go on without bytes",
                        Frames.connection()
                                .frame(Frames.HEADERS, 0, 1, none)
                                .frames(200, Frames.CONTINUATION, 0, 1, none)
                                .bytes()),
                Arguments.of(
                        "more calls than allowed",
                        Frames.connection()
                                .frames(6, Frames.HEADERS, Frames.END_HEADERS, 1, none)
                                .bytes()),
                Arguments.of(
                        "more resets than allowed",
                        Frames.connection()
                                .frames(6, Frames.RST_STREAM, 0, 1, new byte[4])
                                .bytes()));
    }

    @Test
    void frames_withoutEnd_areReadAtThePaceOfAllConnections() throws IOException {
        byte[] sent = Frames.connection()
                .frames(FrameWork.AT_ONCE, Frames.SETTINGS, 0, 0, new byte[0])
                .bytes();

        assertThat(read(sent, new Random(3))).isEqualTo(sent);

        // The settings that a connection begins with are one frame more than may come at once.
        assertThat(pace.ask(0)).isEqualTo(1_000_000_000L / FrameWork.PER_SECOND);
        assertThat(connections.refused()).isZero();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("hostile")
    void connection_thatDoesWhatNoClientNeeds_isClosed(String what, byte[] sent) throws IOException {
        assertThat(read(sent, new Random(2))).hasSizeLessThan(sent.length);
        assertThat(connections.refused()).isOne();
        assertThat(connection.isClosed()).isTrue();
        assertThat(connections.count()).isZero();
    }

    /** Reads by pieces of any length, as they come from a network. */
    private byte[] read(byte[] sent, Random random) throws IOException {
        ByteArrayOutputStream arrived = new ByteArrayOutputStream();
        try (InputStream in = new FrameGuard(new ByteArrayInputStream(sent), LIMITS, connection)) {
            byte[] piece = new byte[5000];
            int count;
            while ((count = in.read(piece, 0, 1 + random.nextInt(piece.length))) >= 0) {
                arrived.write(piece, 0, count);
            }
        }
        return arrived.toByteArray();
    }
}
