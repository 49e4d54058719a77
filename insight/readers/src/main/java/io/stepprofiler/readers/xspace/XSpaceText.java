package io.stepprofiler.readers.xspace;

import com.google.protobuf.DiscardUnknownFieldsParser;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Parser;
import com.google.protobuf.TextFormat;
import io.stepprofiler.imports.ImportException;
import io.stepprofiler.imports.ImportOptions;
import io.stepprofiler.readers.xspace.proto.XSpace;
import java.io.IOException;
import java.nio.file.Path;

/** Text form, by protocol buffers, of a whole XSpace. */
final class XSpaceText {
    private static final Path TEXT = Path.of("text of an XSpace");

    /**
     * Bytes of the objects of a message for each of its own bytes: an event of ten bytes becomes an object of sixty.
     */
    private static final int MEMORY_A_BYTE = 8;

    /** Discards fields that are not in the schema: they would be written as numbers, which cannot be read again. */
    private static final Parser<XSpace> KNOWN_FIELDS = DiscardUnknownFieldsParser.wrap(XSpace.parser());

    private XSpaceText() {}

    static XSpace parse(String text) throws ImportException {
        try {
            return TextFormat.parse(text, XSpace.class);
        } catch (TextFormat.ParseException e) {
            throw new ImportException(
                    TEXT, "line " + e.getLine() + ", column " + e.getColumn(), String.valueOf(e.getMessage()));
        }
    }

    static void write(XSpaceBytes source, ImportOptions options, Appendable out) throws IOException {
        options.checkMemory(source.name, source.size * MEMORY_A_BYTE);
        try {
            TextFormat.printer().print(KNOWN_FIELDS.parseFrom(source.read(0, (int) source.size)), out);
        } catch (InvalidProtocolBufferException e) {
            throw new ImportException(source.name, "it is damaged (" + e.getMessage() + ")", e);
        }
    }
}
