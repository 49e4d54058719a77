package io.stepprofiler.journal.blocks;

import java.io.IOException;

/** A journal is intact but cannot be read here, for lack of memory, a library or a newer version. */
final class UnsupportedJournalException extends IOException {
    private static final long serialVersionUID = 1;

    UnsupportedJournalException(String message) {
        super(message);
    }

    /** Failure for lack of memory. */
    static UnsupportedJournalException tooLarge(String what) {
        return new UnsupportedJournalException(what + ": read it with a larger heap, such as -Xmx4g");
    }

    /** Failure to load the library of Zstandard. */
    static UnsupportedJournalException withoutZstd(LinkageError cause) {
        UnsupportedJournalException e = new UnsupportedJournalException(
                "Reading this journal takes zstd-jni, which cannot be loaded here (" + cause
                        + "): add com.github.luben:zstd-jni to the path, and run with --enable-native-access=ALL-UNNAMED"
                        + " (or =com.github.luben.zstd_jni if it is a module)");
        e.initCause(cause);
        return e;
    }
}
