package io.stepprofiler.capture.tensorflow;

import java.io.IOException;

/** Says that a profile does not fit into one message. */
final class ReplyTooLongException extends IOException {
    private static final long serialVersionUID = 1;

    ReplyTooLongException(long bytes, long limit) {
        super("The profile has " + bytes + " bytes, and " + limit
                + " may be in one reply: record a shorter time, or use \"stepprof capture\", which is sent in pieces");
    }
}
