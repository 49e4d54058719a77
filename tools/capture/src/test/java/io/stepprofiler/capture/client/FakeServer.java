package io.stepprofiler.capture.client;

import com.google.protobuf.ByteString;
import io.grpc.InsecureServerCredentials;
import io.grpc.Server;
import io.grpc.okhttp.OkHttpServerBuilder;
import io.grpc.stub.StreamObserver;
import io.stepprofiler.capture.proto.v1.CaptureEvent;
import io.stepprofiler.capture.proto.v1.CaptureServiceGrpc.CaptureServiceImplBase;
import io.stepprofiler.capture.proto.v1.CaptureSpec;
import io.stepprofiler.capture.proto.v1.FileHead;
import io.stepprofiler.capture.proto.v1.FilePart;
import java.io.IOException;
import java.util.function.Consumer;

/** A server that sends what a test says, also what no good server would. */
final class FakeServer extends CaptureServiceImplBase implements AutoCloseable {
    private final Server server;
    private final Consumer<StreamObserver<CaptureEvent>> sent;

    FakeServer(Consumer<StreamObserver<CaptureEvent>> sent) throws IOException {
        this.sent = sent;
        server = OkHttpServerBuilder.forPort(0, InsecureServerCredentials.create())
                .addService(this)
                .build()
                .start();
    }

    static CaptureEvent head(long bytes, byte[] sha256) {
        return part(FilePart.newBuilder()
                .setHead(FileHead.newBuilder().setBytes(bytes).setSha256(ByteString.copyFrom(sha256))));
    }

    static CaptureEvent chunk(String text) {
        return part(FilePart.newBuilder().setChunk(ByteString.copyFromUtf8(text)));
    }

    private static CaptureEvent part(FilePart.Builder part) {
        return CaptureEvent.newBuilder().setFile(part).build();
    }

    @Override
    public void capture(CaptureSpec spec, StreamObserver<CaptureEvent> call) {
        sent.accept(call);
    }

    CaptureClient client() throws IOException {
        return CaptureClient.connect("127.0.0.1", server.getPort(), ClientOptions.DEFAULT);
    }

    @Override
    public void close() {
        server.shutdownNow();
    }
}
