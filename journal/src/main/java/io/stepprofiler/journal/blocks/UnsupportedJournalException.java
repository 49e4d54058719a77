package io.stepprofiler.journal.blocks;

import java.io.IOException;

/** A journal is whole but cannot be read here: something is missing that its reader needs. */
final class UnsupportedJournalException extends IOException {
    private static final long serialVersionUID = 1;

    UnsupportedJournalException(String message) {
        super(message);
    }

    /** There is not enough memory. */
    static UnsupportedJournalException tooLarge(String what) {
        return new UnsupportedJournalException(what + ": read it with a larger heap, such as -Xmx4g");
    }

    /** Zstandard cannot be loaded. */
    static UnsupportedJournalException withoutZstd(LinkageError cause) {
        UnsupportedJournalException e = new UnsupportedJournalException(
                "Reading this journal takes zstd-jni, which cannot be loaded here (" + cause
                        + "): add com.github.luben:zstd-jni to the path, and run with --enable-native-access=ALL-UNNAMED"
                        + " (or =com.github.luben.zstd_jni where it is a module)");
        e.initCause(cause);
        return e;
    }
}
