package io.stepprofiler.journal.blocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepprofiler.event.StepMark;
import io.stepprofiler.segment.Segment;
import io.stepprofiler.wire.WireReader;
import io.stepprofiler.wire.WireWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Journals changed at random, with checksums that fit all the same: reading them ends, in a trace or
 * in an {@link IOException}. {@code -Dfuzz.seconds=600} goes on for so long, with other seeds each time.
 */
class FuzzTest {
    private static final long SECONDS = Long.getLong("fuzz.seconds", 0);
    private static final int ROUNDS = 400;
    private static final long[] NUMBERS = {
        0, 1, 127, 128, 255, Integer.MAX_VALUE, 1L << 32, Long.MAX_VALUE, -1, Long.MIN_VALUE
    };

    @TempDir
    Path directory;

    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    private record Parts(byte[] header, byte[] payload) {}

    private static Parts parts(Segment segment) throws IOException {
        WireWriter header = new WireWriter();
        SegmentWriter writer = new SegmentWriter(new PlainBytes());
        writer.write(segment, header);
        return new Parts(
                Arrays.copyOf(header.bytes(), header.size()), Arrays.copyOf(writer.payload(), writer.payloadSize()));
    }

    private static byte[] changed(byte[] bytes, Random random) throws IOException {
        byte[] changed = bytes;
        for (int i = random.nextInt(4); i >= 0 && changed.length > 0; i--) {
            int at = random.nextInt(changed.length);
            switch (random.nextInt(5)) {
                case 0 -> changed = with(changed, at, changed[at] ^ (1 << random.nextInt(8)));
                case 1 -> changed = with(changed, at, random.nextInt());
                case 2 -> changed = spliced(changed, at, at + 1 + random.nextInt(8), new byte[0]);
                case 3 -> changed = spliced(changed, at, at, Arrays.copyOfRange(changed, at / 2, at));
                default -> {
                    WireWriter number = new WireWriter();
                    number.varint(NUMBERS[random.nextInt(NUMBERS.length)]);
                    changed = spliced(changed, at, at + 1, Arrays.copyOf(number.bytes(), number.size()));
                }
            }
        }
        return changed;
    }

    private static byte[] with(byte[] bytes, int at, int value) {
        byte[] result = bytes.clone();
        result[at] = (byte) value;
        return result;
    }

    private static byte[] spliced(byte[] bytes, int from, int to, byte[] instead) {
        int end = Math.min(to, bytes.length);
        byte[] result = Arrays.copyOf(bytes, bytes.length - (end - from) + instead.length);
        System.arraycopy(instead, 0, result, from, instead.length);
        System.arraycopy(bytes, end, result, from + instead.length, bytes.length - end);
        return result;
    }

    private void read(byte[] journal, String what) throws IOException {
        try {
            HostileJournal.read(directory, journal);
        } catch (RuntimeException | Error e) {
            Path kept = Files.write(Files.createTempFile("journal", ".blocks"), journal);
            throw new AssertionError(what + ", kept as " + kept, e);
        }
    }

    @Test
    void read_changedAtRandom_endsInATraceOrAnIoException() throws IOException {
        long seed = SECONDS > 0 ? System.nanoTime() : 1;
        long end = System.nanoTime() + SECONDS * 1_000_000_000;
        for (int round = 0; round < ROUNDS || (SECONDS > 0 && System.nanoTime() < end); round++) {
            Random random = new Random(seed + round);
            List<Segment> segments = new RandomWindow(random.nextInt(50), 12).segments(2);
            Parts parts = parts(segments.get(random.nextInt(2)));
            byte[] header = changed(parts.header, random);
            byte[] payload = random.nextBoolean() ? parts.payload : changed(parts.payload, random);
            read(HostileJournal.withSegment(header, payload), "seed " + (seed + round));
        }
    }

    private static WireReader step(long start, long duration) throws IOException {
        WireWriter out = new WireWriter();
        InstantsCodec.writeStep(new StepMark(1, start, duration, 1, false), out);
        return new WireReader(out.bytes(), 0, out.size());
    }

    @Test
    void readStep_endsBeforeItBegins_isRefused() throws IOException {
        assertThat(InstantsCodec.readStep(step(Long.MAX_VALUE - 5, 5)).durationNanos())
                .isEqualTo(5);
        WireReader negative = step(5, -1);
        assertThatThrownBy(() -> InstantsCodec.readStep(negative)).isInstanceOf(IOException.class);
        WireReader tooLong = step(Long.MAX_VALUE - 5, 6);
        assertThatThrownBy(() -> InstantsCodec.readStep(tooLong)).isInstanceOf(IOException.class);
    }

    @Test
    void read_unchanged_isRead() throws IOException {
        for (int seed = 0; seed < 20; seed++) {
            Segment segment = new RandomWindow(seed).segments(1).get(0);
            Parts parts = parts(segment);
            long events = segment.threads().stream()
                    .mapToLong(thread -> thread.size())
                    .sum();
            assertThat(HostileJournal.read(directory, HostileJournal.withSegment(parts.header, parts.payload)))
                    .isEqualTo(events);
        }
    }
}
