package io.stepprofiler.handlers.xplane;

import io.stepprofiler.export.TraceFile;
import io.stepprofiler.wire.WireWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/**
 * The file of events that older releases of TensorBoard require in a log directory before they look for profiles: one
 * record with the version of the format.
 *
 * @see <a href="https://www.tensorflow.org/tutorials/load_data/tfrecord#tfrecords_format_details">TFRecord</a>
 * @see <a
 *     href="https://github.com/tensorflow/tensorboard/tree/master/tensorboard/compat/proto">event.proto</a>
 */
final class EventFile {
    private static final String SUFFIX = ".profile-empty";
    private static final String VERSION = "brain.Event:2";
    private static final int WALL_TIME = 1;
    private static final int FILE_VERSION = 3;
    private static final int CHECKSUM_ROTATION = 15;
    private static final int CHECKSUM_ADDEND = 0xa282ead8;
    private static final long NANOS_A_SECOND = 1_000_000_000;

    private EventFile() {}

    /** Writes the file unless the directory has one. */
    static void writeTo(Path logDir, long epochNanos, String host) throws IOException {
        try (Stream<Path> files = Files.list(logDir)) {
            if (files.anyMatch(file -> file.toString().endsWith(SUFFIX))) {
                return;
            }
        }
        String name = "events.out.tfevents." + epochNanos / NANOS_A_SECOND + "." + host + SUFFIX;
        try {
            TraceFile.create(logDir.resolve(name), out -> out.write(record(epochNanos)));
        } catch (FileAlreadyExistsException e) {
            // Another process was faster.
        }
    }

    private static byte[] record(long epochNanos) {
        WireWriter event = new WireWriter();
        event.present(WALL_TIME, epochNanos / (double) NANOS_A_SECOND);
        event.text(FILE_VERSION, VERSION);
        byte[] data = event.toByteArray();
        byte[] length = ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(data.length)
                .array();
        return ByteBuffer.allocate(length.length + data.length + 2 * Integer.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(length)
                .putInt(maskedChecksum(length))
                .put(data)
                .putInt(maskedChecksum(data))
                .array();
    }

    private static int maskedChecksum(byte[] bytes) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes);
        return Integer.rotateRight((int) checksum.getValue(), CHECKSUM_ROTATION) + CHECKSUM_ADDEND;
    }
}
