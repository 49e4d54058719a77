package io.stepprofiler.readers.perfetto;

import static io.stepprofiler.readers.perfetto.PacketFile.annotation;
import static io.stepprofiler.readers.perfetto.PacketFile.begin;
import static io.stepprofiler.readers.perfetto.PacketFile.bytes;
import static io.stepprofiler.readers.perfetto.PacketFile.compressed;
import static io.stepprofiler.readers.perfetto.PacketFile.counterTrack;
import static io.stepprofiler.readers.perfetto.PacketFile.end;
import static io.stepprofiler.readers.perfetto.PacketFile.event;
import static io.stepprofiler.readers.perfetto.PacketFile.instant;
import static io.stepprofiler.readers.perfetto.PacketFile.message;
import static io.stepprofiler.readers.perfetto.PacketFile.process;
import static io.stepprofiler.readers.perfetto.PacketFile.thread;
import static io.stepprofiler.readers.perfetto.PacketFile.trace;
import static io.stepprofiler.readers.perfetto.PacketFile.track;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepprofiler.averages.KeyAverages;
import io.stepprofiler.imports.ImportException;
import io.stepprofiler.imports.ImportOptions;
import io.stepprofiler.imports.ImportedTrace;
import io.stepprofiler.readers.perfetto.PacketFile.Message;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that are cut, damaged, or made to be dangerous: each is read, as far as it goes, or refused in one sentence. */
class DamagedPacketsTest {
    private static final byte[] WHOLE = whole();

    private static byte[] whole() {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        Message summary = instant(1, "Step Profiler")
                .message(4, annotation("trace_id").text(6, "id"))
                .message(
                        4,
                        annotation("account")
                                .message(11, annotation("begun").number(4, 3))
                                .message(11, annotation("written").number(4, 3)));
        Message snapshot = message()
                .message(
                        6,
                        message()
                                .message(1, message().number(1, 3).number(2, 5))
                                .message(1, message().number(1, 6).number(2, 5))
                                .message(1, message().number(1, 1).number(2, 7))
                                .number(2, 3));
        byte[] plain = trace(
                snapshot,
                process(1, 7, "java"),
                thread(2, 7, 70, "main"),
                track(3, 1, "lane"),
                counterTrack(4, 1, "loss", message()),
                event(10, begin(2, "a").message(4, annotation("Input Dims").text(6, "[[2, 3]]"))),
                event(11, begin(3, "b").text(22, "task")),
                event(12, end(3)),
                event(13, message().number(9, 4).number(11, 4).real(44, 0.5)),
                event(20, end(2)));
        all.writeBytes(plain);
        all.writeBytes(trace(compressed(trace(event(15, instant(2, "c")), event(5, summary)))));
        return all.toByteArray();
    }

    @TempDir
    private Path directory;

    private ImportedTrace read(byte[] bytes, ImportOptions options) throws IOException {
        return new PerfettoImporter().read(Files.write(directory.resolve("x.pftrace"), bytes), options);
    }

    private void assertRefused(byte[] bytes, String message) {
        assertThatThrownBy(() -> read(bytes, ImportOptions.DEFAULT))
                .isInstanceOf(ImportException.class)
                .hasMessageContaining("x.pftrace: ")
                .hasMessageContaining(message);
    }

    @Test
    void file_asItIs_isRead() throws IOException {
        ImportedTrace read = read(WHOLE, ImportOptions.DEFAULT);

        assertThat(read.trace().eventCount()).isEqualTo(2);
        assertThat(read.trace().id()).isEqualTo("id");
        assertThat(read.missing()).isEmpty();
    }

    @Test
    void emptyFile_isRefused() {
        assertRefused(new byte[0], "it is empty");
    }

    @Test
    void otherBytes_areRefused() {
        assertRefused("no trace at all".getBytes(java.nio.charset.StandardCharsets.UTF_8), "no packet begins there");
    }

    @Test
    void fileThatIsCut_isReadUpToItsLastPacketAndTold() throws IOException {
        byte[] two = trace(event(1, instant(0, "a")), event(2, instant(0, "b")));

        ImportedTrace read = read(Arrays.copyOf(two, two.length - 1), ImportOptions.DEFAULT);

        assertThat(read.trace().eventCount()).isEqualTo(1);
        assertThat(read.missing()).singleElement().asString().contains("ends in the middle of a packet");
    }

    @Test
    void fileThatIsCut_anywhere_isReadOrRefused() throws IOException {
        for (int length = 0; length < WHOLE.length; length++) {
            check(Arrays.copyOf(WHOLE, length), length);
        }
    }

    @Test
    void lengthBeyondTheFile_takesNoMemory() {
        assertRefused(new byte[] {0x0a, (byte) 0xff, (byte) 0xff, (byte) 0xff, 0x0f, 0x40, 1}, "cut");
    }

    @Test
    void lengthBeyondAnyPacket_isRefused() {
        assertRefused(new byte[] {0x0a, (byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, 0x0f}, "are allowed");
        assertRefused(
                new byte[] {0x0a, (byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, 0x0f}, "its length");
    }

    @Test
    void compressedPackets_thatBecomeManyBytes_areRefusedByTheLimit() throws IOException {
        Message large = event(1, instant(0, "x".repeat(10_000)));
        Message[] many = new Message[200];
        Arrays.fill(many, large);
        byte[] bomb = trace(compressed(trace(many)));
        assertThat(bomb.length).isLessThan(20_000);

        assertThatThrownBy(() -> read(bomb, ImportOptions.DEFAULT.withMaxBytes(1_000_000)))
                .isInstanceOf(ImportException.class)
                .hasMessageContaining("maxBytes");
    }

    @Test
    void compressedPackets_inCompressedOnes_areNoPlaceToHide() throws IOException {
        byte[] inner = trace(event(1, instant(0, "hidden")));

        ImportedTrace read = read(trace(compressed(trace(compressed(inner)))), ImportOptions.DEFAULT);

        assertThat(read.trace().eventCount()).isZero();
        assertThat(read.missing()).singleElement().asString().contains("other data sources");
    }

    @Test
    void damagedCompression_isRefused() {
        assertRefused(trace(bytes(50, new byte[] {0x78, 1, 2, 3, 4})), "compressed data is damaged or cut");
    }

    @Test
    void annotations_nestedTooDeep_areRefused() {
        Message deep = message().number(4, 1);
        for (int i = 0; i < 100; i++) {
            deep = message().text(10, "x").message(11, deep);
        }
        assertRefused(trace(event(1, begin(0, "a").message(4, deep))), "nested deeper than 50");
    }

    @Test
    void tracksInACircle_endSomewhere() throws IOException {
        ImportedTrace read = read(
                trace(track(5, 6, "a"), track(6, 5, "b"), event(1, begin(5, "x")), event(2, end(5))),
                ImportOptions.DEFAULT);

        assertThat(read.trace().eventCount()).isEqualTo(1);
    }

    @Test
    void moreThanTheLimits_isRefusedNamingThem() {
        assertThatThrownBy(() -> read(WHOLE, ImportOptions.DEFAULT.withMaxEvents(2)))
                .isInstanceOf(ImportException.class)
                .hasMessageContaining("maxEvents");
        assertThatThrownBy(() -> read(WHOLE, ImportOptions.DEFAULT.withMaxMemoryBytes(1_000)))
                .isInstanceOf(ImportException.class)
                .hasMessageContaining("maxMemoryBytes");
        assertThatThrownBy(() -> read(WHOLE, ImportOptions.DEFAULT.withMaxBytes(100)))
                .isInstanceOf(ImportException.class)
                .hasMessageContaining("maxBytes");
    }

    @Test
    void times_beyondAllClocks_areDroppedAndTold() throws IOException {
        for (long time : new long[] {-1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 62}) {
            ImportedTrace read = read(trace(event(time, instant(0, "a"))), ImportOptions.DEFAULT);

            assertThat(read.trace().eventCount() + read.trace().account().droppedTotal())
                    .isEqualTo(1);
        }
    }

    @Test
    void file_changedAnywhere_isReadOrRefused() throws IOException {
        Random random = new Random(1);
        for (int round = 0; round < 2_000; round++) {
            byte[] bytes = WHOLE.clone();
            for (int change = random.nextInt(4); change >= 0; change--) {
                int at = random.nextInt(bytes.length);
                switch (random.nextInt(3)) {
                    case 0 -> bytes[at] = (byte) random.nextInt(256);
                    case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                    default -> {
                        int from = random.nextInt(bytes.length);
                        int length = random.nextInt(Math.min(20, bytes.length - Math.max(at, from)));
                        System.arraycopy(WHOLE, from, bytes, at, length);
                    }
                }
            }
            check(bytes, round);
        }
    }

    /** A trace that is whole in itself, or an error that says what and where. */
    private void check(byte[] bytes, int round) throws IOException {
        try {
            ImportedTrace read = read(bytes, ImportOptions.DEFAULT.withMaxMemoryBytes(10_000_000));
            assertThat(read.trace().account().begun()).isNotNegative();
            assertThat(KeyAverages.of(read.trace()).rows()).isNotNull();
        } catch (ImportException e) {
            assertThat(e).as("round %d", round).hasMessageContaining("x.pftrace: ");
        }
    }
}
