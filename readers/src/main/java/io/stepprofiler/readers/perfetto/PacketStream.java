package io.stepprofiler.readers.perfetto;

import io.stepprofiler.imports.ImportException;
import io.stepprofiler.readers.intake.Charges;
import io.stepprofiler.readers.intake.LimitedInput;
import io.stepprofiler.wire.WireReader;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * The packets of a file one after the other, those that are compressed in their place. Nothing is held of them but the
 * present one.
 */
final class PacketStream implements Closeable {
    /** Longer than any that is written: Perfetto's own recorder stays far below. */
    static final int MAX_PACKET_BYTES = 1 << 26;

    private static final int TAG = Fields.TRACE_PACKET << 3 | 2;
    private static final int MAX_LENGTH_BYTES = 5;

    /** Messages and texts of one packet; one with more is made to be slow. */
    private static final int MAX_PARTS = 1 << 22;

    private final Charges charges;
    private final InputStream file;
    private @Nullable InputStream inflated;
    private long at;
    private long packetAt;
    private long inflatedBytes;
    private long packets;
    private boolean isCut;

    PacketStream(Charges charges) throws IOException {
        this.charges = charges;
        this.file = new BufferedInputStream(LimitedInput.of(charges), 1 << 16);
    }

    /** The next packet; null behind the last one. */
    @Nullable
    WireReader next() throws IOException {
        while (true) {
            InputStream in = inflated == null ? file : inflated;
            byte[] packet = packet(in);
            if (packet != null) {
                packets++;
                WireReader reader = new WireReader(packet, 0, packet.length, MAX_PARTS);
                if (inflated != null || !begin(packet)) {
                    return reader;
                }
            } else if (inflated != null) {
                inflated.close();
                inflated = null;
            } else {
                return null;
            }
        }
    }

    /** Whether the file ends in the middle of a packet, which was left out. */
    boolean isCut() {
        return isCut;
    }

    /** The error that something is wrong in the present packet. */
    ImportException wrong(String what) {
        String inside = inflated == null ? "" : ", inside its compressed packets";
        return new ImportException(charges.file(), "the packet at byte " + packetAt + inside, what);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    /** Goes into a packet if it is one of compressed packets. */
    private boolean begin(byte[] packet) throws IOException {
        WireReader reader = new WireReader(packet, 0, packet.length);
        try {
            for (int field = reader.field(); field != 0; field = reader.field()) {
                if (field == Fields.PACKET_COMPRESSED_PACKETS) {
                    int length = reader.message().remaining();
                    int from = packet.length - reader.remaining() - length;
                    inflated = new BufferedInputStream(
                            new InflaterInputStream(new ByteArrayInputStream(packet, from, length)), 1 << 13);
                    return true;
                }
                reader.skip();
            }
            return false;
        } catch (IOException e) {
            throw wrong(String.valueOf(e.getMessage()));
        }
    }

    private byte @Nullable [] packet(InputStream in) throws IOException {
        if (inflated == null) {
            packetAt = at;
        }
        int tag = read(in);
        if (tag < 0) {
            return null;
        }
        if (tag != TAG) {
            throw wrong("no packet begins there: it is damaged, or no trace of Perfetto");
        }
        long length = length(in);
        if (length > MAX_PACKET_BYTES) {
            throw wrong("it says that it has " + length + " bytes, and " + MAX_PACKET_BYTES + " are allowed");
        }
        byte[] packet = length < 0 ? new byte[0] : bytes(in, (int) length);
        if (length < 0 || packet.length < length) {
            if (inflated != null || packets == 0) {
                throw wrong("it ends in the middle: the file is cut, damaged or no trace of Perfetto");
            }
            // What was written before is whole: programs that are killed leave such files.
            isCut = true;
            return null;
        }
        return packet;
    }

    /** The length that comes next; below 0 if the file ends before. */
    private long length(InputStream in) throws IOException {
        long length = 0;
        for (int i = 0; i < MAX_LENGTH_BYTES; i++) {
            int next = read(in);
            if (next < 0) {
                return -1;
            }
            length |= (next & 0x7FL) << (7 * i);
            if (next < 0x80) {
                return length;
            }
        }
        throw wrong("its length has too many bytes: it is damaged, or no trace of Perfetto");
    }

    private int read(InputStream in) throws IOException {
        byte[] one = bytes(in, 1);
        return one.length == 0 ? -1 : one[0] & 0xff;
    }

    /** As many bytes as there are, however many are asked for: memory is taken as they come. */
    private byte[] bytes(InputStream in, int count) throws IOException {
        try {
            byte[] bytes = in.readNBytes(count);
            if (inflated == null) {
                at += bytes.length;
            } else {
                inflatedBytes += bytes.length;
                charges.bytes(inflatedBytes);
            }
            return bytes;
        } catch (ZipException | EOFException e) {
            throw wrong("its compressed data is damaged or cut (" + e.getMessage() + ")");
        }
    }
}
