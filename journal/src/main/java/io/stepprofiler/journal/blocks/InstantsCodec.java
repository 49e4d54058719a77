package io.stepprofiler.journal.blocks;

import io.stepprofiler.event.Device;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.CounterTrack;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.wire.WireReader;
import io.stepprofiler.wire.WireWriter;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;

/** Codec of the messages {@code Counter}, {@code Memory}, {@code Samples} and {@code Step} of the schema. */
final class InstantsCodec {
    private static final int MEMORY_COLUMNS = 11;
    private static final int SAMPLE_COLUMNS = 5;
    /** Maximum weight of a sample; sums of weights do not overflow. */
    private static final long MAX_WEIGHT = 1L << 48;

    private InstantsCodec() {}

    static void writeCounter(CounterTrack counter, WireWriter out) {
        out.text(1, counter.name());
        int mark = out.begin(2);
        long last = 0;
        for (int i = 0; i < counter.size(); i++) {
            out.varint(WireWriter.zigzag(counter.nanos(i) - last));
            last = counter.nanos(i);
        }
        out.endColumn(mark);
        mark = out.begin(3);
        for (int i = 0; i < counter.size(); i++) {
            out.eightBytes(counter.value(i));
        }
        out.endColumn(mark);
        out.text(4, counter.domain());
        if (isRounded(counter)) {
            mark = out.begin(5);
            for (int i = 0; i < counter.size(); i++) {
                out.varint(WireWriter.zigzag(counter.longValue(i)));
            }
            out.endColumn(mark);
        }
    }

    /** True if a double does not represent each value exactly. */
    private static boolean isRounded(CounterTrack counter) {
        for (int i = 0; i < counter.size(); i++) {
            if (counter.longValue(i) != (long) counter.value(i)) {
                return true;
            }
        }
        return false;
    }

    static void readCounter(WireReader in, TraceBuilder beside) throws IOException {
        String name = "";
        WireReader nanos = WireReader.empty();
        WireReader values = WireReader.empty();
        String domain = "";
        WireReader wholes = WireReader.empty();
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case 1 -> name = in.text();
                case 2 -> nanos = in.message();
                case 3 -> values = in.message();
                case 4 -> domain = in.text();
                case 5 -> wholes = in.message();
                default -> in.skip();
            }
        }
        boolean hasWholes = wholes.hasMore();
        for (long last = 0; nanos.hasMore(); ) {
            last += nanos.signedVarint();
            double value = values.eightBytes();
            long whole = hasWholes ? wholes.signedVarint() : 0;
            if (hasWholes && (double) whole == value) {
                beside.counter(domain, name, last, whole);
            } else {
                beside.counter(domain, name, last, value);
            }
        }
    }

    static void writeMemory(List<MemoryEvent> events, WireWriter out) {
        distances(1, events, MemoryEvent::nanos, out);
        column(2, events, event -> WireWriter.zigzag(event.trackId()), out);
        column(3, events, event -> SchemaNumbers.MEMORY_ACTIONS.of(event.action()), out);
        column(4, events, event -> SchemaNumbers.DEVICES.of(event.device().type()), out);
        column(5, events, event -> WireWriter.zigzag(event.device().index()), out);
        distances(6, events, MemoryEvent::address, out);
        column(7, events, event -> WireWriter.zigzag(event.bytes()), out);
        distances(8, events, MemoryEvent::totalAllocated, out);
        distances(9, events, MemoryEvent::totalReserved, out);
        column(10, events, event -> SchemaNumbers.MEMORY_CATEGORIES.of(event.category()), out);
        column(11, events, event -> event.stackId() + 1L, out);
    }

    private static void column(int field, List<MemoryEvent> events, ToLongFunction<MemoryEvent> value, WireWriter out) {
        int mark = out.begin(field);
        for (MemoryEvent event : events) {
            out.varint(value.applyAsLong(event));
        }
        out.endColumn(mark);
    }

    private static void distances(
            int field, List<MemoryEvent> events, ToLongFunction<MemoryEvent> value, WireWriter out) {
        int mark = out.begin(field);
        long last = 0;
        for (MemoryEvent event : events) {
            long next = value.applyAsLong(event);
            out.varint(WireWriter.zigzag(next - last));
            last = next;
        }
        out.endColumn(mark);
    }

    static void readMemory(WireReader in, TextIds ids, TraceBuilder beside) throws IOException {
        WireReader[] columns = new WireReader[MEMORY_COLUMNS + 1];
        Arrays.fill(columns, WireReader.empty());
        for (int field = in.field(); field != 0; field = in.field()) {
            if (field <= MEMORY_COLUMNS) {
                columns[field] = in.message();
            } else {
                in.skip();
            }
        }
        int[] stacks = ids.stacks();
        long nanos = 0;
        long address = 0;
        long allocated = 0;
        long reserved = 0;
        while (columns[1].hasMore()) {
            nanos += columns[1].signedVarint();
            address += columns[6].signedVarint();
            allocated += columns[8].signedVarint();
            reserved += columns[9].signedVarint();
            int stack = columns[11].varintBelow(stacks.length + 1);
            beside.memory(new MemoryEvent(
                    nanos,
                    columns[2].signedVarint(),
                    SchemaNumbers.MEMORY_ACTIONS.next(columns[3]),
                    new Device(SchemaNumbers.DEVICES.next(columns[4]), (int) columns[5].signedVarint()),
                    address,
                    columns[7].signedVarint(),
                    allocated,
                    reserved,
                    SchemaNumbers.MEMORY_CATEGORIES.next(columns[10]),
                    stack == 0 ? -1 : stacks[stack - 1]));
        }
    }

    static void writeSamples(List<StackSample> samples, WireWriter out) {
        int mark = out.begin(1);
        long last = 0;
        for (StackSample sample : samples) {
            out.varint(WireWriter.zigzag(sample.nanos() - last));
            last = sample.nanos();
        }
        out.endColumn(mark);
        sampleColumn(2, samples, StackSample::trackId, out);
        sampleColumn(3, samples, sample -> SchemaNumbers.SAMPLE_KINDS.of(sample.kind()), out);
        sampleColumn(4, samples, sample -> sample.stackId() + 1L, out);
        sampleColumn(5, samples, StackSample::weight, out);
    }

    private static void sampleColumn(
            int field, List<StackSample> samples, ToLongFunction<StackSample> value, WireWriter out) {
        int mark = out.begin(field);
        for (StackSample sample : samples) {
            out.varint(value.applyAsLong(sample));
        }
        out.endColumn(mark);
    }

    static void readSamples(WireReader in, TextIds ids, TraceBuilder beside) throws IOException {
        WireReader[] columns = new WireReader[SAMPLE_COLUMNS + 1];
        Arrays.fill(columns, WireReader.empty());
        for (int field = in.field(); field != 0; field = in.field()) {
            if (field <= SAMPLE_COLUMNS) {
                columns[field] = in.message();
            } else {
                in.skip();
            }
        }
        int[] stacks = ids.stacks();
        long nanos = 0;
        while (columns[1].hasMore()) {
            nanos += columns[1].signedVarint();
            long track = columns[2].varint();
            SampleKind kind = SchemaNumbers.SAMPLE_KINDS.next(columns[3]);
            int stack = columns[4].varintBelow(stacks.length + 1);
            long weight = columns[5].varint();
            if (track < 0 || track >= TraceBuilder.FIRST_LANE_ID || weight < 0 || weight > MAX_WEIGHT) {
                throw in.wrong("no sample of track " + track + " weighs " + weight);
            }
            beside.stackSample(new StackSample(nanos, track, kind, stack == 0 ? -1 : stacks[stack - 1], weight));
        }
    }

    static void writeStep(StepMark step, WireWriter out) {
        out.signed(1, step.number());
        out.signed(2, step.startNanos());
        out.signed(3, step.durationNanos());
        out.signed(4, step.trackId());
        out.flag(5, step.unfinished());
        if (step.cpuNanos() >= 0) {
            // Plus 1: absent means unknown.
            out.signed(6, step.cpuNanos() + 1);
        }
    }

    static StepMark readStep(WireReader in) throws IOException {
        long[] numbers = new long[5];
        boolean unfinished = false;
        long cpu = 0;
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case 1, 2, 3, 4 -> numbers[field] = in.signed();
                case 5 -> unfinished = in.flag();
                case 6 -> cpu = in.signed();
                default -> in.skip();
            }
        }
        if (numbers[3] < 0 || numbers[2] > Long.MAX_VALUE - numbers[3]) {
            throw in.wrong("no step from " + numbers[2] + " has the duration " + numbers[3]);
        }
        return new StepMark(numbers[1], numbers[2], numbers[3], numbers[4], unfinished, Math.max(cpu, 0) - 1);
    }
}
