package io.stepprofiler.capture.service;

import com.google.protobuf.ByteString;
import io.stepprofiler.capture.proto.v1.FileHead;
import io.stepprofiler.capture.proto.v1.TraceInfo;
import io.stepprofiler.trace.Trace;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * A trace in a temporary file, which only this user can read and which is deleted when it is closed.
 *
 * @param head head of the file for clients
 * @param file the file, opened at its start
 */
record WrittenTrace(FileHead head, FileChannel file) {
    // Q5: a file, since a trace in memory would burden the training.
    static WrittenTrace write(Trace trace, TraceInfo info, TraceWriter writer) throws IOException {
        Path path = Files.createTempFile("step-profiler-", writer.ending());
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            try (OutputStream out =
                    new DigestOutputStream(new BufferedOutputStream(Files.newOutputStream(path)), digest)) {
                writer.write(trace, out);
            }
            FileHead head = FileHead.newBuilder()
                    .setTrace(info)
                    .setFormat(writer.format())
                    .setBytes(Files.size(path))
                    .setSha256(ByteString.copyFrom(digest.digest()))
                    .setEnding(writer.ending())
                    .build();
            FileChannel file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.DELETE_ON_CLOSE);
            return new WrittenTrace(head, file);
        } catch (IOException | RuntimeException | Error e) {
            Files.deleteIfExists(path);
            throw e;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
