package io.stepprofiler.wire;

import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;

/** A message of random fields, written by {@link WireWriter} and by protobuf's own library at once. */
final class RandomMessage {
    private static final int MAX_DEPTH = 4;

    private final Random random;
    private final WireWriter out;

    private RandomMessage(Random random, WireWriter out) {
        this.random = random;
        this.out = out;
    }

    /** Writes a message and gives what protobuf makes of the same fields. */
    static byte[] write(Random random, WireWriter out) throws IOException {
        return new RandomMessage(random, out).message(0);
    }

    private byte[] message(int depth) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CodedOutputStream protobuf = CodedOutputStream.newInstance(bytes);
        for (int fields = random.nextInt(6); fields > 0; fields--) {
            int number = 1 + (random.nextBoolean() ? random.nextInt(15) : random.nextInt((1 << 29) - 1));
            write(number, depth, protobuf);
        }
        protobuf.flush();
        return bytes.toByteArray();
    }

    private void write(int field, int depth, CodedOutputStream protobuf) throws IOException {
        switch (random.nextInt(depth < MAX_DEPTH ? 8 : 6)) {
            case 0 -> {
                long value = number();
                out.present(field, value);
                protobuf.writeUInt64(field, value);
            }
            case 1 -> {
                long value = number();
                out.signed(field, value);
                if (value != 0) {
                    protobuf.writeSInt64(field, value);
                }
            }
            case 2 -> {
                String text = text();
                out.present(field, text);
                protobuf.writeString(field, text);
            }
            case 3 -> {
                byte[] bytes = text().getBytes(StandardCharsets.UTF_8);
                out.present(field, bytes);
                protobuf.writeByteArray(field, bytes);
            }
            case 4 -> {
                double value = random.nextGaussian();
                out.present(field, value);
                protobuf.writeDouble(field, value);
            }
            case 5 -> {
                long bits = number();
                out.fixed64(field, bits);
                protobuf.writeFixed64(field, bits);
            }
            default -> {
                int mark = out.begin(field);
                byte[] inner = message(depth + 1);
                out.end(mark);
                protobuf.writeByteArray(field, inner);
            }
        }
    }

    /** All lengths of varints come up, and 0. */
    private long number() {
        return random.nextInt(10) == 0 ? 0 : random.nextLong() >>> random.nextInt(64);
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        for (int left = random.nextInt(random.nextBoolean() ? 4 : 300); left > 0; left--) {
            text.appendCodePoint(random.nextBoolean() ? 'a' + random.nextInt(26) : 0x1F600 + random.nextInt(80));
        }
        return text.toString();
    }
}
