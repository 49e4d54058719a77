package io.stepprofiler.startup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PerfCountersTest {
    @TempDir
    Path dir;

    private static byte[] file(ByteOrder order, Map<String, Long> counters) {
        ByteBuffer file = ByteBuffer.allocate(4096).putInt(0, 0xcafec0c0);
        file.put(4, (byte) (order == ByteOrder.LITTLE_ENDIAN ? 1 : 0)).put(5, (byte) 2);
        file.order(order).putInt(24, 32).putInt(28, counters.size());
        int entry = 32;
        for (Map.Entry<String, Long> counter : counters.entrySet()) {
            byte[] name = counter.getKey().getBytes(StandardCharsets.ISO_8859_1);
            int value = (20 + name.length + 8) / 8 * 8;
            file.putInt(entry, value + 8).putInt(entry + 4, 20).putInt(entry + 8, 0);
            file.put(entry + 12, (byte) 'J').putInt(entry + 16, value);
            file.put(entry + 20, name).putLong(entry + value, counter.getValue());
            entry += value + 8;
        }
        return file.array();
    }

    private PerfCounters written(byte[] bytes) throws IOException {
        return new PerfCounters(Files.write(dir.resolve("1"), bytes));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void times_ofAFile_areInNanoseconds(boolean bigEndian) throws IOException {
        PerfCounters counters = written(file(
                bigEndian ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN,
                Map.of("sun.os.hrt.frequency", 1_000_000L, "sun.cls.time", 7L)));
        assertThat(counters.nanos("sun.cls.time")).isEqualTo(7000);
        assertThat(counters.value("sun.cls.time")).isEqualTo(7);
    }

    @Test
    void counter_thatIsNotThere_isMinusOne() throws IOException {
        PerfCounters counters = written(file(ByteOrder.LITTLE_ENDIAN, Map.of("sun.os.hrt.frequency", 1L)));
        assertThat(counters.value("sun.cls.time")).isEqualTo(-1);
        assertThat(counters.nanos("sun.cls.time")).isEqualTo(-1);
    }

    @Test
    void value_changedSince_isReadAnew() throws IOException {
        PerfCounters counters = written(file(ByteOrder.LITTLE_ENDIAN, Map.of("a", 1L)));
        Files.write(dir.resolve("1"), file(ByteOrder.LITTLE_ENDIAN, Map.of("a", 2L)));
        assertThat(counters.value("a")).isEqualTo(2);
        Files.write(dir.resolve("1"), new byte[5]);
        assertThat(counters.value("a")).isEqualTo(-1);
    }

    @Test
    void bytes_thatAreDamaged_areReadWithoutFailing() throws IOException {
        byte[] whole = file(ByteOrder.LITTLE_ENDIAN, Map.of("first", 1L, "second", 2L, "third", 3L));
        Random random = new Random(7);
        for (int i = 0; i < 300; i++) {
            byte[] damaged = whole.clone();
            for (int change = 0; change < 4; change++) {
                damaged[random.nextInt(150)] = (byte) random.nextInt();
            }
            PerfCounters counters = written(damaged);
            assertThatCode(() -> counters.value("third")).doesNotThrowAnyException();
        }
    }

    @Test
    void file_thatIsALink_isNotRead() throws IOException {
        Path real = Files.write(dir.resolve("2"), file(ByteOrder.LITTLE_ENDIAN, Map.of("a", 1L)));
        assertThat(new PerfCounters(Files.createSymbolicLink(dir.resolve("link"), real)).value("a"))
                .isEqualTo(-1);
    }

    @Test
    void thisProcess_hasTimesOfClassesOrNoCountersAtAll() {
        PerfCounters counters = PerfCounters.ofThisProcess();
        boolean has = counters.value("sun.os.hrt.frequency") > 0;
        assertThat(counters.nanos("sun.cls.classInitTime") > 0).isEqualTo(has);
        assertThat(counters.nanos("sun.cls.appClassLoadTime") > 0).isEqualTo(has);
    }
}
