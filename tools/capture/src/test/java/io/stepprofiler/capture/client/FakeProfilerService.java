package io.stepprofiler.capture.client;

import io.grpc.InsecureServerCredentials;
import io.grpc.Server;
import io.grpc.StatusException;
import io.grpc.okhttp.OkHttpServerBuilder;
import io.grpc.stub.StreamObserver;
import io.stepprofiler.capture.proto.tensorflow.ProfileRequest;
import io.stepprofiler.capture.proto.tensorflow.ProfileResponse;
import io.stepprofiler.capture.proto.tensorflow.ProfilerServiceGrpc.ProfilerServiceImplBase;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server that others have, with the answers that a test gives it. */
final class FakeProfilerService extends ProfilerServiceImplBase implements AutoCloseable {
    /** What a request is answered with. */
    interface Answer {
        ProfileResponse to(ProfileRequest request) throws StatusException, IOException;
    }

    private final Server server;
    private final Answer answer;
    private final List<ProfileRequest> requests = new CopyOnWriteArrayList<>();

    FakeProfilerService(Answer answer) throws IOException {
        this.answer = answer;
        server = OkHttpServerBuilder.forPort(0, InsecureServerCredentials.create())
                .addService(this)
                .build()
                .start();
    }

    @Override
    public void profile(ProfileRequest request, StreamObserver<ProfileResponse> call) {
        requests.add(request);
        try {
            call.onNext(answer.to(request));
            call.onCompleted();
        } catch (StatusException | IOException e) {
            call.onError(e);
        }
    }

    List<ProfileRequest> requests() {
        return requests;
    }

    int port() {
        return server.getPort();
    }

    @Override
    public void close() {
        server.shutdownNow();
    }
}
