package io.stepprofiler.environment;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.StringTokenizer;
import java.util.stream.Stream;

/**
 * Processor time that all processes of a machine took together since it was started, as Linux counts it: in hundredths
 * of a second, other containers included.
 *
 * @see <a href="https://docs.kernel.org/filesystems/proc.html">Linux, "The /proc Filesystem", 1.7</a>
 */
public final class MachineTime {
    private static final Path STAT = Path.of("/proc/stat");
    private static final long NANOS_A_TICK = 10_000_000;

    /** Longest first line, which sums up all processors. */
    private static final int LINE = 512;

    /** Number of figures read: user, nice, system, idle, waiting for input, interrupts, soft interrupts, stolen. */
    private static final int FIGURES = 8;

    private static final int IDLE = 3;
    private static final int WAITING = 4;

    private MachineTime() {}

    /** {@return the time in nanoseconds; empty if not known} Reading it takes up to a millisecond. */
    public static OptionalLong nanos() {
        return nanos(STAT);
    }

    /** {@return the number of processors that are counted; 0 if not known} Reading it takes up to a millisecond. */
    static int processors() {
        return processors(STAT);
    }

    static int processors(Path stat) {
        try (Stream<String> lines = Files.lines(stat, StandardCharsets.ISO_8859_1)) {
            return (int) lines.takeWhile(line -> line.startsWith("cpu"))
                    .filter(line -> line.matches("cpu\\d.*"))
                    .count();
        } catch (IOException | RuntimeException e) {
            return 0;
        }
    }

    static OptionalLong nanos(Path stat) {
        try (InputStream in = Files.newInputStream(stat)) {
            String text = new String(in.readNBytes(LINE), StandardCharsets.ISO_8859_1);
            int end = text.indexOf('\n');
            // No regular expression: a monitor calls this too seldom for it to be compiled.
            StringTokenizer figures = new StringTokenizer(end < 0 ? text : text.substring(0, end));
            if (figures.countTokens() <= FIGURES || !figures.nextToken().equals("cpu")) {
                return OptionalLong.empty();
            }
            long ticks = 0;
            for (int i = 0; i < FIGURES; i++) {
                long figure = Long.parseLong(figures.nextToken());
                ticks += i == IDLE || i == WAITING ? 0 : figure;
            }
            return OptionalLong.of(ticks * NANOS_A_TICK);
        } catch (IOException | RuntimeException e) {
            return OptionalLong.empty();
        }
    }
}
