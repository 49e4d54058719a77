package io.stepprofiler.journal.blocks;

import io.stepprofiler.segment.Journal;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads whatever bytes as a journal, as far as it can be read: what fuzzing calls. */
final class HostileJournal {
    private static final int JOURNAL = 1;

    private HostileJournal() {}

    /** Reads the bytes as the only file of a journal. Gives the number of events. */
    static long read(Path directory, byte[] bytes) throws IOException {
        Path file = directory.resolve("00000001.blocks");
        Files.write(file, bytes);
        long events = 0;
        try (Journal journal = Journals.open(directory)) {
            Trace trace = journal.assemble();
            for (Track track : trace.tracks()) {
                try {
                    for (int i = 0; i < track.size(); i++) {
                        events += track.event(i).durationNanos() >= 0 ? 1 : 0;
                    }
                } catch (UncheckedIOException e) {
                    // What cannot be read says so.
                }
            }
        } catch (IOException e) {
            // As a whole, too.
        }
        return events;
    }

    /** A journal of a head and one segment, whose header and payload are whatever bytes, with checksums that fit. */
    static byte[] withSegment(byte[] header, byte[] payload) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(block(BlockFrame.Kind.HEAD, 1, new byte[0], new byte[0]));
        bytes.writeBytes(block(BlockFrame.Kind.SEGMENT, 2, header, payload));
        return bytes.toByteArray();
    }

    /** A journal of a head and many segments with the same header, well compressed. */
    static byte[] withCompressed(byte[] header, int count) throws IOException {
        byte[] stored = new byte[header.length + 1024];
        int length;
        try (Compressor compressor = new DeflatedBytes()) {
            length = compressor.compress(header, 0, header.length, stored, 0);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(block(BlockFrame.Kind.HEAD, 1, new byte[0], new byte[0]));
        for (int i = 0; i < count; i++) {
            byte[] block = new byte[BlockFrame.BYTES + length];
            System.arraycopy(stored, 0, block, BlockFrame.BYTES, length);
            int sum = BlockFrame.sum(stored, 0, length);
            new BlockFrame(
                            BlockFrame.Kind.SEGMENT,
                            Compression.DEFLATE,
                            JOURNAL,
                            i + 2L,
                            length,
                            header.length,
                            0,
                            sum,
                            0)
                    .write(block, 0);
            bytes.writeBytes(block);
        }
        return bytes.toByteArray();
    }

    private static byte[] block(BlockFrame.Kind kind, long number, byte[] header, byte[] payload) {
        byte[] block = new byte[BlockFrame.BYTES + header.length + payload.length];
        System.arraycopy(header, 0, block, BlockFrame.BYTES, header.length);
        System.arraycopy(payload, 0, block, BlockFrame.BYTES + header.length, payload.length);
        new BlockFrame(
                        kind,
                        Compression.NONE,
                        JOURNAL,
                        number,
                        header.length,
                        header.length,
                        payload.length,
                        BlockFrame.sum(header, 0, header.length),
                        BlockFrame.sum(payload, 0, payload.length))
                .write(block, 0);
        return block;
    }
}
