package io.stepprofiler.capture.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grpc.Attributes;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.Status;
import io.stepprofiler.capture.proto.tensorflow.ProfilerServiceGrpc;
import io.stepprofiler.capture.proto.tensorflow.TerminateRequest;
import io.stepprofiler.capture.proto.tensorflow.TerminateResponse;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of the connection of a call that has been answered. */
class CallGuardTest {
    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1);
    private final Connections connections = new Connections(new FrameLimits(1024, 5, 4, Duration.ofMinutes(1)), timer);
    private ServerSocket listening;
    private Socket client;

    @BeforeEach
    void connect() throws Exception {
        timer.setRemoveOnCancelPolicy(true);
        listening = new ServerSocket(0);
        client = new Socket(listening.getInetAddress(), listening.getLocalPort());
        Socket accepted = listening.accept();
        connections.add(accepted, accepted);
    }

    @AfterEach
    void close() throws Exception {
        client.close();
        listening.close();
        timer.shutdownNow();
    }

    /** Answers a call at once; answers what hears of its end. */
    private ServerCall.Listener<TerminateRequest> answered(Duration replyTime) {
        CallGuard guard = new CallGuard(null, connections, timer, Duration.ofMinutes(1), replyTime);
        ServerCall.Listener<TerminateRequest> heard = guard.interceptCall(
                new Call(client.getLocalSocketAddress()),
                new Metadata(),
                (answered, headers) -> new ServerCall.Listener<TerminateRequest>() {
                    @Override
                    public void onHalfClose() {
                        answered.close(Status.OK, new Metadata());
                    }
                });
        heard.onHalfClose();
        return heard;
    }

    private static final class Call extends ServerCall<TerminateRequest, TerminateResponse> {
        private final SocketAddress from;

        Call(SocketAddress from) {
            this.from = from;
        }

        @Override
        public Attributes getAttributes() {
            return Attributes.newBuilder()
                    .set(Grpc.TRANSPORT_ATTR_REMOTE_ADDR, from)
                    .build();
        }

        @Override
        public MethodDescriptor<TerminateRequest, TerminateResponse> getMethodDescriptor() {
            return ProfilerServiceGrpc.getTerminateMethod();
        }

        @Override
        public void request(int count) {
            // Nothing comes.
        }

        @Override
        public void sendHeaders(Metadata headers) {
            // To nobody.
        }

        @Override
        public void sendMessage(TerminateResponse message) {
            // To nobody.
        }

        @Override
        public void close(Status status, Metadata trailers) {
            // To nobody.
        }

        @Override
        public boolean isCancelled() {
            return false;
        }
    }

    @Test
    void reply_thatIsNotTaken_endsItsConnection() throws Exception {
        answered(Duration.ofMillis(50));

        assertThat(client.getInputStream().read()).isNegative();
        await().until(() -> connections.count() == 0);
        assertThat(connections.refused()).isOne();
    }

    @Test
    void reply_thatIsTaken_endsNothing() {
        answered(Duration.ofMinutes(1)).onComplete();

        assertThat(timer.getQueue()).isEmpty();
        assertThat(connections.count()).isOne();
    }
}
