package io.stepprofiler.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.UnknownFieldSet;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What is written, read by protobuf's own parser, and what that writes, read. */
class WireTest {
    private final WireWriter out = new WireWriter();

    private WireReader written() {
        return new WireReader(out.bytes(), 0, out.size());
    }

    private static long number(Random random) {
        return random.nextLong() >>> random.nextInt(64);
    }

    @Test
    void write_randomMessages_areWhatProtobufWritesAndReads() throws IOException {
        for (int seed = 0; seed < 300; seed++) {
            out.clear();
            byte[] expected = RandomMessage.write(new Random(seed), out);
            assertThat(out.toByteArray()).as("seed %d", seed).isEqualTo(expected);
            assertThat(UnknownFieldSet.parseFrom(expected).getSerializedSize()).isEqualTo(expected.length);
        }
    }

    @Test
    void write_messageInMessage_isWhatProtobufReads() throws IOException {
        int outer = out.begin(20);
        out.text(1, "x".repeat(200));
        int inner = out.begin(2);
        out.signed(3, -7);
        out.flag(4, true);
        out.end(inner);
        out.end(outer);
        UnknownFieldSet message = UnknownFieldSet.parseFrom(UnknownFieldSet.parseFrom(out.toByteArray())
                .getField(20)
                .getLengthDelimitedList()
                .get(0));
        assertThat(message.getField(1).getLengthDelimitedList().get(0).toStringUtf8())
                .isEqualTo("x".repeat(200));
        UnknownFieldSet nested = UnknownFieldSet.parseFrom(
                message.getField(2).getLengthDelimitedList().get(0));
        assertThat(CodedInputStream.decodeZigZag64(
                        nested.getField(3).getVarintList().get(0)))
                .isEqualTo(-7);
        assertThat(nested.getField(4).getVarintList()).containsExactly(1L);
    }

    @Test
    void varint_anyNumber_isAsProtobufWritesIt() throws IOException {
        Random random = new Random(1);
        for (int i = 0; i < 1_000; i++) {
            long value = number(random);
            out.clear();
            out.varint(value);
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            CodedOutputStream expected = CodedOutputStream.newInstance(bytes);
            expected.writeUInt64NoTag(value);
            expected.flush();
            assertThat(out.toByteArray()).isEqualTo(bytes.toByteArray());
            assertThat(written().varint()).isEqualTo(value);
            assertThat(WireWriter.zigzag(value)).isEqualTo(CodedOutputStream.encodeZigZag64(value));
            assertThat(WireReader.unzigzag(WireWriter.zigzag(-value))).isEqualTo(-value);
        }
    }

    @Test
    void read_messageOfProtobuf_hasItsFields() throws IOException {
        Random random = new Random(2);
        for (int i = 0; i < 1000; i++) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            CodedOutputStream protobuf = CodedOutputStream.newInstance(bytes);
            long number = number(random);
            protobuf.writeInt64(1, number);
            protobuf.writeSInt64(2, -number);
            protobuf.writeFixed64(3, number);
            protobuf.writeFixed32(4, (int) number);
            protobuf.writeString(5, "größe " + number);
            protobuf.writeBool(100_000, true);
            protobuf.flush();
            WireReader in = new WireReader(bytes.toByteArray(), 0, bytes.size());
            assertThat(in.field()).isEqualTo(1);
            assertThat(in.number()).isEqualTo(number);
            assertThat(in.field()).isEqualTo(2);
            assertThat(in.signed()).isEqualTo(-number);
            assertThat(in.field()).isEqualTo(3);
            in.skip();
            assertThat(in.field()).isEqualTo(4);
            in.skip();
            assertThat(in.field()).isEqualTo(5);
            assertThat(in.text()).isEqualTo("größe " + number);
            assertThat(in.field()).isEqualTo(100_000);
            assertThat(in.flag()).isTrue();
            assertThat(in.field()).isZero();
        }
    }

    @Test
    void number_zero_isLeftOutUnlessPresent() {
        out.number(1, 0);
        out.text(2, "");
        out.flag(3, false);
        out.endColumn(out.begin(4));
        assertThat(out.size()).isZero();
        out.present(1, 0);
        out.present(2, "");
        assertThat(out.toByteArray()).containsExactly(0x08, 0, 0x12, 0);
    }

    @Test
    void text_halfOfASurrogatePair_becomesTheReplacementCharacter() throws IOException {
        out.text(1, "a\uD800b");
        WireReader in = written();
        assertThat(in.field()).isEqualTo(1);
        assertThat(in.text()).isEqualTo("a\uFFFDb");
    }

    @Test
    void continueIn_anotherArray_leavesWhatIsWrittenInTheFirst() {
        byte[] first = new byte[64];
        WireWriter writer = new WireWriter(first);
        writer.present(1, 5);
        assertThat(writer.bytes()).isSameAs(first);
        writer.continueIn(new byte[2]);
        writer.present(1, 6);
        assertThat(writer.toByteArray()).containsExactly(0x08, 6);
        assertThat(Arrays.copyOf(first, 2)).containsExactly(0x08, 5);
    }

    @Test
    void room_moreThanAnArrayHolds_isRefused() {
        out.present(1, 5);
        assertThatThrownBy(() -> out.room(Integer.MAX_VALUE))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("A message is too large: more than 2 bytes");
    }

    @Test
    void read_moreParts_thanAllowed_isRefused() throws IOException {
        for (int i = 0; i < 3; i++) {
            out.text(1, "a");
        }
        WireReader in = new WireReader(out.bytes(), 0, out.size(), out.parts() - 1);
        for (int i = 0; i < 2; i++) {
            in.field();
            in.text();
        }
        in.field();
        assertThatThrownBy(in::text).isInstanceOf(IOException.class).hasMessageContaining("more messages");
    }

    @Test
    void read_randomBytes_endsWithinThem() {
        Random random = new Random(3);
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = new byte[random.nextInt(40)];
            random.nextBytes(bytes);
            WireReader in = new WireReader(bytes, 0, bytes.length);
            try {
                while (in.field() != 0) {
                    in.skip();
                }
                assertThat(in.hasMore()).isFalse();
            } catch (IOException e) {
                assertThat(e).hasMessageStartingWith("Not a message, at its byte ");
            }
        }
    }

    @Test
    void natural_negativeNumber_isRefused() throws IOException {
        out.present(1, -1);
        WireReader in = written();
        in.field();
        assertThatThrownBy(in::natural).isInstanceOf(IOException.class).hasMessageContaining("-1 is negative");
    }

    @Test
    void frame_withAndWithoutItsParts_isReadAsItWasWritten() throws IOException {
        for (StackTraceElement frame : new StackTraceElement[] {
            new StackTraceElement("app", "mod", "1.2", "a.B", "c", "B.java", 12),
            new StackTraceElement(null, null, null, "a.B", "c", null, -2),
            new StackTraceElement("", "", "", "", "", "", 0)
        }) {
            out.clear();
            FrameCodec.write(frame, out);
            assertThat(FrameCodec.read(written())).isEqualTo(frame);
        }
    }
}
