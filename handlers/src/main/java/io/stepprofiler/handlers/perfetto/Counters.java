package io.stepprofiler.handlers.perfetto;

import io.stepprofiler.event.Device;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.trace.CounterTrack;
import io.stepprofiler.trace.MemoryEvents;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes the counters of the trace, and the memory of each device as two more. A counter whose name says that
 * it is of a GPU is below it, beside its streams.
 */
final class Counters {
    /** Counters of GPUs that a source tells, and the curves of memory, also those of a trace that was read from a file. */
    private static final Pattern OF_GPU =
            Pattern.compile("GPU (\\d{1,9}) .*|Memory (?:allocated|reserved) cuda:(\\d{1,9})");

    private final Document document;
    private long notDrawable;

    Counters(Document document) {
        this.document = document;
    }

    void write() throws IOException {
        for (CounterTrack counter : document.trace.counters()) {
            write(counter);
        }
        writeMemory();
    }

    /** The samples that are left out: viewers have no place on a curve for what is no finite number. */
    long notDrawable() {
        return notDrawable;
    }

    private void write(CounterTrack counter) throws IOException {
        Sequence sequence = newSequence(parent(counter), counter.name(), false);
        for (int i = 0; i < counter.size(); i++) {
            document.meter.add(1);
            if (Double.isFinite(counter.value(i))) {
                sequence.open(counter.nanos(i) + document.offset, Fields.TYPE_COUNTER);
                writeValue(counter, i, sequence);
                sequence.close();
            } else {
                notDrawable++;
            }
        }
    }

    private long parent(CounterTrack counter) throws IOException {
        return counter.domain().isEmpty()
                ? parentOfUnowned(counter.name())
                : document.tracks.ofDomain(counter.domain());
    }

    /** The GPU that a counter without a domain is of; else the process. */
    private long parentOfUnowned(String name) throws IOException {
        Matcher matcher = OF_GPU.matcher(name);
        if (!matcher.matches()) {
            return document.tracks.process();
        }
        String gpu = matcher.group(1) != null ? matcher.group(1) : matcher.group(2);
        return document.tracks.ofDevice(Device.cuda(Integer.parseInt(gpu)));
    }

    private static void writeValue(CounterTrack counter, int sample, Sequence sequence) {
        long whole = counter.longValue(sample);
        if (whole == (long) counter.value(sample)) {
            sequence.counterValue(counter.value(sample));
        } else {
            // No double is equal to it.
            sequence.counterValue(whole);
        }
    }

    private void writeMemory() throws IOException {
        MemoryEvents events = document.trace.memory();
        Map<Device, Sequence> allocated = new HashMap<>();
        Map<Device, Sequence> reserved = new HashMap<>();
        for (int i = 0; i < events.size(); i++) {
            document.meter.add(1);
            if (events.action(i) != MemoryAction.CATEGORIZE) {
                long time = events.nanos(i) + document.offset;
                writeTotal("Memory allocated", allocated, events.device(i), time, events.totalAllocated(i));
                if (events.totalReserved(i) != 0 || reserved.containsKey(events.device(i))) {
                    writeTotal("Memory reserved", reserved, events.device(i), time, events.totalReserved(i));
                }
            }
        }
    }

    private void writeTotal(String name, Map<Device, Sequence> known, Device device, long time, long bytes)
            throws IOException {
        Sequence sequence = known.get(device);
        if (sequence == null) {
            String full = name + " " + device;
            sequence = newSequence(parentOfUnowned(full), full, true);
            known.put(device, sequence);
        }
        sequence.open(time, Fields.TYPE_COUNTER);
        sequence.counterValue(bytes);
        sequence.close();
    }

    private Sequence newSequence(long parent, String name, boolean isBytes) throws IOException {
        return document.tracks.newSequence(document.tracks.newCounter(parent, name, isBytes));
    }
}
