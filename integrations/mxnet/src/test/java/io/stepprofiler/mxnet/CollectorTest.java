package io.stepprofiler.mxnet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.stepprofiler.ProfileFailure;
import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.segment.SegmentBuilder;
import io.stepprofiler.segment.SegmentCounts;
import io.stepprofiler.trace.TrackBuilder;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CollectorTest {
    private static final ClockAnchor START = at(0);

    @TempDir
    private Path directory;

    private final Troubles troubles = new Troubles();
    private final Collector collector = new Collector(troubles);
    private long counted;

    private static ClockAnchor at(long nanos) {
        return new ClockAnchor(nanos, nanos + 1_790_000_000_000_000_000L);
    }

    private SegmentBuilder segment(long startNanos, long endNanos, long events) {
        SegmentCounts before = counts();
        counted += events;
        return new SegmentBuilder(at(startNanos), at(endNanos)).counts(before, counts());
    }

    private SegmentCounts counts() {
        return new SegmentCounts(counted, Map.of(), Map.of());
    }

    private void receiveMemory(long nanos, long address) {
        SegmentBuilder late = segment(1_000_000, 1_000_001, 1);
        late.beside().memory(MemoryEvent.allocated(nanos, 1, address, 8));
        collector.receive(late.build());
    }

    private static void addModule(SegmentBuilder segment, String name, long startNanos, long endNanos) {
        segment.thread(1, "main", 0)
                .events()
                .add(segment.beside().nameId(name, EventKind.MODULE, ""), startNanos, endNanos - startNanos);
    }

    /** More modules than are kept, at 10, 20 and so on, inside one that stays open. */
    private void receiveManyModulesInsideAnOpenOne() {
        int inner = ScopeTimeline.MAX_MOMENTS;
        SegmentBuilder segment = segment(0, 1_000_000, inner + 1L);
        addModule(segment, "outer", 1, 1_000_000);
        segment.thread(1, "main", 0).events().unfinished(0);
        for (int i = 1; i <= inner; i++) {
            addModule(segment, "inner", 10L * i, 10L * i + 5);
        }
        collector.receive(segment.build());
    }

    @Test
    void memoryToldLate_inAScopeThatIsForgotten_isNotTakenForThatOfTheOpenOneAroundIt() throws IOException {
        receiveManyModulesInsideAnOpenOne();
        receiveMemory(12, 1);
        receiveMemory(999_999, 2);
        Path file = directory.resolve("memory.csv");
        collector.writeMemory(file);
        assertThat(Files.readAllLines(file))
                .hasSize(3)
                .anyMatch(line -> line.startsWith("\"<forgotten>:unknown\""))
                .anyMatch(line -> line.startsWith("\"outer:unknown\""));
    }

    @Test
    void listsOfMemory_thatLackMoreEachTime_areToldOnceAndLeaveRoomForOtherFailures() throws IOException {
        receiveManyModulesInsideAnOpenOne();
        Path file = directory.resolve("memory.csv");
        for (int i = 1; i <= 150; i++) {
            receiveMemory(12, i);
            collector.writeMemory(file);
        }
        Path inTheWay = Files.createDirectories(directory.resolve("directory.csv"));
        collector.writeMemory(inTheWay);
        assertThat(troubles.list())
                .extracting(ProfileFailure::kind, failure -> failure.message().contains(file.toString()))
                .containsExactly(
                        tuple(ProfileFailure.Kind.RECORDING_FAILED, true),
                        tuple(ProfileFailure.Kind.HANDLER_FAILED, false));
        assertThat(troubles.list().get(0).message())
                .endsWith("is not complete: 150 pieces were told of too late to know their scopes");
    }

    private static OutputStream failingAfter(long most, OutputStream to) {
        return new FilterOutputStream(to) {
            private long length;

            @Override
            public void write(byte[] bytes) throws IOException {
                if (length + bytes.length > most) {
                    // As on a disk that has room for a part of it.
                    out.write(bytes, 0, (int) (most - length));
                    throw new IOException("No space left");
                }
                length += bytes.length;
                out.write(bytes);
            }
        };
    }

    @Test
    void account_ofATraceGivenUpInsideASegment_addsUpAndCountsAsWrittenWhatIsInTheFile() throws IOException {
        Path file = directory.resolve("profile.json");
        collector.begin(new TraceOutput(
                file, Long.MAX_VALUE, START, new ProcessInfo(1, "host"), "test", to -> failingAfter(200_000, to)));
        SegmentBuilder segment = segment(0, 1_000_000, 5001);
        TrackBuilder thread = segment.thread(1, "main", 0).events();
        thread.unfinished(thread.add(segment.beside().nameId("open"), 1, 999_999));
        for (int i = 0; i < 5000; i++) {
            segment.beside().counter("loss", i, i);
        }
        collector.receive(segment.build());

        JsonNode document = new ObjectMapper().readTree(Files.readAllBytes(file));
        JsonNode account = document.get("stepProfiler");
        long written = 0;
        for (JsonNode event : document.get("traceEvents")) {
            if (event.get("ph").asText().equals("C")) {
                written++;
            }
        }
        assertThat(written).isBetween(1L, 4999L);
        assertThat(account.get("begun").asLong()).isEqualTo(5001);
        assertThat(account.get("written").asLong()).isEqualTo(written);
        assertThat(account.get("unfinished").asLong()).isZero();
        assertThat(account.get("notWritten").asLong()).isEqualTo(5001 - written);
        assertThat(troubles.list())
                .singleElement()
                .satisfies(failure -> assertThat(failure.message()).contains("is given up", "No space left"));
    }

    /** Takes so many blocks, and none of the next. */
    private static OutputStream failingBehind(int blocks, OutputStream to) {
        return new FilterOutputStream(to) {
            private int taken;

            @Override
            public void write(byte[] bytes) throws IOException {
                if (taken++ == blocks) {
                    throw new IOException("No space left");
                }
                out.write(bytes);
            }
        };
    }

    private Path beginFailingBehind(int blocks) throws IOException {
        Path file = directory.resolve("profile.json");
        collector.begin(new TraceOutput(
                file, Long.MAX_VALUE, START, new ProcessInfo(1, "host"), "test", to -> failingBehind(blocks, to)));
        return file;
    }

    private void receiveCounter(long at) {
        SegmentBuilder segment = segment(at, at + 10, 1);
        segment.beside().counter("loss", at, 1);
        collector.receive(segment.build());
    }

    @Test
    void file_whoseLastPartCannotBeWritten_hasTheAccountOfWhatIsInIt() throws IOException {
        Path file = beginFailingBehind(1);
        receiveCounter(0);
        collector.publish();
        receiveCounter(1);
        collector.finish();

        JsonNode document = new ObjectMapper().readTree(Files.readAllBytes(file));
        assertThat(document.get("traceEvents").findValuesAsText("ph")).containsOnlyOnce("C");
        assertThat(document.get("stepProfiler").get("begun").asLong()).isEqualTo(2);
        assertThat(document.get("stepProfiler").get("written").asLong()).isEqualTo(1);
        assertThat(document.get("stepProfiler").get("notWritten").asLong()).isEqualTo(1);
    }

    @Test
    void file_ofWhichNothingCanBeWritten_isNotThere() throws IOException {
        beginFailingBehind(0);
        receiveCounter(0);
        collector.finish();

        assertThat(directory).isEmptyDirectory();
        assertThat(troubles.list())
                .singleElement()
                .satisfies(failure -> assertThat(failure.message()).contains("is given up", "No space left"));
    }
}
