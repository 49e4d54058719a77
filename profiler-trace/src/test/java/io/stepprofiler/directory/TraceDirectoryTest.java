package io.stepprofiler.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepprofiler.child.RecordingLogger;
import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.directory.TraceDirectory.Part;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.export.ExportMeter;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TraceExporter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceDirectoryTest {
    /** Writes five bytes, or fails after the first. */
    private record FiveBytes(boolean failing) implements TraceExporter {
        @Override
        public Set<String> suffixes() {
            return Set.of(".five");
        }

        @Override
        public void export(Trace trace, String fileName, OutputStream out, ExportMeter meter) throws IOException {
            out.write('x');
            if (failing) {
                throw new IOException("disk full");
            }
            out.write(new byte[4]);
        }
    }

    @TempDir
    private Path dir;

    private final RecordingLogger logger = new RecordingLogger();
    private final TraceBuilder builder =
            new TraceBuilder().window(new ClockAnchor(0, 7_000), new ClockAnchor(9, 7_009));

    @Test
    void write_always_saysWhereTheFileIsAndHowToOpenIt() throws IOException {
        Path file = write(trace(), false);

        assertThat(file).isEqualTo(dir.resolve("w7000.five").toAbsolutePath()).hasSize(5);
        assertThat(logger.messages())
                .containsExactly("INFO Trace written: " + file + ", 5 B, 1 event, 0 dropped. Open it.");
    }

    @Test
    void write_withLosses_saysTheAccount() throws IOException {
        builder.dropped(DropCause.EVENT_LIMIT, 12);

        Path file = write(trace(), false);

        assertThat(logger.messages())
                .containsExactly("INFO Trace written: " + file + ", 5 B, 1 event, 12 dropped; "
                        + "13 events begun = 1 written + 12 dropped + 0 unfinished (dropped, event limit: 12). "
                        + "Open it.");
    }

    @Test
    void write_traceWithSamples_saysHowMany() throws IOException {
        builder.stackSample(new StackSample(1, 1, SampleKind.JAVA, -1, 10));
        Path file = write(trace(), false);

        assertThat(logger.messages())
                .containsExactly("INFO Trace written: " + file + ", 5 B, 1 event, 1 sample, 0 dropped. Open it.");
    }

    @Test
    void write_failingMidway_leavesNothingAndLogsNothing() {
        assertThatThrownBy(() -> write(trace(), true))
                .isInstanceOf(IOException.class)
                .hasMessage("disk full");

        assertThat(dir).isEmptyDirectory();
        assertThat(logger.messages()).isEmpty();
    }

    @Test
    void write_severalFilesOneOfThemThere_giveAllTheNextFreeName() throws IOException {
        Files.createFile(dir.resolve("w7000.b"));
        Files.createFile(dir.resolve("w7001.a"));

        assertThat(writeParts()).containsExactly(dir.resolve("w7002.a"), dir.resolve("w7002.b"));
    }

    /** As if another process wrote a file of the other ending after the first one was chosen. */
    @Test
    void write_nameTakenMeanwhile_leavesTheOtherFileAlone() throws IOException {
        TraceExporter taking = new TraceExporter() {
            @Override
            public Set<String> suffixes() {
                return Set.of(".a");
            }

            @Override
            public void export(Trace trace, String fileName, OutputStream out, ExportMeter meter) throws IOException {
                Files.writeString(dir.resolve("w7000.b"), "other");
            }
        };

        List<Path> files = new TraceDirectory(dir)
                .write(
                        trace(),
                        nanos -> "w" + nanos,
                        List.of(new Part(".a", taking, ""), new Part(".b", new FiveBytes(false), "")),
                        logger);

        assertThat(files).containsExactly(dir.resolve("w7000.a"), dir.resolve("w7001.b"));
        assertThat(dir.resolve("w7000.b")).hasContent("other");
    }

    private List<Path> writeParts() throws IOException {
        return new TraceDirectory(dir)
                .write(
                        trace(),
                        nanos -> "w" + nanos,
                        List.of(new Part(".a", new FiveBytes(false), ""), new Part(".b", new FiveBytes(false), "")),
                        logger);
    }

    private Path write(Trace trace, boolean failing) throws IOException {
        return new TraceDirectory(dir)
                .write(trace, nanos -> "w" + nanos + ".five", new FiveBytes(failing), logger, "Open it.");
    }

    private Trace trace() {
        builder.thread(1, "main").add(builder.nameId("a"), 0, 5);
        return builder.build();
    }
}
