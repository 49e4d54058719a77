package io.stepprofiler.capture.client;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.stepprofiler.text.OneLine;
import java.io.IOException;
import java.util.Map;

/** Failure of a call of a {@link CaptureClient}; its message is a readable sentence. */
public final class CaptureClientException extends IOException {
    private static final long serialVersionUID = 1;

    /** Reasons of failures. */
    public enum Kind {
        /** No server answers at the address, or the server ends. */
        UNREACHABLE,
        /** The token is missing or wrong, or the certificates do not match. */
        DENIED,
        /** Another capture runs, or the running profile leaves no time for one. */
        BUSY,
        /** The requested first step has passed already. */
        PASSED,
        /** A value is not allowed. */
        NOT_ALLOWED,
        /** The current state of the job does not allow the call. */
        NOT_NOW,
        /** The answer did not come in time. */
        TOO_LATE,
        /** The received data differ from the sent data. */
        DAMAGED,
        /** The server is not a Step Profiler server, or has another version. */
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

    /** OkHttp's message for an established connection that ended. */
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

    /**
     * Converts the failure of a call; the text depends on the options and on whether the server has answered before.
     */
    static CaptureClientException of(
            StatusRuntimeException failed, String address, ClientOptions options, boolean hasAnswered) {
        Status status = failed.getStatus();
        Kind kind = isOfTransport(status) ? Kind.UNREACHABLE : KINDS.getOrDefault(status.getCode(), Kind.FAILED);
        String said = status.getDescription() == null ? "" : OneLine.of(status.getDescription());
        return new CaptureClientException(
                kind, address + ": " + sentence(kind, said, status, options, hasAnswered), failed);
    }

    /**
     * True if the other side does not speak HTTP/2, such as a TLS server that answers a client without TLS. Only such
     * failures have a cause; failures sent by a server have none.
     */
    private static boolean isOfTransport(Status status) {
        return status.getCode() == Status.Code.INTERNAL && status.getCause() != null;
    }

    private static String sentence(Kind kind, String said, Status status, ClientOptions options, boolean hasAnswered) {
        if (isOfTransport(status)) {
            return "the other side is not a gRPC server, or " + refusal(options) + behind(cause(status, said));
        }
        return switch (kind) {
            case UNREACHABLE ->
                said.equals(ENDED)
                        ? "the connection ended, as it does if the program dies"
                                + (hasAnswered ? "" : ", or if " + refusal(options))
                        : "no server answers" + behind(cause(status, said));
            case DENIED ->
                (options.token().isPresent()
                                ? "the server requires another token"
                                : "the server requires a token: run stepprof as the user of its process, on its"
                                        + " machine, or give a copy of the token (--token-file)")
                        + behind(said);
            // The local description of a deadline lists internal details in nanoseconds.
            case TOO_LATE -> "no answer came in time" + (said.contains("deadline") ? "" : behind(said));
            case NOT_UNDERSTOOD -> "the server does not know this call; is it a Step Profiler server?";
            default -> said.isEmpty() ? "the call failed (" + status.getCode() + ")" : said;
        };
    }

    /** Likely reason why a server ends a connection before it answers: a required certificate that was not given. */
    private static String refusal(ClientOptions options) {
        return options.certificate().isPresent()
                ? "the server requires client certificates"
                : "the server requires TLS and its certificate is not given";
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

    /** {@return the reason of the failure} */
    public Kind kind() {
        return kind;
    }
}
