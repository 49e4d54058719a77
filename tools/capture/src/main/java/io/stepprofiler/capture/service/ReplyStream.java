package io.stepprofiler.capture.service;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import io.stepprofiler.capture.hosting.Refusals;
import io.stepprofiler.capture.proto.v1.CaptureEvent;
import io.stepprofiler.capture.proto.v1.FileHead;
import io.stepprofiler.capture.proto.v1.FilePart;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import org.jspecify.annotations.Nullable;

/**
 * Reply stream of one call: progress messages, with only the latest for a slow client, and then a file, read from disk
 * as fast as the client receives it. No thread waits for the client.
 */
final class ReplyStream {
    /** Maximum number of bytes in a message. */
    static final int CHUNK = 256 * 1024;

    private final ServerCallStreamObserver<CaptureEvent> call;
    private final Runnable onEnd;

    private @Nullable CaptureEvent news;
    private @Nullable FileHead head;
    private @Nullable FileChannel file;
    private long left;
    private boolean ended;
    private long movedNanos = System.nanoTime();

    /**
     * Creates the stream; must be called within the service's method.
     *
     * @param onEnd called once if the client disconnects before the end
     */
    ReplyStream(ServerCallStreamObserver<CaptureEvent> call, Runnable onEnd) {
        this.call = call;
        this.onEnd = onEnd;
        call.setOnReadyHandler(this::pump);
        call.setOnCancelHandler(this::leave);
    }

    /** Sends a message as soon as the client is ready, unless a newer one replaces it. */
    void news(CaptureEvent latest) {
        synchronized (this) {
            news = latest;
        }
        pump();
    }

    /** Sends a trace, and ends the call. */
    void file(WrittenTrace trace) throws IOException {
        synchronized (this) {
            if (ended) {
                trace.file().close();
                return;
            }
            file = trace.file();
            head = trace.head();
            left = trace.head().getBytes();
            news = null;
        }
        pump();
    }

    /** Ends the call with a failure, possibly in the middle of the file. */
    synchronized void fail(Status why) {
        if (!ended) {
            end();
            call.onError(why.asRuntimeException());
        }
    }

    /** Ends the call for an external reason, and its capture as well. */
    void abandon(Status why) {
        boolean wasOpen = !isEnded();
        fail(why);
        if (wasOpen) {
            onEnd.run();
        }
    }

    /** True if the call has ended. */
    synchronized boolean isEnded() {
        return ended;
    }

    /** Time since the client last received data; 0 if no data are pending. */
    synchronized long stalledNanos() {
        return news == null && head == null && file == null ? 0 : System.nanoTime() - movedNanos;
    }

    private synchronized void pump() {
        try {
            while (!ended && call.isReady()) {
                CaptureEvent next = next();
                if (next == null) {
                    return;
                }
                movedNanos = System.nanoTime();
                call.onNext(next);
                if (file != null && head == null && left == 0) {
                    end();
                    call.onCompleted();
                }
            }
        } catch (IOException e) {
            fail(Refusals.of(e));
        } catch (StatusRuntimeException | IllegalStateException e) {
            // The client has disconnected in the meantime.
            end();
        }
    }

    private @Nullable CaptureEvent next() throws IOException {
        FileHead described = head;
        CaptureEvent latest = news;
        if (latest != null) {
            news = null;
            return latest;
        }
        if (described != null) {
            head = null;
            return part(FilePart.newBuilder().setHead(described));
        }
        return file == null ? null : part(FilePart.newBuilder().setChunk(chunk(file)));
    }

    private static CaptureEvent part(FilePart.Builder part) {
        return CaptureEvent.newBuilder().setFile(part).build();
    }

    private ByteString chunk(FileChannel from) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(CHUNK, left));
        while (bytes.hasRemaining()) {
            if (from.read(bytes) < 0) {
                throw new IOException("The file of the trace has been truncated");
            }
        }
        left -= bytes.capacity();
        return UnsafeByteOperations.unsafeWrap(bytes.flip());
    }

    private void leave() {
        boolean wasOpen;
        synchronized (this) {
            wasOpen = !ended;
            end();
        }
        if (wasOpen) {
            onEnd.run();
        }
    }

    private synchronized void end() {
        ended = true;
        news = null;
        head = null;
        FileChannel open = file;
        file = null;
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                // The file was only read.
            }
        }
    }
}
