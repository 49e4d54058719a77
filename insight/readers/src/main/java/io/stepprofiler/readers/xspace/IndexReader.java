package io.stepprofiler.readers.xspace;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.ExtensionRegistryLite;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import com.google.protobuf.WireFormat;
import io.stepprofiler.imports.ImportException;
import io.stepprofiler.imports.ImportOptions;
import io.stepprofiler.readers.xspace.proto.XEventMetadata;
import io.stepprofiler.readers.xspace.proto.XLine;
import io.stepprofiler.readers.xspace.proto.XPlane;
import io.stepprofiler.readers.xspace.proto.XSpace;
import io.stepprofiler.readers.xspace.proto.XStat;
import io.stepprofiler.readers.xspace.proto.XStatMetadata;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * Reads an XSpace once, except for the events, which it counts: they are most of the bytes, and precede the names that
 * they refer to.
 */
final class IndexReader {
    private static final ExtensionRegistryLite NO_EXTENSIONS = ExtensionRegistryLite.getEmptyRegistry();
    private static final int KEY = tag(1, WireFormat.WIRETYPE_VARINT);
    private static final int VALUE = message(2);

    /**
     * Bytes of objects for a byte in the file, and in addition for each object its fields and its place in a list or
     * map.
     */
    private static final int MEMORY_A_BYTE = 3;

    private static final int MEMORY_AN_OBJECT = 256;

    private final XSpaceBytes source;
    private final ImportOptions options;
    private final CodedInputStream in;
    private final List<ProfilePlane> planes = new ArrayList<>();
    private final List<String> errors = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private final List<String> hostnames = new ArrayList<>();
    private boolean hasFields;
    private long events;
    private long memory;

    private IndexReader(XSpaceBytes source, ImportOptions options) {
        this.source = source;
        this.options = options;
        in = source.read(0, (int) source.size);
    }

    static ProfileData read(XSpaceBytes source, ImportOptions options) throws IOException {
        options.checkBytes(source.name, source.size);
        if (source.size == 0) {
            throw source.wrong(0, "it is empty; a profiler that fails leaves such files");
        }
        if (source.size > Integer.MAX_VALUE) {
            throw source.wrong(0, "it has " + source.size + " bytes, and an XSpace has at most " + Integer.MAX_VALUE);
        }
        return new IndexReader(source, options).space();
    }

    private ProfileData space() throws IOException {
        try {
            in.pushLimit((int) source.size);
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                spaceField(tag);
            }
            checkEnd();
        } catch (InvalidProtocolBufferException e) {
            throw damaged(e);
        }
        if (!hasFields) {
            throw source.wrong(0, "it is no XSpace: it has neither planes nor errors nor names of hosts");
        }
        return new ProfileData(source, options, planes, errors, warnings, hostnames);
    }

    private void spaceField(int tag) throws IOException {
        boolean isOurs = true;
        if (tag == message(XSpace.PLANES_FIELD_NUMBER)) {
            planes.add(plane());
        } else if (tag == message(XSpace.ERRORS_FIELD_NUMBER)) {
            errors.add(text("an error"));
        } else if (tag == message(XSpace.WARNINGS_FIELD_NUMBER)) {
            warnings.add(text("a warning"));
        } else if (tag == message(XSpace.HOSTNAMES_FIELD_NUMBER)) {
            hostnames.add(text("the name of a host"));
        } else {
            skip(tag);
            isOurs = false;
        }
        hasFields |= isOurs;
    }

    private ProfilePlane plane() throws IOException {
        int outer = enter("a plane");
        charge(0);
        ProfilePlane plane = new ProfilePlane();
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            if (tag == tag(XPlane.ID_FIELD_NUMBER, WireFormat.WIRETYPE_VARINT)) {
                plane.id = in.readInt64();
            } else if (tag == message(XPlane.NAME_FIELD_NUMBER)) {
                plane.name = text("the name of a plane");
            } else if (tag == message(XPlane.LINES_FIELD_NUMBER)) {
                plane.lines.add(line(plane));
            } else if (tag == message(XPlane.EVENT_METADATA_FIELD_NUMBER)) {
                entry(
                        "event metadata",
                        XEventMetadata.parser(),
                        XEventMetadata.getDefaultInstance(),
                        (id, metadata) -> plane.eventMetadata.put(id, new ProfileEventMetadata(plane, metadata)));
            } else if (tag == message(XPlane.STAT_METADATA_FIELD_NUMBER)) {
                entry(
                        "stat metadata",
                        XStatMetadata.parser(),
                        XStatMetadata.getDefaultInstance(),
                        plane.statMetadata::put);
            } else if (tag == message(XPlane.STATS_FIELD_NUMBER)) {
                plane.stats.add(read("a value of a plane", XStat.parser()));
            } else {
                skip(tag);
            }
        }
        leave(outer);
        return plane;
    }

    private ProfileLine line(ProfilePlane plane) throws IOException {
        int outer = enter("a line");
        charge(0);
        int from = in.getTotalBytesRead();
        ProfileLine line = new ProfileLine(plane, source, from, from + in.getBytesUntilLimit());
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            if (tag == message(XLine.EVENTS_FIELD_NUMBER)) {
                in.skipRawBytes(length("an event"));
                line.eventCount++;
            } else if (tag == tag(XLine.ID_FIELD_NUMBER, WireFormat.WIRETYPE_VARINT)) {
                line.id = in.readInt64();
            } else if (tag == message(XLine.NAME_FIELD_NUMBER)) {
                line.name = text("the name of a line");
            } else if (tag == tag(XLine.TIMESTAMP_NS_FIELD_NUMBER, WireFormat.WIRETYPE_VARINT)) {
                line.timestampNanos = in.readInt64();
            } else if (tag == tag(XLine.DURATION_PS_FIELD_NUMBER, WireFormat.WIRETYPE_VARINT)) {
                line.durationPicos = in.readInt64();
            } else if (tag == tag(XLine.DISPLAY_ID_FIELD_NUMBER, WireFormat.WIRETYPE_VARINT)) {
                line.displayId = in.readInt64();
            } else if (tag == message(XLine.DISPLAY_NAME_FIELD_NUMBER)) {
                line.displayName = text("the name of a line");
            } else {
                skip(tag);
            }
        }
        leave(outer);
        events += line.eventCount;
        options.checkEvents(source.name, events);
        return line;
    }

    /** Reads an entry of a map; the last entry of a key counts. */
    private <M extends MessageLite> void entry(String what, Parser<M> parser, M none, BiConsumer<Long, M> map)
            throws IOException {
        int outer = enter(what);
        long key = 0;
        M value = none;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            if (tag == KEY) {
                key = in.readInt64();
            } else if (tag == VALUE) {
                value = read(what, parser);
            } else {
                skip(tag);
            }
        }
        leave(outer);
        charge(0);
        map.accept(key, value);
    }

    private <M extends MessageLite> M read(String what, Parser<M> parser) throws IOException {
        int outer = enter(what);
        charge(in.getBytesUntilLimit());
        M message = parser.parsePartialFrom(in, NO_EXTENSIONS);
        leave(outer);
        return message;
    }

    private String text(String what) throws IOException {
        int outer = enter(what);
        int length = in.getBytesUntilLimit();
        charge(length);
        byte[] utf8 = in.readRawBytes(length);
        leave(outer);
        return new String(utf8, StandardCharsets.UTF_8);
    }

    private void skip(int tag) throws IOException {
        if (!in.skipField(tag)) {
            throw source.wrong(in.getTotalBytesRead(), "a group ends that has not begun: it is damaged, or no XSpace");
        }
    }

    /** Enters a part with a length, which limits reading until {@link #leave}. */
    private int enter(String what) throws IOException {
        return in.pushLimit(length(what));
    }

    private void leave(int outer) throws IOException {
        checkEnd();
        in.popLimit(outer);
    }

    private int length(String what) throws IOException {
        int at = in.getTotalBytesRead();
        int length = in.readRawVarint32();
        int most = in.getBytesUntilLimit();
        if (length < 0 || length > most) {
            throw source.wrong(
                    at,
                    what + " of " + Integer.toUnsignedString(length) + " bytes begins, and there are only " + most
                            + " for it: the file is cut, damaged or no XSpace");
        }
        return length;
    }

    /** The file may have become shorter meanwhile. */
    private void checkEnd() throws IOException {
        if (in.getBytesUntilLimit() != 0) {
            throw source.wrong(
                    in.getTotalBytesRead(),
                    "there are fewer bytes than there were: it has been cut meanwhile, or is damaged");
        }
    }

    private void charge(int bytes) throws ImportException {
        memory += MEMORY_AN_OBJECT + (long) bytes * MEMORY_A_BYTE;
        options.checkMemory(source.name, memory);
    }

    private ImportException damaged(InvalidProtocolBufferException e) {
        return source.wrong(in.getTotalBytesRead(), "it is damaged, or no XSpace (" + e.getMessage() + ")");
    }

    private static int message(int field) {
        return tag(field, WireFormat.WIRETYPE_LENGTH_DELIMITED);
    }

    private static int tag(int field, int type) {
        return field << 3 | type;
    }
}
