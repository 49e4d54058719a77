package io.stepprofiler.readers.perfetto;

import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.DeflaterOutputStream;

/** Messages of Perfetto's format field by field, written by protobuf-java: {@code trace(packet(...), packet(...))}. */
final class PacketFile {
    /** A message that is being written. */
    static final class Message {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final CodedOutputStream out = CodedOutputStream.newInstance(bytes);

        Message number(int field, long value) {
            return write(() -> out.writeUInt64(field, value));
        }

        Message real(int field, double value) {
            return write(() -> out.writeDouble(field, value));
        }

        Message text(int field, String value) {
            return write(() -> out.writeString(field, value));
        }

        Message message(int field, Message value) {
            return write(() -> out.writeByteArray(field, value.bytes()));
        }

        Message fixed(int field, long value) {
            return write(() -> out.writeFixed64(field, value));
        }

        byte[] bytes() {
            write(out::flush);
            return bytes.toByteArray();
        }

        private interface Writing {
            void run() throws IOException;
        }

        private Message write(Writing writing) {
            try {
                writing.run();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return this;
        }
    }

    private PacketFile() {}

    static Message message() {
        return new Message();
    }

    static byte[] trace(Message... packets) {
        Message trace = message();
        for (Message packet : packets) {
            trace.message(1, packet);
        }
        return trace.bytes();
    }

    /** A packet that holds others, compressed. */
    static Message compressed(byte[] packets) {
        ByteArrayOutputStream deflated = new ByteArrayOutputStream();
        try (DeflaterOutputStream out = new DeflaterOutputStream(deflated)) {
            out.write(packets);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes(50, deflated.toByteArray());
    }

    static Message bytes(int field, byte[] value) {
        Message packet = message();
        return packet.write(() -> packet.out.writeByteArray(field, value));
    }

    static Message process(long uuid, long pid, String name) {
        return descriptor(
                message().number(1, uuid).message(3, message().number(1, pid).text(6, name)));
    }

    static Message thread(long uuid, long pid, long tid, String name) {
        return descriptor(message()
                .number(1, uuid)
                .message(4, message().number(1, pid).number(2, tid).text(5, name)));
    }

    static Message track(long uuid, long parent, String name) {
        return descriptor(message().number(1, uuid).number(5, parent).text(2, name));
    }

    static Message counterTrack(long uuid, long parent, String name, Message counter) {
        return descriptor(
                message().number(1, uuid).number(5, parent).text(2, name).message(8, counter));
    }

    static Message descriptor(Message descriptor) {
        return message().message(60, descriptor);
    }

    /** An event of a sequence that interns nothing, in nanoseconds of the default clock. */
    static Message event(long nanos, Message event) {
        return message().number(8, nanos).number(10, 1).message(11, event);
    }

    static Message begin(long track, String name) {
        return message().number(9, 1).number(11, track).text(23, name);
    }

    static Message end(long track) {
        return message().number(9, 2).number(11, track);
    }

    static Message instant(long track, String name) {
        return message().number(9, 3).number(11, track).text(23, name);
    }

    static Message count(long track, long value) {
        return message().number(9, 4).number(11, track).number(30, value);
    }

    static Message annotation(String name) {
        return message().text(10, name);
    }
}
