package io.stepprofiler.capture.client;

import io.grpc.Context;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.MetadataUtils;
import io.stepprofiler.capture.client.CaptureClientException.Kind;
import io.stepprofiler.capture.guard.Token;
import io.stepprofiler.capture.proto.v1.AddMetadataRequest;
import io.stepprofiler.capture.proto.v1.CaptureEvent;
import io.stepprofiler.capture.proto.v1.CaptureServiceGrpc;
import io.stepprofiler.capture.proto.v1.CaptureServiceGrpc.CaptureServiceBlockingStub;
import io.stepprofiler.capture.proto.v1.FileHead;
import io.stepprofiler.capture.proto.v1.GetStatusRequest;
import io.stepprofiler.capture.proto.v1.PauseRequest;
import io.stepprofiler.capture.proto.v1.ResumeRequest;
import io.stepprofiler.capture.proto.v1.SnapshotSpec;
import io.stepprofiler.capture.proto.v1.ToggleRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Client of the server in a running job: reports the job's progress, captures steps, and controls its profile.
 *
 * <pre>{@code
 * try (CaptureClient client = CaptureClient.connect("localhost", 9012, ClientOptions.DEFAULT)) {
 *     FetchedTrace steps = client.capture(
 *             RemoteCapture.ofSteps(5), Path.of("steps.json.gz"), state -> System.err.println(state.text()));
 * }
 * }</pre>
 *
 * <p>Nothing is sent before the first call. Calls block: {@link #capture} and {@link #snapshot} as long as the job
 * takes, the others up to {@link ClientOptions#timeout}. An interrupt ends a call. Calls fail with a {@link
 * CaptureClientException}, whose message is a readable sentence. Safe on any thread.
 */
public final class CaptureClient implements AutoCloseable {
    private final String address;
    private final ClientOptions options;
    private final ManagedChannel channel;
    private final CaptureServiceBlockingStub stub;
    private volatile boolean hasAnswered;

    private CaptureClient(String address, ClientOptions options, ManagedChannel channel) throws IOException {
        this.address = address;
        this.options = options;
        this.channel = channel;
        CaptureServiceBlockingStub open = CaptureServiceGrpc.newBlockingStub(channel);
        stub = options.token().isEmpty()
                ? open
                : open.withInterceptors(MetadataUtils.newAttachHeadersInterceptor(
                        Token.of(options.token().get()).headers()));
    }

    /**
     * {@return a client of a server} The server need not run yet.
     *
     * @param host name or address of the machine
     * @param port port of the server
     * @param options options of the connection
     * @throws IOException if the token file or the certificate cannot be read, or other users can read the token file
     */
    public static CaptureClient connect(String host, int port, ClientOptions options) throws IOException {
        ManagedChannel channel = Channels.open(host, port, options);
        boolean made = false;
        try {
            CaptureClient client = new CaptureClient(Channels.address(host, port), options, channel);
            made = true;
            return client;
        } finally {
            if (!made) {
                channel.shutdownNow();
            }
        }
    }

    /** {@return host and port of the server} */
    public String address() {
        return address;
    }

    /**
     * {@return the status of the job}
     *
     * @throws CaptureClientException if the call fails
     */
    public RunningJob status() throws CaptureClientException {
        return ServerReplies.job(call(server -> server.getStatus(GetStatusRequest.getDefaultInstance())));
    }

    /**
     * Captures steps or a time, and writes the file once the server has sent it completely. If the call ends earlier,
     * by an interrupt or the end of this process, the capture ends, too.
     *
     * @param what steps or time to capture, and options
     * @param to the file to write; an existing file is replaced
     * @param progress receives the state several times a second, on this thread, until the transfer of the file begins
     * @return the written trace
     * @throws CaptureClientException if the call fails
     * @throws IOException if the file cannot be written
     */
    public FetchedTrace capture(RemoteCapture what, Path to, Consumer<CaptureState> progress) throws IOException {
        return receive(server -> server.capture(what.spec()), to, progress);
    }

    /**
     * Writes a file with the history of the running profile, if it keeps one.
     *
     * @param reason reason for the trace's metadata; at most 200 characters, may be empty
     * @param format format of the file
     * @param to the file to write; an existing file is replaced
     * @return the written trace
     * @throws CaptureClientException if the call fails, with {@link Kind#NOT_NOW} if there is no history
     * @throws IOException if the file cannot be written
     */
    public FetchedTrace snapshot(String reason, FileFormat format, Path to) throws IOException {
        SnapshotSpec spec = SnapshotSpec.newBuilder()
                .setReason(reason)
                .setFormat(format.wire())
                .build();
        return receive(server -> server.snapshot(spec), to, state -> {});
    }

    /**
     * Switches the recording of activities of the running profile on or off.
     *
     * @param enable whether to record the activities
     * @param activities activities such as {@code cpu} or {@code jvm}, or their types such as {@code counter}
     * @return the types that are recorded now
     * @throws CaptureClientException if the call fails, with {@link Kind#NOT_NOW} if no profile runs or it was not
     *     built to record them
     */
    public List<String> toggle(boolean enable, Collection<String> activities) throws CaptureClientException {
        ToggleRequest request = ToggleRequest.newBuilder()
                .setEnable(enable)
                .addAllActivities(activities)
                .build();
        return List.copyOf(call(server -> server.toggle(request)).getActivitiesList());
    }

    /**
     * Adds a text to the metadata of the open window of the running profile, or of its next one.
     *
     * @param key key of the entry, 1 to 200 characters
     * @param value its value, at most 100,000 characters
     * @throws CaptureClientException if the call fails, with {@link Kind#NOT_NOW} if no profile runs
     */
    public void addMetadata(String key, String value) throws CaptureClientException {
        addMetadata(key, value, false);
    }

    /**
     * Adds a JSON value to the metadata of the open window of the running profile, or of its next one.
     *
     * @param key key of the entry, 1 to 200 characters
     * @param json its value, at most 100,000 characters
     * @throws CaptureClientException if the call fails, with {@link Kind#NOT_NOW} if no profile runs
     */
    public void addMetadataJson(String key, String json) throws CaptureClientException {
        addMetadata(key, json, true);
    }

    private void addMetadata(String key, String value, boolean isJson) throws CaptureClientException {
        AddMetadataRequest request = AddMetadataRequest.newBuilder()
                .setKey(key)
                .setValue(value)
                .setJson(isJson)
                .build();
        call(server -> server.addMetadata(request));
    }

    /**
     * Keeps the running profile from beginning windows until {@link #resume()}.
     *
     * @return whether it was paused already
     * @throws CaptureClientException if the call fails, with {@link Kind#NOT_NOW} if no profile runs
     */
    public boolean pause() throws CaptureClientException {
        return call(server -> server.pause(PauseRequest.getDefaultInstance())).getAlready();
    }

    /**
     * Ends {@link #pause()}.
     *
     * @return whether it was not paused
     * @throws CaptureClientException if the call fails, with {@link Kind#NOT_NOW} if no profile runs
     */
    public boolean resume() throws CaptureClientException {
        return call(server -> server.resume(ResumeRequest.getDefaultInstance())).getAlready();
    }

    private <R> R call(Function<CaptureServiceBlockingStub, R> made) throws CaptureClientException {
        try {
            R answer = made.apply(stub.withDeadlineAfter(options.timeout().toNanos(), TimeUnit.NANOSECONDS));
            hasAnswered = true;
            return answer;
        } catch (StatusRuntimeException e) {
            throw CaptureClientException.of(e, address, options, hasAnswered);
        }
    }

    /** Runs a call that ends with a file, and cancels it if this method exits early. */
    private FetchedTrace receive(
            Function<CaptureServiceBlockingStub, Iterator<CaptureEvent>> made, Path to, Consumer<CaptureState> progress)
            throws IOException {
        try (Context.CancellableContext context = Context.current().withCancellation()) {
            Context outer = context.attach();
            try {
                Iterator<CaptureEvent> events = made.apply(stub);
                while (events.hasNext()) {
                    CaptureEvent event = events.next();
                    hasAnswered = true;
                    if (event.hasProgress()) {
                        progress.accept(ServerReplies.state(event.getProgress()));
                    } else if (event.getFile().hasHead()) {
                        FileHead head = event.getFile().getHead();
                        return Download.write(head, mapped(events, CaptureEvent::getFile), to);
                    }
                }
            } finally {
                context.detach(outer);
            }
        } catch (StatusRuntimeException e) {
            throw CaptureClientException.of(e, address, options, hasAnswered);
        }
        throw new CaptureClientException(Kind.NOT_UNDERSTOOD, address + ": the server ended the call without a file");
    }

    private static <A, B> Iterator<B> mapped(Iterator<A> from, Function<A, B> change) {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return from.hasNext();
            }

            @Override
            public B next() {
                return change.apply(from.next());
            }
        };
    }

    /** Ends running calls. */
    @Override
    public void close() {
        channel.shutdownNow();
    }
}
