package io.stepprofiler.ledger;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.wire.WireReader;
import io.stepprofiler.wire.WireWriter;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;

/** The messages {@code Head} and {@code Anchor} of {@code steps.proto}. */
final class RunCodec {
    private RunCodec() {}

    static void write(LedgerRun run, WireWriter out) {
        out.text(1, run.runId());
        out.text(2, run.name());
        out.text(3, run.mainClass());
        out.text(4, run.commandLine());
        out.number(5, run.process().pid());
        out.text(6, run.process().host());
        writeAnchor(7, run.start(), out);
        out.text(8, run.virtualMachine());
        out.text(9, run.collector());
        out.number(10, run.maxHeapBytes());
        out.number(11, run.processors());
        out.text(12, run.job());
        run.rank().ifPresent(rank -> {
            int mark = out.begin(13);
            out.number(1, rank);
            out.number(2, run.worldSize());
            out.end(mark);
        });
        run.labels().forEach((key, value) -> {
            int mark = out.begin(14);
            out.text(1, key);
            out.text(2, value);
            out.end(mark);
        });
    }

    static LedgerRun read(WireReader in) throws IOException {
        String[] texts = new String[13];
        Arrays.fill(texts, "");
        long pid = 0;
        ClockAnchor start = new ClockAnchor(0, 0);
        long maxHeap = 0;
        int processors = 0;
        OptionalInt rank = OptionalInt.empty();
        int worldSize = 0;
        Map<String, String> labels = new LinkedHashMap<>();
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case 1, 2, 3, 4, 6, 8, 9, 12 -> texts[field] = in.text();
                case 5 -> pid = in.number();
                case 7 -> start = readAnchor(in.message());
                case 10 -> maxHeap = in.natural();
                case 11 -> processors = in.count(Integer.MAX_VALUE);
                case 13 -> {
                    int[] worker = numbers(in.message());
                    rank = OptionalInt.of(worker[1]);
                    worldSize = worker[2];
                }
                case 14 -> {
                    String[] label = texts(in.message());
                    labels.put(label[1], label[2]);
                }
                default -> in.skip();
            }
        }
        return new LedgerRun(
                texts[1],
                texts[2],
                texts[3],
                texts[4],
                new ProcessInfo(pid, texts[6]),
                start,
                texts[8],
                texts[9],
                maxHeap,
                processors,
                texts[12],
                rank,
                worldSize,
                labels);
    }

    private static int[] numbers(WireReader in) throws IOException {
        int[] numbers = new int[3];
        for (int field = in.field(); field != 0; field = in.field()) {
            if (field < numbers.length) {
                numbers[field] = in.count(Integer.MAX_VALUE);
            } else {
                in.skip();
            }
        }
        return numbers;
    }

    private static String[] texts(WireReader in) throws IOException {
        String[] texts = {"", "", ""};
        for (int field = in.field(); field != 0; field = in.field()) {
            if (field < texts.length) {
                texts[field] = in.text();
            } else {
                in.skip();
            }
        }
        return texts;
    }

    static void writeAnchor(int field, ClockAnchor anchor, WireWriter out) {
        int mark = out.begin(field);
        out.signed(1, anchor.monotonicNanos());
        out.signed(2, anchor.epochNanos());
        out.end(mark);
    }

    static ClockAnchor readAnchor(WireReader in) throws IOException {
        long monotonic = 0;
        long epoch = 0;
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case 1 -> monotonic = in.signed();
                case 2 -> epoch = in.signed();
                default -> in.skip();
            }
        }
        return new ClockAnchor(monotonic, epoch);
    }
}
