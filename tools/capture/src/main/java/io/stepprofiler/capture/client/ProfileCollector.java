package io.stepprofiler.capture.client;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.MetadataUtils;
import io.stepprofiler.amount.Amount;
import io.stepprofiler.capture.client.CaptureClientException.Kind;
import io.stepprofiler.capture.guard.Token;
import io.stepprofiler.capture.proto.tensorflow.ProfileOptions;
import io.stepprofiler.capture.proto.tensorflow.ProfileRequest;
import io.stepprofiler.capture.proto.tensorflow.ProfileResponse;
import io.stepprofiler.capture.proto.tensorflow.ProfileToolData;
import io.stepprofiler.capture.proto.tensorflow.ProfilerServiceGrpc;
import io.stepprofiler.capture.proto.tensorflow.ProfilerServiceGrpc.ProfilerServiceBlockingStub;
import io.stepprofiler.export.TraceFile;
import io.stepprofiler.text.SafeName;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/**
 * Profiles a program for a time through its {@code tensorflow.ProfilerService}, of JAX, TensorFlow or Step Profiler,
 * like {@code python -m jax.collect_profile}.
 *
 * <pre>{@code
 * CollectedProfile profile = new ProfileCollector("127.0.0.1", 9012, ClientOptions.DEFAULT)
 *         .collect(Duration.ofSeconds(1), Path.of("log"));
 * }</pre>
 *
 * <p>The file is {@code <log directory>/plugins/profile/<session>/<host>_<port>.xplane.pb}, where TensorBoard's plugins
 * look for it; no part of the path comes from the server. The path is part of the request: JAX's own server sends no
 * profile but writes the file itself, so it must run on this machine or share the directory.
 *
 * <p>A reply is held in memory: a reply larger than 1 GiB or a quarter of the heap is rejected, as is one that is not
 * an XSpace. Immutable; safe on any thread.
 */
public final class ProfileCollector {
    private static final int ATTEMPTS = 3;
    private static final int MOST_BYTES = 1 << 30;
    private static final int PARTS_OF_HEAP = 4;
    private static final int MAX_HOST = 200;
    private static final int MAX_EVENTS = 1_000_000;
    /** Time for the server to finish: JAX's takes long for its first profile. */
    private static final Duration MARGIN = Duration.ofMinutes(1);

    private static final Duration LONGEST = Duration.ofDays(1);
    private static final String TOOL = "xplane.pb";

    private final String host;
    private final int port;
    private final ClientOptions options;
    private final String address;
    private final int mostBytes;

    /**
     * Creates a collector for a server, which need not run yet.
     *
     * @param host name or address of the machine
     * @param port port of the server
     * @param options options of the connection; the timeout is ignored, because a call takes as long as the recording
     */
    public ProfileCollector(String host, int port, ClientOptions options) {
        this(host, port, options, (int)
                Math.min(MOST_BYTES, Runtime.getRuntime().maxMemory() / PARTS_OF_HEAP));
    }

    ProfileCollector(String host, int port, ClientOptions options, int mostBytes) {
        this.host = host;
        this.port = port;
        this.options = options;
        this.mostBytes = mostBytes;
        address = Channels.address(host, port);
    }

    /**
     * Starts recording now, and writes the file. An interrupt, or the end of this process, ends the call.
     *
     * @param duration duration in whole milliseconds; 1 ms to a day
     * @param logDirectory directory below which the file is written
     * @return the written profile
     * @throws CaptureClientException if the call fails, or returns no profile
     * @throws IOException if the file cannot be written, or the options name a file that cannot be read
     * @throws IllegalArgumentException if the duration is not allowed
     */
    public CollectedProfile collect(Duration duration, Path logDirectory) throws IOException {
        if (duration.toMillis() < 1 || duration.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "duration = " + duration + " is not allowed: must be 1 ms to " + LONGEST);
        }
        // Before the recording, which would be lost if nothing could be written.
        RunDirectory run = RunDirectory.in(logDirectory.toAbsolutePath(), FileFormat.XPLANE, Instant.now());
        String worker = SafeName.cut(SafeName.of(host), MAX_HOST) + "_" + port;
        Path file = run.path().resolve(worker + FileFormat.XPLANE.ending());
        try {
            ProfileResponse reply = ask(request(duration, run.path(), worker), duration);
            return stored(reply, file);
        } finally {
            run.removeIfEmpty();
        }
    }

    private ProfileRequest request(Duration duration, Path session, String worker) {
        return ProfileRequest.newBuilder()
                .setDurationMs(duration.toMillis())
                .setMaxEvents(MAX_EVENTS)
                .addTools(TOOL)
                .setOpts(ProfileOptions.newBuilder()
                        .setVersion(1)
                        .setDurationMs(duration.toMillis())
                        .setHostTracerLevel(2)
                        .setDeviceTracerLevel(1)
                        .setPythonTracerLevel(1)
                        .setEnableHloProto(true)
                        .setIncludeDatasetOps(true))
                .setRepositoryRoot(String.valueOf(session.getParent()))
                .setSessionId(session.getFileName().toString())
                .setHostName(worker)
                .build();
    }

    private ProfileResponse ask(ProfileRequest request, Duration duration) throws IOException {
        long deadlineMillis = 2 * duration.toMillis() + MARGIN.toMillis();
        ManagedChannel channel = Channels.open(host, port, options, mostBytes);
        try {
            ProfilerServiceBlockingStub stub = ProfilerServiceGrpc.newBlockingStub(channel);
            if (options.token().isPresent()) {
                stub = stub.withInterceptors(MetadataUtils.newAttachHeadersInterceptor(
                        Token.of(options.token().get()).headers()));
            }
            for (int attempt = 1; ; attempt++) {
                ProfileResponse reply = stub.withDeadlineAfter(deadlineMillis, TimeUnit.MILLISECONDS)
                        .profile(request);
                if (!reply.getEmptyTrace()) {
                    return reply;
                }
                if (attempt == ATTEMPTS) {
                    throw new CaptureClientException(
                            Kind.FAILED,
                            address + ": nothing was recorded in " + ATTEMPTS + " attempts: record a longer time");
                }
            }
        } catch (StatusRuntimeException e) {
            throw failure(e);
        } finally {
            channel.shutdownNow();
        }
    }

    private CaptureClientException failure(StatusRuntimeException failed) {
        Status status = failed.getStatus();
        String said = status.getDescription() == null ? "" : status.getDescription();
        if (status.getCode() == Status.Code.UNIMPLEMENTED) {
            return new CaptureClientException(
                    Kind.NOT_UNDERSTOOD,
                    address + ": the server has no tensorflow.ProfilerService, as started by jax.profiler.start_server,"
                            + " tf.profiler.experimental.server.start or Step Profiler's server");
        }
        if (status.getCode() == Status.Code.RESOURCE_EXHAUSTED && said.startsWith("gRPC message exceeds")) {
            return new CaptureClientException(
                    Kind.NOT_ALLOWED,
                    address + ": the profile has more than " + Amount.bytes(mostBytes)
                            + ", the limit of this client: record a shorter time, or use a larger heap (-Xmx)");
        }
        if (status.getCode() == Status.Code.CANCELLED && said.equals("Failed to read message.")) {
            return noProfile("the server answers, but not like a tensorflow.ProfilerService");
        }
        return CaptureClientException.of(failed, address, options, false);
    }

    private CollectedProfile stored(ProfileResponse reply, Path file) throws IOException {
        ByteString sent = reply.getToolDataList().stream()
                .filter(each -> each.getName().equals(TOOL) && !each.getData().isEmpty())
                .findFirst()
                .map(ProfileToolData::getData)
                .orElse(reply.getXspace());
        if (!sent.isEmpty()) {
            if (!XSpaceCheck.areIn(sent.newCodedInput())) {
                throw noProfile("the server did not send a profile: " + sent.size() + " bytes that are not an XSpace");
            }
            TraceFile.replace(file, sent::writeTo);
            return new CollectedProfile(file, Files.size(file), false);
        }
        if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            try (InputStream written = Files.newInputStream(file)) {
                if (!XSpaceCheck.areIn(CodedInputStream.newInstance(written))) {
                    throw noProfile("the server did not write a profile: " + file + " is not an XSpace");
                }
            }
            return new CollectedProfile(file, Files.size(file), true);
        }
        throw new CaptureClientException(
                Kind.FAILED,
                address + ": the server recorded, but sent no profile, and wrote none here. JAX's own server"
                        + " writes the file itself, on its machine, as " + file
                        + ": collect there, or with a --log_dir that both can"
                        + " write to");
    }

    private CaptureClientException noProfile(String what) {
        return new CaptureClientException(Kind.NOT_UNDERSTOOD, address + ": " + what);
    }

    /**
     * A profile fetched by a {@link ProfileCollector}.
     *
     * @param file the file, {@code <log directory>/plugins/profile/<session>/<host>.xplane.pb}
     * @param bytes its length
     * @param byServer whether the server wrote the file, as JAX's does, not the client
     */
    public record CollectedProfile(Path file, long bytes, boolean byServer) {}
}
