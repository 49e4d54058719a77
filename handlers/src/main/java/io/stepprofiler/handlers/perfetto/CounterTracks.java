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
 * Writes the counters of the trace, and the memory of each device as two more. A counter with the name of a GPU is
 * below that GPU, next to its streams.
 */
final class CounterTracks {
    /** Names of counters of GPUs that a source reports, and of memory curves, also in a trace read from a file. */
    private static final Pattern OF_GPU =
            Pattern.compile("GPU (\\d{1,9}) .*|Memory (?:allocated|reserved) cuda:(\\d{1,9})");

    private final PerfettoDocument document;
    private long notDrawable;

    CounterTracks(PerfettoDocument document) {
        this.document = document;
    }

    void write() throws IOException {
        for (CounterTrack counter : document.trace.counters()) {
            write(counter);
        }
        writeMemory();
    }

    /** Number of samples left out because they are not finite, so that viewers cannot draw them. */
    long notDrawable() {
        return notDrawable;
    }

    private void write(CounterTrack counter) throws IOException {
        Sequence sequence = newSequence(parent(counter), counter.name(), false);
        for (int i = 0; i < counter.size(); i++) {
            document.meter.add(1);
            if (Double.isFinite(counter.value(i))) {
                sequence.open(counter.nanos(i) + document.offset, PerfettoFields.TYPE_COUNTER);
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

    /** The track of the GPU of a counter without a domain; else the process. */
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
            // No double equals it.
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
        sequence.open(time, PerfettoFields.TYPE_COUNTER);
        sequence.counterValue(bytes);
        sequence.close();
    }

    private Sequence newSequence(long parent, String name, boolean isBytes) throws IOException {
        return document.tracks.newSequence(document.tracks.newCounter(parent, name, isBytes));
    }
}
