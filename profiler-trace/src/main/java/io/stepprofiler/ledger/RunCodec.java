package io.stepprofiler.ledger;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.wire.EnumNumbers;
import io.stepprofiler.wire.WireReader;
import io.stepprofiler.wire.WireWriter;
import java.io.IOException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;

/** The messages {@code Head} and {@code Anchor} of {@code steps.proto}. */
final class RunCodec {
    private static final EnumNumbers<Parallelism> PARALLELISMS = new EnumNumbers<>(Parallelism.values());

    private RunCodec() {}

    static void write(LedgerRun run, WireWriter out) {
        out.text(1, run.runId());
        out.text(2, run.name());
        out.text(3, run.mainClass());
        out.text(4, run.commandLine());
        out.number(5, run.process().pid());
        out.text(6, run.process().host());
        writeAnchor(7, run.start(), out);
        out.text(8, run.machine().virtualMachine());
        out.text(9, run.machine().collector());
        out.number(10, run.machine().maxHeapBytes());
        out.number(11, run.machine().processors());
        out.text(12, run.place().job());
        run.rank().ifPresent(rank -> {
            int mark = out.begin(13);
            out.number(1, rank);
            out.number(2, run.worldSize());
            out.end(mark);
        });
        writeTexts(14, run.place().labels(), out);
        run.place().positions().forEach((parallelism, position) -> {
            int mark = out.begin(15);
            out.number(1, PARALLELISMS.of(parallelism));
            out.number(2, position);
            out.end(mark);
        });
        writeTexts(16, run.machine().versions(), out);
        writeTexts(17, run.machine().flags(), out);
    }

    private static void writeTexts(int field, Map<String, String> texts, WireWriter out) {
        texts.forEach((key, value) -> {
            int mark = out.begin(field);
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
        Map<String, String> labels = new HashMap<>();
        Map<Parallelism, Integer> positions = new EnumMap<>(Parallelism.class);
        Map<String, String> versions = new HashMap<>();
        Map<String, String> flags = new HashMap<>();
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
                case 14 -> readText(in.message(), labels);
                case 15 -> {
                    int[] position = numbers(in.message());
                    // A newer release may know further ones.
                    if (position[1] < Parallelism.values().length) {
                        positions.put(PARALLELISMS.value(position[1]), position[2]);
                    }
                }
                case 16 -> readText(in.message(), versions);
                case 17 -> readText(in.message(), flags);
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
                new LedgerRun.Machine(texts[8], texts[9], maxHeap, processors, versions, flags),
                rank,
                worldSize,
                place(texts[12], positions, labels, in));
    }

    private static JobPlace place(
            String job, Map<Parallelism, Integer> positions, Map<String, String> labels, WireReader in)
            throws IOException {
        try {
            return new JobPlace(job, positions, labels);
        } catch (IllegalArgumentException e) {
            throw in.wrong(String.valueOf(e.getMessage()));
        }
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

    private static void readText(WireReader in, Map<String, String> to) throws IOException {
        String[] texts = {"", "", ""};
        for (int field = in.field(); field != 0; field = in.field()) {
            if (field < texts.length) {
                texts[field] = in.text();
            } else {
                in.skip();
            }
        }
        to.put(texts[1], texts[2]);
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
