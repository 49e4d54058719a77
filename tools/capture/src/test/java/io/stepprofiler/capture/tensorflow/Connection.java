package io.stepprofiler.capture.tensorflow;

import io.grpc.ChannelCredentials;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.okhttp.OkHttpChannelBuilder;
import io.stepprofiler.capture.ProfilerServer;
import io.stepprofiler.capture.proto.tensorflow.ProfilerServiceGrpc;
import io.stepprofiler.capture.proto.tensorflow.ProfilerServiceGrpc.ProfilerServiceBlockingStub;
import io.stepprofiler.capture.proto.tensorflow.TerminateRequest;
import java.util.concurrent.TimeUnit;

/** A client's connection to a server of this process. */
public record Connection(ManagedChannel channel) implements AutoCloseable {
    /** Connects without TLS. */
    public static Connection to(ProfilerServer server) {
        return to("127.0.0.1", server, InsecureChannelCredentials.create());
    }

    public static Connection to(String host, ProfilerServer server, ChannelCredentials credentials) {
        return new Connection(OkHttpChannelBuilder.forAddress(host, server.port(), credentials)
                .build());
    }

    /** Calls of TensorFlow's service, which may take some seconds. */
    public ProfilerServiceBlockingStub stub() {
        return ProfilerServiceGrpc.newBlockingStub(channel).withDeadlineAfter(30, TimeUnit.SECONDS);
    }

    /** How a call ends. */
    public static Status.Code codeOf(Runnable call) {
        try {
            call.run();
            return Status.Code.OK;
        } catch (StatusRuntimeException e) {
            return e.getStatus().getCode();
        }
    }

    /** How the end of a session is answered that there is not: NOT_FOUND by a server that listens to its clients. */
    public static Status.Code codeOf(String host, ProfilerServer server, ChannelCredentials credentials) {
        try (Connection connection = to(host, server, credentials)) {
            return codeOf(() -> connection.stub().terminate(TerminateRequest.getDefaultInstance()));
        }
    }

    @Override
    public void close() {
        channel.shutdownNow();
        try {
            channel.awaitTermination(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
