package io.stepprofiler.capture.service;

import io.grpc.stub.ServerCallStreamObserver;
import io.stepprofiler.capture.proto.v1.CaptureEvent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A client that takes messages when it is told to. */
final class SlowCall extends ServerCallStreamObserver<CaptureEvent> {
    final List<CaptureEvent> got = new ArrayList<>();
    private Runnable onReady = () -> {};
    private Runnable onCancel = () -> {};
    private int wanted;
    boolean completed;
    volatile @Nullable Throwable error;

    void take(int messages) {
        wanted = messages;
        onReady.run();
        wanted = 0;
    }

    void leave() {
        onCancel.run();
    }

    @Override
    public boolean isReady() {
        return wanted > 0;
    }

    @Override
    public void onNext(CaptureEvent event) {
        wanted--;
        got.add(event);
    }

    @Override
    public void onCompleted() {
        completed = true;
    }

    @Override
    public void onError(Throwable thrown) {
        error = thrown;
    }

    @Override
    public void setOnReadyHandler(Runnable handler) {
        onReady = handler;
    }

    @Override
    public void setOnCancelHandler(Runnable handler) {
        onCancel = handler;
    }

    @Override
    public boolean isCancelled() {
        return false;
    }

    @Override
    public void setCompression(String compression) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void setMessageCompression(boolean enable) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void disableAutoInboundFlowControl() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void request(int count) {
        throw new UnsupportedOperationException();
    }
}
