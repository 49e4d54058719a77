package io.stepprofiler.capture.client;

import com.google.protobuf.ByteString;
import io.stepprofiler.capture.client.CaptureClientException.Kind;
import io.stepprofiler.capture.proto.v1.FileHead;
import io.stepprofiler.capture.proto.v1.FilePart;
import io.stepprofiler.export.TraceFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Iterator;

/** Download of a file, which is kept only if its length and digest match the announced ones. */
final class Download {
    private final FileHead head;
    private final Iterator<FilePart> parts;
    private final MessageDigest digest;
    private long bytes;

    private Download(FileHead head, Iterator<FilePart> parts) {
        this.head = head;
        this.parts = parts;
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** Writes a file after its head was received. */
    static FetchedTrace write(FileHead head, Iterator<FilePart> parts, Path to) throws IOException {
        Download download = new Download(head, parts);
        TraceFile.replace(to, download::copy);
        return new FetchedTrace(
                to, head.getBytes(), FileFormat.of(head.getFormat()), ServerReplies.trace(head.getTrace()));
    }

    private void copy(OutputStream out) throws IOException {
        while (parts.hasNext()) {
            ByteString chunk = parts.next().getChunk();
            bytes += chunk.size();
            if (bytes > head.getBytes()) {
                throw damaged("more than the announced " + head.getBytes() + " bytes were received");
            }
            digest.update(chunk.asReadOnlyByteBuffer());
            chunk.writeTo(out);
        }
        if (bytes < head.getBytes()) {
            throw damaged("only " + bytes + " of " + head.getBytes() + " bytes were received");
        }
        if (!MessageDigest.isEqual(digest.digest(), head.getSha256().toByteArray())) {
            throw damaged("its SHA-256 differs from the announced one");
        }
    }

    private static CaptureClientException damaged(String how) {
        return new CaptureClientException(
                Kind.DAMAGED, "The file of the trace is damaged, and was not kept: " + how + ". Fetch it again");
    }
}
