package io.stepprofiler.ledgerfile;

import io.stepprofiler.export.TraceFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The file of a ledger. */
interface LedgerDisk {
    /**
     * Appends to the file.
     *
     * @throws IOException if that fails, after which a part of it may be there
     */
    void append(TraceFile.Content content) throws IOException;

    /**
     * Writes a whole file, atomically.
     *
     * @throws IOException if that fails; the former file is then still there
     */
    void replace(TraceFile.Content content) throws IOException;

    /** No file: the ledger stays in memory. */
    LedgerDisk NONE = new LedgerDisk() {
        @Override
        public void append(TraceFile.Content content) {}

        @Override
        public void replace(TraceFile.Content content) {}
    };

    /** A file, which is opened for each block: it may have been moved or removed meanwhile. */
    static LedgerDisk of(Path file) {
        return new LedgerDisk() {
            @Override
            public void append(TraceFile.Content content) throws IOException {
                try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.APPEND)) {
                    content.writeTo(out);
                }
            }

            @Override
            public void replace(TraceFile.Content content) throws IOException {
                TraceFile.replace(file, content);
            }
        };
    }
}
