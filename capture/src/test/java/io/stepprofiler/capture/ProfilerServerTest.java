package io.stepprofiler.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.okhttp.OkHttpChannelBuilder;
import io.stepprofiler.capture.proto.tensorflow.ProfilerServiceGrpc;
import io.stepprofiler.capture.proto.tensorflow.TerminateRequest;
import java.io.IOException;
import java.net.ServerSocket;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ProfilerServerTest {
    @Test
    void server_onAnyPort_answersOnBothLoopbackAddresses() throws Exception {
        try (ProfilerServer server = ProfilerServer.start(0)) {
            assertThat(codeOf("127.0.0.1", server.port())).isEqualTo(Status.Code.NOT_FOUND);
            assertThat(codeOf("localhost", server.port())).isEqualTo(Status.Code.NOT_FOUND);
            assertThat(ProfilerServer.running()).containsSame(server);
        }
        assertThat(ProfilerServer.running()).isEmpty();
    }

    @Test
    void server_whileOneRuns_isRefusedWithItsPort() throws Exception {
        try (ProfilerServer server = ProfilerServer.start(0)) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> ProfilerServer.start(0))
                    .withMessageContaining("port " + server.port());
        }
    }

    @Test
    void port_thatIsTaken_isNamed() throws Exception {
        try (ServerSocket taken = new ServerSocket(0)) {
            assertThatThrownBy(() -> ProfilerServer.start(taken.getLocalPort()))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("port " + taken.getLocalPort());
        }
    }

    @Test
    void host_outsideLoopback_needsToken() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ProfilerServer.start(ServerOptions.of(0).host("0.0.0.0")))
                .withMessageContaining("host = 0.0.0.0")
                .withMessageContaining("tokenFile");
    }

    private static Status.Code codeOf(String host, int port) throws InterruptedException {
        ManagedChannel channel =
                OkHttpChannelBuilder.forAddress(host, port).usePlaintext().build();
        try {
            ProfilerServiceGrpc.newBlockingStub(channel)
                    .withDeadlineAfter(10, TimeUnit.SECONDS)
                    .terminate(TerminateRequest.getDefaultInstance());
            return Status.Code.OK;
        } catch (StatusRuntimeException e) {
            return e.getStatus().getCode();
        } finally {
            channel.shutdownNow().awaitTermination(5, TimeUnit.SECONDS);
        }
    }
}
