package io.stepprofiler.capture.client;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.stepprofiler.trace.OneLine;
import java.io.IOException;
import java.util.Map;

/** A call of a {@link CaptureClient} that failed: its message is a sentence for people. */
public final class CaptureClientException extends IOException {
    private static final long serialVersionUID = 1;

    /** Why calls fail. */
    public enum Kind {
        /** Nobody answers at the address, or the server ends. */
        UNREACHABLE,
        /** The token is missing or wrong, or the certificates do not fit. */
        DENIED,
        /** Somebody else captures, or the running profile leaves no room. */
        BUSY,
        /** The first step that was asked for has passed already. */
        PASSED,
        /** A value is not allowed. */
        NOT_ALLOWED,
        /** The job cannot do it as it runs now. */
        NOT_NOW,
        /** The answer did not come in time. */
        TOO_LATE,
        /** What was sent is not what came. */
        DAMAGED,
        /** Whatever is there is no server of Step Profiler, or one of another version. */
        NOT_UNDERSTOOD,
        /** Anything else; the capture failed. */
        FAILED
    }

    private static final Map<Status.Code, Kind> KINDS = Map.ofEntries(
            Map.entry(Status.Code.UNAVAILABLE, Kind.UNREACHABLE),
            Map.entry(Status.Code.UNAUTHENTICATED, Kind.DENIED),
            Map.entry(Status.Code.PERMISSION_DENIED, Kind.DENIED),
            Map.entry(Status.Code.RESOURCE_EXHAUSTED, Kind.BUSY),
            Map.entry(Status.Code.OUT_OF_RANGE, Kind.PASSED),
            Map.entry(Status.Code.INVALID_ARGUMENT, Kind.NOT_ALLOWED),
            Map.entry(Status.Code.FAILED_PRECONDITION, Kind.NOT_NOW),
            Map.entry(Status.Code.DEADLINE_EXCEEDED, Kind.TOO_LATE),
            Map.entry(Status.Code.UNIMPLEMENTED, Kind.NOT_UNDERSTOOD));

    /** What OkHttp says of a connection that was there. */
    private static final String ENDED = "End of stream or IOException";

    private final Kind kind;

    CaptureClientException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    private CaptureClientException(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    /** The failure of a call to a server that was spoken to so, and has answered before, or not. */
    static CaptureClientException of(
            StatusRuntimeException failed, String address, ClientOptions options, boolean hasAnswered) {
        Status status = failed.getStatus();
        Kind kind = isOfTransport(status) ? Kind.UNREACHABLE : KINDS.getOrDefault(status.getCode(), Kind.FAILED);
        String said = status.getDescription() == null ? "" : OneLine.of(status.getDescription());
        return new CaptureClientException(
                kind, address + ": " + sentence(kind, said, status, options, hasAnswered), failed);
    }

    /**
     * Whether nothing that was sent was HTTP/2: what a server with TLS says to a client without it is now and then taken
     * for a frame, and now and then not heard. No answer of a server has a cause.
     */
    private static boolean isOfTransport(Status status) {
        return status.getCode() == Status.Code.INTERNAL && status.getCause() != null;
    }

    private static String sentence(Kind kind, String said, Status status, ClientOptions options, boolean hasAnswered) {
        if (isOfTransport(status)) {
            return "what answers there is no server of gRPC, or " + refusal(options) + behind(cause(status, said));
        }
        return switch (kind) {
            case UNREACHABLE ->
                said.equals(ENDED)
                        ? "the connection ended, as it does where the program dies"
                                + (hasAnswered ? "" : ", or where " + refusal(options))
                        : "no server answers" + behind(cause(status, said));
            case DENIED ->
                (options.token().isPresent()
                                ? "the server wants another token"
                                : "the server wants a token: run stepprof as the user of its process, where that runs,"
                                        + " or give a copy of the token (--token-file)")
                        + behind(said);
            // The client's own side tells nanoseconds of its inner works.
            case TOO_LATE -> "no answer came in time" + (said.contains("deadline") ? "" : behind(said));
            case NOT_UNDERSTOOD -> "the server there does not know this call; is it one of Step Profiler?";
            default -> said.isEmpty() ? "the call failed (" + status.getCode() + ")" : said;
        };
    }

    /** Why a server would end a connection before it answers: what it wants of clients that is not given. */
    private static String refusal(ClientOptions options) {
        return options.certificate().isPresent()
                ? "the server wants a certificate of its clients"
                : "the server wants TLS and its certificate is not given";
    }

    private static String cause(Status status, String said) {
        Throwable root = status.getCause();
        while (root != null && root.getCause() != null) {
            root = root.getCause();
        }
        return root == null || root.getMessage() == null ? said : OneLine.of(root.getMessage());
    }

    private static String behind(String more) {
        return more.isEmpty() ? "" : " (" + more + ")";
    }

    /** {@return why it failed} */
    public Kind kind() {
        return kind;
    }
}
