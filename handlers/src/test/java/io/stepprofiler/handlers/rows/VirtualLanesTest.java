package io.stepprofiler.handlers.rows;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.analysis.window.VirtualLanes;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.handlers.chrome.ChromeTraceExporter;
import io.stepprofiler.handlers.xplane.XPlaneExporter;
import io.stepprofiler.imports.Traces;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TraceExporter;
import io.stepprofiler.trace.Track;
import io.stepprofiler.trace.TrackBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VirtualLanesTest {
    private final TraceBuilder builder = new TraceBuilder();

    @Test
    void threads_thatFollowEachOther_areInOneLane() {
        for (int i = 1; i <= 9; i++) {
            work(i, 100L * i, 100);
        }
        VirtualLanes lanes = lanes(Set.of());
        assertThat(lanes.counts()).isEqualTo(Map.of("virtualThreads", 9L, "virtualThreadLanes", 1L));
        assertThat(LongStream.rangeClosed(1, 9).map(lanes::owner)).containsOnly(1L);
        assertThat(lanes.name(builder.build().tracks().get(4), "")).isEqualTo("virtual threads (9) lane 1");
    }

    @Test
    void threads_thatAreFewOrNamedOrHaveSteps_haveRowsOfTheirOwn() {
        for (int i = 1; i <= 8; i++) {
            work(i, 0, 100);
        }
        builder.thread(9, "loader-virtual-9").add(builder.nameId("load"), 0, 100);
        assertThat(lanes(Set.of()).counts()).isEmpty();
        work(10, 0, 100);
        assertThat(lanes(Set.of()).counts()).containsEntry("virtualThreadLanes", 9L);
        assertThat(lanes(Set.of(10L)).counts()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void lanes_ofRandomThreads_areAsManyAsThreadsAreActiveAtOnce(long seed) {
        Random random = new Random(seed);
        for (int i = 1; i <= 200; i++) {
            work(i, random.nextInt(2000), 1 + random.nextInt(100));
        }
        Trace trace = builder.build();
        VirtualLanes lanes = lanes(Set.of());
        long most = LongStream.range(0, 2100)
                .map(time -> trace.tracks().stream()
                        .filter(track -> track.startNanos(0) <= time && time < end(track))
                        .count())
                .max()
                .orElseThrow();
        assertThat(lanes.counts()).containsEntry("virtualThreadLanes", most);
        Map<Long, List<Track>> byOwner =
                trace.tracks().stream().collect(Collectors.groupingBy(track -> lanes.owner(track.id())));
        assertThat(byOwner).hasSize((int) most);
        byOwner.values().forEach(lane -> {
            List<Track> sorted = lane.stream()
                    .sorted((one, other) -> Long.compare(one.startNanos(0), other.startNanos(0)))
                    .toList();
            for (int i = 1; i < sorted.size(); i++) {
                assertThat(sorted.get(i).startNanos(0)).isGreaterThanOrEqualTo(end(sorted.get(i - 1)));
            }
        });
    }

    @Test
    void threads_withSamplesOnly_needNoLaneMore() {
        for (int i = 1; i <= 20; i++) {
            builder.thread(i, "virtual-" + i);
            builder.stackSample(new StackSample(100, i, SampleKind.JAVA, -1, 10));
        }
        work(21, 0, 100);
        assertThat(lanes(Set.of()).counts()).containsEntry("virtualThreadLanes", 1L);
    }

    @Test
    void files_ofManyVirtualThreads_areReadAgainWithAThreadForEachLane(@TempDir Path directory) throws Exception {
        for (int i = 1; i <= 30; i++) {
            TrackBuilder track = work(i, 100L * i, 250);
            track.add(builder.nameId("inner"), 100L * i + 10, 20);
            builder.stackSample(new StackSample(100L * i + 15, i, SampleKind.JAVA, -1, 10));
        }
        assertThat(read(new ChromeTraceExporter(), "t.json", directory)).isEqualTo(read());
        assertThat(read(new XPlaneExporter(), "t.xplane.pb", directory)).isEqualTo(read());
    }

    private static Map<String, Integer> read() {
        return Map.of(
                "virtual threads (30) lane 1", 20,
                "virtual threads (30) lane 2", 20,
                "virtual threads (30) lane 3", 20);
    }

    /** Number of events of each thread in a file that was written and read. */
    private Map<String, Integer> read(TraceExporter exporter, String name, Path directory) throws IOException {
        Path file = directory.resolve(name);
        Trace trace = builder.build();
        assertThat(exporter.suffixes()).anyMatch(name::endsWith);
        trace.export(file);
        Trace read = Traces.read(file);
        assertThat(read.samples().size()).isEqualTo(30);
        Map<String, Integer> sizes = new TreeMap<>();
        read.tracks().forEach(track -> sizes.merge(track.name(), track.size(), Integer::sum));
        assertThat(read.tracks()).hasSize(sizes.size());
        return sizes;
    }

    private TrackBuilder work(int thread, long start, long duration) {
        TrackBuilder track = builder.thread(thread, "virtual-" + thread);
        track.add(builder.nameId("load"), start, duration);
        return track;
    }

    private VirtualLanes lanes(Set<Long> stepping) {
        return new VirtualLanes(builder.build().tracks(), stepping);
    }

    private static long end(Track track) {
        return track.startNanos(0) + track.durationNanos(0);
    }
}
