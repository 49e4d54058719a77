package io.stepprofiler.capture.service;

import com.google.protobuf.ByteString;
import io.stepprofiler.export.TraceFile;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * A file that a trace was written to.
 *
 * @param path where it is
 * @param writer what wrote it
 * @param bytes its length
 * @param sha256 digest of its bytes
 */
record KeptFile(Path path, TraceWriter writer, long bytes, ByteString sha256) {
    static KeptFile write(Trace trace, TraceWriter writer, Path path) throws IOException {
        MessageDigest digest = newDigest();
        TraceFile.create(path, out -> {
            // What writes formats does so in pieces that are large.
            DigestOutputStream digesting = new DigestOutputStream(out, digest);
            writer.write(trace, digesting);
            digesting.flush();
        });
        return new KeptFile(path, writer, Files.size(path), ByteString.copyFrom(digest.digest()));
    }

    private static MessageDigest newDigest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
