package io.stepprofiler.capture.client;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import java.io.IOException;

/** Recognizes an XSpace by its outer fields, without reading the events. */
final class XSpaceCheck {
    private static final int PLANES = 1;
    private static final int LAST = 4;

    private XSpaceCheck() {}

    /** True if all bytes form an XSpace: planes, errors, warnings or host names, and each plane consists of fields. */
    static boolean areIn(CodedInputStream in) throws IOException {
        boolean hasFields = false;
        try {
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                int field = WireFormat.getTagFieldNumber(tag);
                boolean isOurs =
                        field <= LAST && WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_LENGTH_DELIMITED;
                hasFields |= isOurs;
                boolean isWhole = (isOurs && field == PLANES) ? isPlane(in) : in.skipField(tag);
                if (!isWhole) {
                    return false;
                }
            }
        } catch (InvalidProtocolBufferException e) {
            return false;
        }
        return hasFields;
    }

    private static boolean isPlane(CodedInputStream in) throws IOException {
        int outer = in.pushLimit(in.readRawVarint32());
        in.skipMessage();
        boolean isWhole = in.getLastTag() == 0 && in.getBytesUntilLimit() == 0;
        in.popLimit(outer);
        return isWhole;
    }
}
