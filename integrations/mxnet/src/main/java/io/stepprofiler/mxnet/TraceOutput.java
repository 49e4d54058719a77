package io.stepprofiler.mxnet;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.ProcessInfo;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Trace that is written while it is recorded, to one file or, when that becomes too long, to several. For one thread at
 * a time.
 */
final class TraceOutput {
    /** What is held as text before it goes to the file. */
    private static final int BLOCK = 1 << 16;

    /** Names of threads that are remembered. */
    private static final int MAX_TRACKS = 10_000;

    /** By which readers know that it is of a program on a virtual machine of Java: nothing else in the file says so. */
    private static final String RECORDED_BY = ",\"step-profiler mxnet\":"
            + Json.quoted("Java " + Runtime.version().feature());

    /** Adds the lines at the end of a file, which are there until the next write. */
    interface End {
        void addTo(EventText text);
    }

    private final Path file;
    private final long maxBytes;
    private final ClockAnchor start;
    private final ProcessInfo process;
    private final String processName;
    private final UnaryOperator<OutputStream> outputs;
    private final StringBuilder text = new StringBuilder();
    private final EventText events;
    private final Map<Long, String> tracks = new HashMap<>();
    private TraceSpool spool;
    private int part = 1;

    /** Begins one; a file that cannot be written in its directory fails here. */
    TraceOutput(Path file, long maxBytes, ClockAnchor start, ProcessInfo process, String processName)
            throws IOException {
        this(file, maxBytes, start, process, processName, UnaryOperator.identity());
    }

    /** The same, whose bytes go through streams that may fail. */
    TraceOutput(
            Path file,
            long maxBytes,
            ClockAnchor start,
            ProcessInfo process,
            String processName,
            UnaryOperator<OutputStream> outputs)
            throws IOException {
        this.outputs = outputs;
        this.file = file;
        this.maxBytes = maxBytes;
        this.start = start;
        this.process = process;
        this.processName = processName;
        events = new EventText(process.pid(), start, text);
        spool = begin();
    }

    private TraceSpool begin() throws IOException {
        TraceSpool begun = new TraceSpool(part(file, part), outputs);
        text.insert(0, head());
        return begun;
    }

    private String head() {
        StringBuilder head = new StringBuilder("{\"traceEvents\":[\n");
        EventText lines = new EventText(process.pid(), start, head);
        lines.process(processName);
        tracks.forEach(lines::track);
        return head.toString();
    }

    /** The file of a part, from 1: {@code profile.json}, {@code profile.2.json} and so on. */
    static Path part(Path file, int number) {
        String name = file.getFileName().toString();
        int dot = name.lastIndexOf('.');
        String stem = dot <= 0 ? name : name.substring(0, dot);
        String ending = dot <= 0 ? "" : name.substring(dot);
        return number == 1 ? file : file.resolveSibling(stem + "." + number + ending);
    }

    /** Removes the files of an earlier trace. */
    static void remove(Path file) throws IOException {
        Files.deleteIfExists(file);
        removeParts(file);
    }

    /** Removes the further files of an earlier trace, with which those of a new one would be mixed. */
    static void removeParts(Path file) throws IOException {
        for (int part = 2; Files.deleteIfExists(part(file, part)); ) {
            part++;
        }
    }

    Path file() {
        return file;
    }

    void track(long id, String name) {
        if (tracks.size() >= MAX_TRACKS) {
            tracks.clear(); // They are named once more when they are seen again.
        }
        if (!name.equals(tracks.put(id, name))) {
            events.track(id, name);
        }
    }

    /** Where the lines of events go. */
    EventText events() {
        return events;
    }

    /**
     * Lets go of what has been written, into another file if this one is full; not of little.
     *
     * @return whether all is in files now
     */
    boolean drain() throws IOException {
        if (text.length() < BLOCK) {
            return false;
        }
        append();
        if (spool.length() >= maxBytes) {
            spool.finish(end("", lines -> {}));
            part++;
            spool = begin();
        }
        return true;
    }

    private void append() throws IOException {
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        text.setLength(0);
        spool.append(bytes);
    }

    /** What has been written up to an instant, to be shown. */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    record Shown(TraceSpool spool, long length, byte[] end) {
        /** Shows it; on any thread, while writing goes on. */
        void publish() throws IOException {
            spool.publish(length, end);
        }
    }

    /**
     * Gives all that has been written, to be shown.
     *
     * @param members what else is in the document, as members of JSON
     */
    Shown soFar(String members, End end) throws IOException {
        append();
        return new Shown(spool, spool.length(), end(members, end));
    }

    /** Puts all that has been written into the file. */
    void flush() throws IOException {
        append();
    }

    /** Shows what is in the file for good; nothing, if that has not even its beginning. */
    void finish(String members) throws IOException {
        if (spool.length() == 0) {
            discard();
        } else {
            spool.finish(end(members, lines -> {}));
        }
    }

    /** Removes what has not been shown. */
    void discard() throws IOException {
        spool.discard();
    }

    private byte[] end(String members, End end) {
        StringBuilder last = new StringBuilder();
        end.addTo(events.following(start, last));
        last.append("\n],\"displayTimeUnit\":\"ms\",\"baseTimeNanoseconds\":").append(start.epochNanos());
        last.append(RECORDED_BY).append(members).append("}\n");
        return last.toString().getBytes(StandardCharsets.UTF_8);
    }
}
