package io.stepprofiler.handlers.chrome;

import io.stepprofiler.json.JsonText;
import io.stepprofiler.trace.Track;
import java.io.IOException;

/** Writer of the details that some events of one track have: members of their arguments, each after a comma. */
final class ArgumentWriter {
    private static final byte[] SEQUENCE_NUMBER = JsonText.utf8(",\"" + Arguments.SEQUENCE_NUMBER + "\":");
    private static final byte[] FORWARD_THREAD = JsonText.utf8(",\"" + Arguments.FORWARD_THREAD + "\":");
    /** The thread of a forward operation in torch's files. */
    private static final long NO_FORWARD_THREAD = 0;

    private final ChromeDocument document;
    private final JsonBytes out;
    private final Track track;
    private final boolean any;

    ArgumentWriter(ChromeDocument document, Track track) {
        this.document = document;
        this.out = document.out;
        this.track = track;
        this.any = track.hasSignatures() || track.hasStacks() || track.hasSequenceNumbers();
    }

    void write(int event, Category category) throws IOException {
        if (!any) {
            return;
        }
        if (track.sequenceNumber(event) >= 0) {
            long thread = track.forwardThread(event);
            out.put(SEQUENCE_NUMBER);
            out.digits(track.sequenceNumber(event));
            out.put(FORWARD_THREAD);
            out.number(
                    thread < 0 ? NO_FORWARD_THREAD : document.layout.own(thread).tid());
        }
        if (track.signatureId(event) >= 0) {
            out.put(document.operations.ofSignature(track.signatureId(event), category));
        }
        if (track.stackId(event) >= 0) {
            out.put(document.operations.ofStack(track.stackId(event)));
        }
    }
}
