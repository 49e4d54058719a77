package io.stepprofiler.capture.client;

import com.google.protobuf.ByteString;
import io.grpc.InsecureServerCredentials;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.okhttp.OkHttpServerBuilder;
import io.grpc.stub.StreamObserver;
import io.stepprofiler.capture.proto.v1.CaptureServiceGrpc.CaptureServiceImplBase;
import io.stepprofiler.capture.proto.v1.FetchTraceRequest;
import io.stepprofiler.capture.proto.v1.Figures;
import io.stepprofiler.capture.proto.v1.FileHead;
import io.stepprofiler.capture.proto.v1.FilePart;
import io.stepprofiler.capture.proto.v1.WatchRequest;
import java.io.IOException;
import java.util.function.Consumer;

/** A server that sends what a test says, also what no good server would. */
final class FakeServer extends CaptureServiceImplBase implements AutoCloseable {
    private final Server server;
    private final Consumer<StreamObserver<FilePart>> fetched;

    FakeServer(Consumer<StreamObserver<FilePart>> fetched) throws IOException {
        this.fetched = fetched;
        server = OkHttpServerBuilder.forPort(0, InsecureServerCredentials.create())
                .addService(this)
                .build()
                .start();
    }

    static FilePart head(long bytes, byte[] sha256) {
        return FilePart.newBuilder()
                .setHead(FileHead.newBuilder().setBytes(bytes).setSha256(ByteString.copyFrom(sha256)))
                .build();
    }

    static FilePart chunk(String text) {
        return FilePart.newBuilder().setChunk(ByteString.copyFromUtf8(text)).build();
    }

    @Override
    public void fetchTrace(FetchTraceRequest request, StreamObserver<FilePart> call) {
        fetched.accept(call);
    }

    /** One look, and then what a client sees of a process that dies. */
    @Override
    public void watch(WatchRequest request, StreamObserver<Figures> call) {
        call.onNext(Figures.getDefaultInstance());
        call.onError(Status.UNAVAILABLE
                .withDescription("End of stream or IOException")
                .asRuntimeException());
    }

    CaptureClient client() throws IOException {
        return CaptureClient.connect("127.0.0.1", server.getPort(), ClientOptions.DEFAULT);
    }

    @Override
    public void close() {
        server.shutdownNow();
    }
}
