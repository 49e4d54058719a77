package io.stepprofiler.readers.xspace;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.ExtensionRegistryLite;
import com.google.protobuf.WireFormat;
import io.stepprofiler.readers.xspace.proto.XEvent;
import io.stepprofiler.readers.xspace.proto.XLine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.NoSuchElementException;

/** Reads the events of one line, one at a time. */
final class EventIterator implements Iterator<ProfileEvent> {
    private static final int EVENT = XLine.EVENTS_FIELD_NUMBER << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;

    private final ProfileLine line;
    private final XSpaceBytes source;
    private final int from;
    private final CodedInputStream in;
    private long left;

    EventIterator(ProfileLine line, XSpaceBytes source, int from, int to) {
        this.line = line;
        this.source = source;
        this.from = from;
        in = source.read(from, to);
        left = line.eventCount;
    }

    @Override
    public boolean hasNext() {
        return left > 0;
    }

    @Override
    public ProfileEvent next() {
        if (left == 0) {
            throw new NoSuchElementException();
        }
        left--;
        int at = from + in.getTotalBytesRead();
        try {
            for (int tag = in.readTag(); tag != EVENT; tag = in.readTag()) {
                if (tag == 0 || !in.skipField(tag)) {
                    throw source.wrong(at, "an event was here before: the file has changed meanwhile");
                }
            }
            at = from + in.getTotalBytesRead();
            return new ProfileEvent(line, in.readMessage(XEvent.parser(), ExtensionRegistryLite.getEmptyRegistry()));
        } catch (com.google.protobuf.InvalidProtocolBufferException e) {
            throw new UncheckedIOException(source.wrong(at, "an event is damaged (" + e.getMessage() + ")"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
