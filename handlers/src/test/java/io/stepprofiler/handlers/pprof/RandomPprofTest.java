package io.stepprofiler.handlers.pprof;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.handlers.output.SafeText;
import io.stepprofiler.handlers.random.RandomTrace;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Profiles of random traces against sums that are looked for one event at a time. */
class RandomPprofTest {
    /** Sums by label values and names, as {@link ReadProfile#sums} gives them. */
    private final Map<String, Map<List<String>, Long>> sums = new HashMap<>();

    private Trace trace = RandomTrace.of(0);

    @Test
    void profile_ofRandomTraces_hasTheSumsOfANaiveSearch() throws IOException {
        for (long seed = 0; seed < 8; seed++) {
            check(RandomTrace.operations(seed), seed);
            check(RandomTrace.of(seed), seed);
        }
    }

    private void check(Trace random, long seed) throws IOException {
        trace = random;
        sums.clear();
        ReadProfile profile = ReadProfile.of(PprofExporterTest.bytes(trace));
        addEvents();
        addSamples();
        addMemory();
        for (String type : profile.types()) {
            String name = type.substring(0, type.indexOf('/'));
            if (!name.equals("device_time")) {
                assertThat(profile.sums(name))
                        .as("seed %d, %s", seed, type)
                        .isEqualTo(sums.getOrDefault(name, Map.of()));
            }
        }
        assertThat(profile.types())
                .extracting(type -> type.replaceAll("/.*", ""))
                .containsAll(sums.keySet());
        deviceTimes(profile, seed);
    }

    /** Which event caused work is a question of its own; here nothing of it is lost. */
    private void deviceTimes(ReadProfile profile, long seed) {
        long all = 0;
        for (Track track : trace.tracks()) {
            for (int i = 0; track.device().isPresent() && i < track.size(); i++) {
                boolean counts = trace.kind(track.nameId(i)).isDeviceWork() && !track.isUnfinished(i);
                all += counts ? track.durationNanos(i) : 0;
            }
        }
        if (all > 0) {
            assertThat(profile.sums("device_time").values().stream()
                            .mapToLong(Long::longValue)
                            .sum())
                    .as("seed %d", seed)
                    .isEqualTo(all);
        }
    }

    private void addEvents() {
        for (Track track : trace.tracks()) {
            for (int i = 0; track.isThread() && i < track.size(); i++) {
                boolean isOnAStack = !trace.kind(track.nameId(i)).isAsync();
                if (!track.isUnfinished(i) && isOnAStack) {
                    List<String> key = new ArrayList<>(List.of(track.name()));
                    key.addAll(names(track, i));
                    add("events", key, 1);
                    add("time", key, track.isAsync(i) ? 0 : selfTime(track, i));
                }
            }
        }
    }

    private void addSamples() {
        Set<SampleKind> running = Set.of(SampleKind.JAVA, SampleKind.NATIVE);
        boolean hasCpu = trace.samples().kinds().contains(SampleKind.CPU_TIME);
        for (int i = 0; i < trace.samples().size(); i++) {
            StackSample sample = trace.samples().sample(i);
            Track track = track(sample.trackId());
            List<String> key = moment(track, sample.nanos(), sample.stackId(), List.of(track.name()));
            if (hasCpu ? sample.kind() == SampleKind.CPU_TIME : running.contains(sample.kind())) {
                add("samples", key, 1);
            }
            String type = running.contains(sample.kind())
                    ? "sampled_time"
                    : sample.kind() == SampleKind.CPU_TIME ? "cpu" : "java_alloc_space";
            add(type, key, sample.weight());
        }
    }

    private void addMemory() {
        for (int i = 0; i < trace.memory().size(); i++) {
            MemoryEvent event = trace.memory().event(i);
            if (event.action() == MemoryAction.ALLOCATE) {
                Track track = track(event.trackId());
                List<String> key = moment(
                        track,
                        event.nanos(),
                        event.stackId(),
                        List.of(event.device().toString(), track.name()));
                add("alloc_objects", key, 1);
                add("alloc_space", key, event.bytes());
                if (isAlive(i)) {
                    add("inuse_objects", key, 1);
                    add("inuse_space", key, event.bytes());
                }
            }
        }
    }

    /** Whether nothing later is about its address. */
    private boolean isAlive(int index) {
        for (int i = index + 1; i < trace.memory().size(); i++) {
            if (trace.memory().address(i) == trace.memory().address(index)
                    && trace.memory().device(i).equals(trace.memory().device(index))) {
                return false;
            }
        }
        return true;
    }

    private void add(String type, List<String> key, long value) {
        if (value != 0) {
            sums.computeIfAbsent(type, any -> new HashMap<>())
                    .merge(key.stream().map(SafeText::of).toList(), value, Long::sum);
        }
    }

    private List<String> moment(Track track, long nanos, int stackId, List<String> labels) {
        List<String> names = new ArrayList<>(labels);
        int innermost = innermost(track, nanos);
        if (innermost >= 0) {
            names.addAll(names(track, innermost));
        }
        if (stackId >= 0) {
            List<StackTraceElement> calls = new ArrayList<>(trace.stack(stackId));
            Collections.reverse(calls);
            calls.forEach(call -> names.add(call.getClassName() + "." + call.getMethodName()));
        }
        if (names.size() == labels.size()) {
            names.add("[no call stack]");
        }
        return names;
    }

    private static List<String> names(Track track, int event) {
        List<String> names = new ArrayList<>();
        for (int at = event; at >= 0; at = around(track, at)) {
            names.add(0, track.eventName(at));
        }
        return names;
    }

    private Track track(long id) {
        return trace.tracks().stream()
                .filter(each -> each.id() == id)
                .findFirst()
                .orElse(Track.empty(id, "thread " + id));
    }

    private static boolean nests(Track track, int event) {
        return !track.isAsync(event) && !track.isUnfinished(event);
    }

    private static long end(Track track, int event) {
        return track.startNanos(event) + track.durationNanos(event);
    }

    private static int innermost(Track track, long nanos) {
        for (int i = track.size() - 1; i >= 0; i--) {
            if (nests(track, i) && track.startNanos(i) <= nanos && nanos < end(track, i)) {
                return i;
            }
        }
        return -1;
    }

    /** The last finished event before one that contains it; -1 if there is none. */
    private static int around(Track track, int event) {
        for (int i = event - 1; i >= 0 && nests(track, event); i--) {
            if (nests(track, i) && end(track, i) > track.startNanos(event) && end(track, i) >= end(track, event)) {
                return i;
            }
        }
        return -1;
    }

    /** The time in which it is the event that began last, between all ends that there are. */
    private static long selfTime(Track track, int event) {
        long[] cuts = new long[2 * track.size()];
        for (int i = 0; i < track.size(); i++) {
            cuts[2 * i] = track.startNanos(i);
            cuts[2 * i + 1] = end(track, i);
        }
        Arrays.sort(cuts);
        long sum = 0;
        for (int i = 1; i < cuts.length; i++) {
            if (cuts[i] > cuts[i - 1] && innermost(track, cuts[i - 1]) == event) {
                sum += cuts[i] - cuts[i - 1];
            }
        }
        return sum;
    }
}
