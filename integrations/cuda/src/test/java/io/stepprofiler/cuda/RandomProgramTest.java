package io.stepprofiler.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.averages.KeyAverage;
import io.stepprofiler.averages.KeyAverages;
import io.stepprofiler.nativeaccess.OperationMark;
import io.stepprofiler.source.SpanReport;
import io.stepprofiler.trace.Trace;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Programs of threads with operations inside operations that launch kernels, copies and graphs, against what the
 * program itself knows: which work is whose.
 */
class RandomProgramTest {
    /** What is known of calls. */
    private enum Known {
        /** Their threads and times, and nothing else. */
        CALLS,
        /** The operations that made them, beside the calls: some are lost, and those of a thread are on another track. */
        CALLS_AND_OPERATIONS,
        /** The operations alone. */
        OPERATIONS,
        /** The operations, and calls with times of a clock that is far off. */
        OPERATIONS_AND_LATE_CALLS
    }

    /** An operation or a call, with the work that is charged to itself. */
    private static final class Node {
        final String name;
        final List<Node> inside = new ArrayList<>();
        final long start;
        /** What the operation tells when it begins, in ticks; 0 for one that had begun before the window. */
        final long mark;

        boolean isInTrace = true;
        long end;
        long work;

        Node(String name, long start, long mark) {
            this.name = name;
            this.start = start;
            this.mark = mark;
        }

        long workInAll() {
            return work + inside.stream().mapToLong(Node::workInAll).sum();
        }
    }

    private final Replay replay = new Replay().endsAt(1L << 40);
    private Random random = new Random();
    private final Map<Integer, Node> roots = new HashMap<>();
    private final Map<String, Long> workByName = new HashMap<>();
    private final List<Runnable> records = new ArrayList<>();
    /** Work of calls that lie outside of all operations, by their name. */
    private final Map<String, Long> outside = new HashMap<>();

    private Known known = Known.CALLS;
    private long ticks = 1L << 55;
    private long correlation;
    private long workCount;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void work_isChargedToWhatCausedItAndAllThatIsAround(long seed) {
        random = new Random(seed);
        known = Known.values()[(int) (seed % 4)];
        switch (known) {
            case CALLS -> {}
            case CALLS_AND_OPERATIONS -> replay.with(CudaActivity.OPERATION);
            case OPERATIONS -> replay.only(CudaActivity.KERNEL, CudaActivity.COPY, CudaActivity.GRAPH_NODE);
            case OPERATIONS_AND_LATE_CALLS ->
                replay.with(CudaActivity.OPERATION).withoutExactTimes();
        }
        replay.inPieces(1 + random.nextInt(4));
        // Some programs pass the end of the numbers that CUPTI has.
        correlation = seed % 8 < 4 ? 0xffff_ffffL - 20 : 1;
        Trace trace = replay.also(sink -> roots.forEach((thread, root) -> report(root, thread, sink)))
                .of((out, window) -> {
                    for (int thread = 0; thread < 4; thread++) {
                        Node root = new Node(
                                "thread " + thread,
                                window.at(1000),
                                known == Known.OPERATIONS_AND_LATE_CALLS ? ++ticks : 0);
                        roots.put(thread, root);
                        fill(root, thread, 0, out, window);
                    }
                    Collections.shuffle(records, random);
                    records.forEach(Runnable::run);
                });

        Map<String, long[]> expected = new HashMap<>();
        roots.values().forEach(root -> add(root, expected, new HashSet<>()));
        outside.forEach((name, work) -> {
            expected.get(name)[0] += work;
            expected.get(name)[1] += work;
        });
        KeyAverages averages = KeyAverages.of(trace);
        expected.forEach((name, work) -> {
            KeyAverage row = averages.get(name).orElseThrow();
            assertThat(row.device().selfNanos()).as("self of " + name).isEqualTo(work[0]);
            assertThat(row.device().totalNanos()).as("total of " + name).isEqualTo(work[1]);
        });
        workByName.forEach((name, nanos) ->
                assertThat(averages.get(name).orElseThrow().sumNanos()).as(name).isEqualTo(nanos));
        assertThat(trace.events().stream().filter(event -> event.kind().isDeviceWork()))
                .hasSize((int) workCount);
        assertThat(replay.losses()).isEmpty();
    }

    /** Operations go from call to call; each level has less time for itself than the one around. */
    private void fill(Node node, int thread, int depth, Words out, Replay window) {
        long now = node.start + 10;
        int parts = random.nextInt(4) + (depth == 0 ? 2 : 0);
        for (int i = 0; i < parts; i++) {
            Node part;
            if (depth < 4 && random.nextInt(3) > 0) {
                part = new Node("op " + random.nextInt(6), now, ++ticks);
                fill(part, thread, depth + 1, out, window);
            } else {
                part = launch(node, now, thread, out);
            }
            node.inside.add(part);
            now = part.end + 5;
        }
        node.end = now + 10;
    }

    private Node launch(Node operation, long now, int thread, Words out) {
        boolean isGraph = random.nextInt(4) == 0;
        boolean isCopy = !isGraph && random.nextInt(3) == 0;
        Node call = new Node(isGraph ? "cudaGraphLaunch" : isCopy ? "cudaMemcpyAsync" : "cudaLaunchKernel", now, 0);
        call.end = now + 3;
        long number = correlation & 0xffff_ffffL;
        correlation++;
        if (number == 0) {
            call.isInTrace = false;
            return call;
        }
        boolean isLost = known == Known.CALLS_AND_OPERATIONS && random.nextInt(5) == 0;
        call.isInTrace = known != Known.OPERATIONS && !isLost;
        long shift = known == Known.OPERATIONS_AND_LATE_CALLS ? 1_000_000 : 0;
        records.add(() -> {
            if (operation.mark != 0) {
                out.external(5, operation.mark, number);
            }
            if (!isLost) {
                out.runtime(call.name + "_v7000", number(thread), number, call.start + shift, call.end + shift);
            }
        });
        launchWork(call, number, isGraph, isCopy, out);
        boolean isPlaced = call.isInTrace && shift == 0 && !isCarried(thread);
        if (!isPlaced) {
            if (operation.mark != 0) {
                operation.work += call.work;
            } else if (call.isInTrace) {
                outside.merge(call.name, call.work, Long::sum);
            }
            call.work = 0;
        }
        return call;
    }

    private boolean isCarried(int thread) {
        return known == Known.CALLS_AND_OPERATIONS && thread == 3;
    }

    private long number(int thread) {
        return isCarried(thread) ? Replay.CARRIER : 100L + thread;
    }

    private void launchWork(Node call, long number, boolean isGraph, boolean isCopy, Words out) {
        int pieces = isGraph ? 2 + random.nextInt(3) : random.nextInt(8) == 0 ? 0 : 1;
        for (int i = 0; i < pieces; i++) {
            long device = random.nextInt(2);
            long stream = 7L + random.nextInt(3);
            long start = call.start + random.nextInt(100_000);
            long nanos = 1L + random.nextInt(1000);
            long node = isGraph ? i + 1 : 0;
            call.work += nanos;
            workCount++;
            String name = isCopy ? "Memcpy HtoD (Pageable -> Device)" : "kernel " + random.nextInt(5);
            workByName.merge(name, nanos, Long::sum);
            records.add(
                    isCopy
                            ? () -> out.copy(device, stream, number, start, start + nanos, 4096)
                            : () -> out.kernel(
                                    name, device, stream, number, start, start + nanos, isGraph ? 3 : 0, node));
        }
    }

    /** The operations that another source saw, on the track that calls of that thread get. */
    private void report(Node node, int thread, io.stepprofiler.source.ActivitySink sink) {
        long track = (1L << 32) + number(thread);
        if (!node.name.startsWith("cuda")) {
            sink.span(new SpanReport()
                    .onThread(track, "native")
                    .named(node.name, node.start, node.end - node.start)
                    .correlation(node.mark == 0 ? -1 : OperationMark.number(node.mark)));
        }
        node.inside.forEach(part -> report(part, thread, sink));
    }

    /** Adds self and total; within an operation of the same name the total counts once. */
    private static void add(Node node, Map<String, long[]> sums, Set<String> around) {
        if (!node.isInTrace) {
            return;
        }
        long[] sum = sums.computeIfAbsent(node.name, any -> new long[2]);
        sum[0] += node.work;
        boolean isFirst = around.add(node.name);
        if (isFirst) {
            sum[1] += node.workInAll();
        }
        node.inside.forEach(part -> add(part, sums, around));
        if (isFirst) {
            around.remove(node.name);
        }
    }
}
