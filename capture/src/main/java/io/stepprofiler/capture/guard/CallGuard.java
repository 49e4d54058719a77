package io.stepprofiler.capture.guard;

import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;

/**
 * Lets calls through that bring the token, and soon the message that belongs to them.
 *
 * <p>A call that never sends its message, and a reply that nobody takes, end with their connection. What a service
 * throws is told to the log, not to the client.
 */
public final class CallGuard implements ServerInterceptor {
    private static final System.Logger LOG = System.getLogger(CallGuard.class.getName());
    static final Metadata.Key<String> AUTHORIZATION =
            Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

    /** How long a client may take what is left of a reply when the server has said everything. */
    private static final Duration REPLY_TIME = Duration.ofMinutes(2);

    private final @Nullable Token token;
    private final Connections connections;
    private final ScheduledExecutorService timer;
    private final Duration requestTime;
    private final Duration replyTime;

    /**
     * A guard of all calls of a server.
     *
     * @param token that they bring; null if they need none
     * @param connections of the server
     * @param timer of the server
     * @param requestTime within which a call has sent its message
     */
    public CallGuard(
            @Nullable Token token, Connections connections, ScheduledExecutorService timer, Duration requestTime) {
        this(token, connections, timer, requestTime, REPLY_TIME);
    }

    CallGuard(
            @Nullable Token token,
            Connections connections,
            ScheduledExecutorService timer,
            Duration requestTime,
            Duration replyTime) {
        this.replyTime = replyTime;
        this.token = token;
        this.connections = connections;
        this.timer = timer;
        this.requestTime = requestTime;
    }

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
        SocketAddress caller = Caller.address(call.getAttributes());
        if (token != null && !token.isIn(headers.get(AUTHORIZATION))) {
            call.close(
                    Status.UNAUTHENTICATED.withDescription(
                            "This server wants its token, in the metadata as \"authorization: Bearer TOKEN\"."),
                    new Metadata());
            connections.countWrongToken(caller);
            return new ServerCall.Listener<>() {};
        }
        connections.callBegan(caller);
        Patience patience = new Patience(timer);
        patience.expect(
                requestTime, () -> connections.end(caller, "a call that did not send its message in " + requestTime));
        ServerCall<Q, A> answered = new SimpleForwardingServerCall<>(call) {
            @Override
            public void close(Status status, Metadata trailers) {
                patience.expect(replyTime, () -> connections.end(caller, "a reply that was not taken in " + replyTime));
                super.close(status, trailers);
            }
        };
        Context context = Context.current().withValue(Caller.ADDRESS, caller);
        return new Heard<>(
                Contexts.interceptCall(context, answered, headers, next),
                answered,
                () -> {
                    patience.end();
                    connections.callEnded(caller);
                },
                patience);
    }

    /** What a client sends, watched. */
    private static final class Heard<Q> extends SimpleForwardingServerCallListener<Q> {
        private final ServerCall<Q, ?> call;
        private final Runnable whenOver;
        private final Patience patience;

        Heard(ServerCall.Listener<Q> listener, ServerCall<Q, ?> call, Runnable whenOver, Patience patience) {
            super(listener);
            this.call = call;
            this.whenOver = whenOver;
            this.patience = patience;
        }

        /** Where a service that takes one message is called. */
        @Override
        public void onHalfClose() {
            patience.end();
            try {
                super.onHalfClose();
            } catch (RuntimeException e) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "A call of " + call.getMethodDescriptor().getFullMethodName() + " failed",
                        e);
                closeOnce();
            }
        }

        private void closeOnce() {
            try {
                call.close(Status.INTERNAL.withDescription("The server failed; its log says how."), new Metadata());
            } catch (IllegalStateException e) {
                // It had answered before.
            }
        }

        @Override
        public void onCancel() {
            whenOver.run();
            super.onCancel();
        }

        @Override
        public void onComplete() {
            whenOver.run();
            super.onComplete();
        }
    }
}
