package io.stepprofiler.capture.guard;

import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.stepprofiler.text.OneLine;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Rejects calls without the token, and ends calls whose message does not arrive in time. An exception of a service is
 * logged, the first in one line, and not sent to the client.
 */
public final class CallGuard implements ServerInterceptor {
    private static final System.Logger LOG = System.getLogger(CallGuard.class.getName());
    static final Metadata.Key<String> AUTHORIZATION =
            Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

    private final AtomicBoolean hasFailed = new AtomicBoolean();
    private final @Nullable Token token;
    private final ScheduledExecutorService timer;
    private final Duration requestTime;

    /**
     * Creates a guard of all calls of a server.
     *
     * @param token required token; null if none is required
     * @param timer timer of the server
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
                            "This server requires its token, in the metadata as \"authorization: Bearer TOKEN\"."),
                    new Metadata());
            return new ServerCall.Listener<>() {};
        }
        Context context = Context.current().withValue(Caller.ADDRESS, Caller.address(call.getAttributes()));
        return new Guarded<>(Contexts.interceptCall(context, call, headers, next), call);
    }

    /** Listener that ends a call unless its message arrives in time. */
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
                closeOnce(Status.DEADLINE_EXCEEDED.withDescription("No message arrived in " + requestTime));
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
                String failed = "A call of " + call.getMethodDescriptor().getFullMethodName() + " failed";
                LOG.log(hasFailed.getAndSet(true) ? Level.DEBUG : Level.WARNING, OneLine.of(failed, e));
                LOG.log(Level.DEBUG, failed, e);
                closeOnce(Status.INTERNAL.withDescription("The server failed; see its log."));
            }
        }

        private void closeOnce(Status status) {
            try {
                call.close(status, new Metadata());
            } catch (IllegalStateException e) {
                // The call is closed already.
            }
        }

        @Override
        public void onCancel() {
            timeout.cancel(false);
            super.onCancel();
        }
    }
}
