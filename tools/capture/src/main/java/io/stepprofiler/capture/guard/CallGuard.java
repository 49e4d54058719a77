package io.stepprofiler.capture.guard;

import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Refuses calls without the token, and ends calls whose message does not come. An exception of a service goes to the log,
 * not to the client.
 */
public final class CallGuard implements ServerInterceptor {
    private static final System.Logger LOG = System.getLogger(CallGuard.class.getName());
    static final Metadata.Key<String> AUTHORIZATION =
            Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

    private final @Nullable Token token;
    private final ScheduledExecutorService timer;
    private final Duration requestTime;

    /**
     * A guard of all calls of a server.
     *
     * @param token of each call; null if none is needed
     * @param timer of the server
     * @param requestTime longest time until a call has sent its message
     */
    public CallGuard(@Nullable Token token, ScheduledExecutorService timer, Duration requestTime) {
        this.token = token;
        this.timer = timer;
        this.requestTime = requestTime;
    }

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
        if (token != null && !token.isIn(headers.get(AUTHORIZATION))) {
            call.close(
                    Status.UNAUTHENTICATED.withDescription(
                            "This server wants its token, in the metadata as \"authorization: Bearer TOKEN\"."),
                    new Metadata());
            return new ServerCall.Listener<>() {};
        }
        Context context = Context.current().withValue(Caller.ADDRESS, Caller.address(call.getAttributes()));
        return new Guarded<>(Contexts.interceptCall(context, call, headers, next), call);
    }

    /** Messages of a client, one of which begins the work of the service. */
    private final class Guarded<Q> extends SimpleForwardingServerCallListener<Q> {
        private final ServerCall<Q, ?> call;
        private final AtomicBoolean waits = new AtomicBoolean(true);
        private final Future<?> timeout;

        Guarded(ServerCall.Listener<Q> listener, ServerCall<Q, ?> call) {
            super(listener);
            this.call = call;
            timeout = timer.schedule(this::giveUp, requestTime.toNanos(), TimeUnit.NANOSECONDS);
        }

        private void giveUp() {
            if (waits.getAndSet(false)) {
                closeOnce(Status.DEADLINE_EXCEEDED.withDescription("No message came in " + requestTime));
            }
        }

        @Override
        public void onHalfClose() {
            timeout.cancel(false);
            if (!waits.getAndSet(false)) {
                return;
            }
            try {
                super.onHalfClose();
            } catch (RuntimeException e) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "A call of " + call.getMethodDescriptor().getFullMethodName() + " failed",
                        e);
                closeOnce(Status.INTERNAL.withDescription("The server failed; its log says how."));
            }
        }

        private void closeOnce(Status status) {
            try {
                call.close(status, new Metadata());
            } catch (IllegalStateException e) {
                // It had answered before.
            }
        }

        @Override
        public void onCancel() {
            timeout.cancel(false);
            super.onCancel();
        }
    }
}
