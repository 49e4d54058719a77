package io.stepprofiler.capture.service;

import io.stepprofiler.capture.proto.v1.TraceInfo;
import java.util.List;
import java.util.Optional;

/**
 * A finished trace that the server keeps.
 *
 * @param info what is said of it
 * @param files the files that it was written to, one at least that it can be read back from
 */
record KeptTrace(TraceInfo info, List<KeptFile> files) {
    KeptTrace {
        files = List.copyOf(files);
    }

    Optional<KeptFile> file(TraceWriter writer) {
        return files.stream().filter(file -> file.writer() == writer).findFirst();
    }

    /** The file that it is read back from. */
    KeptFile readable() {
        return files.stream()
                .filter(file -> file.writer().isReadable())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("a kept trace has no file that can be read"));
    }

    long bytes() {
        return files.stream().mapToLong(KeptFile::bytes).sum();
    }
}
