package io.stepprofiler.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import io.grpc.InsecureChannelCredentials;
import io.grpc.Status;
import io.stepprofiler.capture.client.ClientOptions;
import io.stepprofiler.capture.ranks.Rank;
import io.stepprofiler.capture.ranks.RankDirectory;
import io.stepprofiler.capture.tensorflow.Connection;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfilerServerTest {
    @Test
    void server_onAnyPort_answersOnBothLoopbackAddresses() throws Exception {
        try (ProfilerServer server = ProfilerServer.start(0)) {
            assertThat(codeOf("127.0.0.1", server)).isEqualTo(Status.Code.NOT_FOUND);
            assertThat(codeOf("localhost", server)).isEqualTo(Status.Code.NOT_FOUND);
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

    @Test
    void register_whileItRuns_isInTheDirectory(@TempDir Path dir) throws Exception {
        Path ranks = dir.resolve("ranks");
        RankDirectory directory = new RankDirectory(ranks);
        try (ProfilerServer server = ProfilerServer.start(ServerOptions.of(0).register(ranks))) {
            assertThat(directory.ranks(ClientOptions.DEFAULT, leftOut -> fail(leftOut)))
                    .containsExactly(new Rank("127.0.0.1", server.port(), ClientOptions.DEFAULT));
        }
        assertThat(ranks).isEmptyDirectory();
    }

    @Test
    void register_whereALinkHasItsName_leavesWhatThatLeadsTo(@TempDir Path dir) throws Exception {
        RankDirectory directory = new RankDirectory(dir);
        directory.register("127.0.0.1", 9012);
        Path file;
        try (Stream<Path> files = Files.list(dir)) {
            file = files.findFirst().orElseThrow();
        }
        Path other = Files.writeString(dir.resolve("other"), "precious");
        Files.delete(file);
        Files.createSymbolicLink(file, other);
        directory.register("127.0.0.1", 9013);
        assertThat(other).hasContent("precious");
        assertThat(directory.ranks(ClientOptions.DEFAULT, leftOut -> fail(leftOut)))
                .singleElement()
                .satisfies(rank -> assertThat(rank.port()).isEqualTo(9013));
    }

    @Test
    void register_whereNothingCanBeWritten_leavesNoServer(@TempDir Path dir) throws Exception {
        Path file = Files.writeString(dir.resolve("file"), "");
        assertThatThrownBy(() -> ProfilerServer.start(ServerOptions.of(0).register(file)))
                .isInstanceOf(IOException.class);
        assertThat(ProfilerServer.running()).isEmpty();
        ProfilerServer.start(0).close();
    }

    private static Status.Code codeOf(String host, ProfilerServer server) {
        return Connection.codeOf(host, server, InsecureChannelCredentials.create());
    }
}
