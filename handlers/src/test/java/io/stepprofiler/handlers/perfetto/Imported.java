package io.stepprofiler.handlers.perfetto;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import io.stepprofiler.export.ExportMeter;
import io.stepprofiler.handlers.proto.Message;
import io.stepprofiler.handlers.proto.ProtoFile;
import io.stepprofiler.trace.Trace;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPInputStream;

/**
 * A file as Perfetto's trace processor imports it, by its rules: state by sequence, clocks, events sorted by time with
 * those of one time in the order of the file, slices by a stack for each track.
 */
final class Imported {
    private static final Descriptor TRACE = ProtoFile.message("/perfetto/trace.proto", "Trace");
    private static final int BEGIN = 1;
    private static final int END = 2;
    private static final int INSTANT = 3;
    private static final int COUNTER = 4;
    private static final long MONOTONIC = 3;
    private static final long REALTIME = 1;

    /** A track; the parent is 0 if it has none, the thread 0 if it is none. */
    record Track(long id, long parent, String name, long pid, long tid, Message descriptor) {}

    /** A slice or, of type 3, an instant. */
    record Slice(
            Track track,
            String name,
            String category,
            long start,
            long end,
            int depth,
            Map<String, Object> arguments,
            List<Long> flows) {
        long duration() {
            return end - start;
        }
    }

    /** A value of a counter. */
    record Sample(Track track, long time, double value) {}

    private record Event(long time, Track track, Message event, State state) {}

    /** State of one sequence so far. */
    private static final class State {
        private final Map<Long, Long> clocks = new HashMap<>();
        private final Map<String, Map<Long, String>> interned = new HashMap<>();
        private long defaultClock;
        private long defaultTrack;
        private boolean valid;
    }

    final List<Message> packets;
    final Map<Long, Track> tracks = new LinkedHashMap<>();
    final List<Slice> slices = new ArrayList<>();
    final List<Slice> instants = new ArrayList<>();
    final List<Sample> samples = new ArrayList<>();
    /** Monotonic and wall clock of each anchor. */
    final List<List<Long>> anchors = new ArrayList<>();
    /** The times at which sequences define their clocks. */
    final Set<Long> clockStarts = new HashSet<>();
    /** Errors, as the trace processor would count them. */
    final List<String> errors = new ArrayList<>();

    private final Map<Long, State> states = new HashMap<>();
    private final List<Event> events = new ArrayList<>();
    private long primaryClock;

    private Imported(byte[] file) {
        try {
            Message trace = new Message(DynamicMessage.parseFrom(TRACE, file));
            check(!trace.hasUnknownFields(), "unknown fields");
            packets = trace.subs("packet");
        } catch (InvalidProtocolBufferException e) {
            throw new UncheckedIOException(e);
        }
        packets.forEach(this::tokenize);
        events.sort(Comparator.comparingLong(Event::time));
        parse();
    }

    static Imported of(Trace trace) {
        return new Imported(bytes(trace, "trace.perfetto-trace"));
    }

    /** Reads a file, compressed or not. */
    static Imported read(byte[] file) {
        return new Imported(file[0] == 0x1f ? gunzip(file) : file);
    }

    static byte[] gunzip(byte[] compressed) {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(compressed))) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static byte[] bytes(Trace trace, String fileName) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            new PerfettoExporter().export(trace, fileName, out, ExportMeter.none());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    Slice slice(String name) {
        return slices.stream()
                .filter(slice -> slice.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    Track track(String name) {
        return tracks.values().stream()
                .filter(track -> track.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** The thread that a track belongs to, 0 if to none. */
    long tid(Track track) {
        return track.tid() != 0 || track.parent() == 0 ? track.tid() : tid(tracks.get(track.parent()));
    }

    private void tokenize(Message packet) {
        long sequence = packet.number("trusted_packet_sequence_id");
        State state = states.computeIfAbsent(sequence, id -> new State());
        if ((packet.number("sequence_flags") & 1) != 0) {
            check(!state.valid, "state cleared twice");
            state.valid = true;
        }
        if (packet.has("trace_packet_defaults")) {
            Message defaults = packet.sub("trace_packet_defaults");
            state.defaultClock = defaults.number("timestamp_clock_id");
            state.defaultTrack = defaults.sub("track_event_defaults").number("track_uuid");
        }
        if (packet.has("interned_data")) {
            intern(packet.sub("interned_data"), state);
        }
        if (packet.has("clock_snapshot")) {
            snapshot(packet.sub("clock_snapshot"), state);
        } else if (packet.has("track_descriptor")) {
            describe(packet.sub("track_descriptor"));
        } else if (packet.has("track_event")) {
            check(sequence != 0 && state.valid, "event on a sequence without state");
            tokenizeEvent(packet, state);
        }
    }

    private void tokenizeEvent(Message packet, State state) {
        check(packet.has("timestamp"), "event without time");
        check(packet.number("timestamp") >= 0, "negative distance of time");
        long clock = state.defaultClock;
        check(state.clocks.containsKey(clock), "clock without snapshot");
        long time = state.clocks.merge(clock, packet.number("timestamp"), Long::sum);
        check(time >= 0, "negative time " + time);
        Message event = packet.sub("track_event");
        long id = event.has("track_uuid") ? event.number("track_uuid") : state.defaultTrack;
        check(tracks.containsKey(id), "event before its track");
        events.add(new Event(time, tracks.get(id), event, state));
    }

    private void intern(Message data, State state) {
        for (String sort : List.of(
                "event_categories", "event_names", "debug_annotation_names", "debug_annotation_string_values")) {
            for (Message entry : data.subs(sort)) {
                String before = state.interned
                        .computeIfAbsent(sort, key -> new HashMap<>())
                        .put(entry.number("iid"), entry.text("text"));
                check(before == null, "interned twice");
                check(entry.number("iid") > 0, "iid 0");
            }
        }
    }

    private void snapshot(Message snapshot, State state) {
        Map<Long, Long> clocks = new HashMap<>();
        for (Message clock : snapshot.subs("clocks")) {
            clocks.put(clock.number("clock_id"), clock.number("timestamp"));
            boolean own = clock.number("clock_id") >= 64;
            check(own == clock.has("is_incremental"), "only clocks of a sequence are incremental");
            if (own) {
                state.clocks.put(clock.number("clock_id"), clock.number("timestamp"));
                clockStarts.add(clock.number("timestamp"));
                check(clocks.get(MONOTONIC).equals(clock.number("timestamp")), "clock differs from the trace's");
            }
        }
        if (snapshot.has("primary_trace_clock")) {
            primaryClock = snapshot.number("primary_trace_clock");
        }
        check(primaryClock == MONOTONIC, "primary clock");
        if (clocks.containsKey(REALTIME)) {
            anchors.add(List.of(clocks.get(MONOTONIC), clocks.get(REALTIME)));
        }
    }

    private void describe(Message descriptor) {
        Message thread = descriptor.sub("thread");
        Message process = descriptor.sub("process");
        String name = descriptor.has("thread")
                ? thread.text("thread_name")
                : descriptor.has("process") ? process.text("process_name") : descriptor.text("name");
        long pid = descriptor.has("thread") ? thread.number("pid") : process.number("pid");
        long id = descriptor.number("uuid");
        check(id != 0, "track 0");
        long parent = descriptor.number("parent_uuid");
        check(parent == 0 || tracks.containsKey(parent), "track before its parent");
        Track before = tracks.put(id, new Track(id, parent, name, pid, thread.number("tid"), descriptor));
        check(before == null, "track described twice");
    }

    private void parse() {
        Map<Track, Deque<Slice>> open = new HashMap<>();
        for (Event event : events) {
            Deque<Slice> stack = open.computeIfAbsent(event.track(), track -> new ArrayDeque<>());
            boolean ofCounter = event.track().descriptor().has("counter");
            switch ((int) event.event().number("type")) {
                case BEGIN -> {
                    check(!ofCounter, "slice on the track of a counter");
                    stack.push(slice(event, stack.size()));
                    check(stack.size() <= 512, "too deep");
                }
                case END -> {
                    check(!stack.isEmpty(), "misplaced end");
                    Slice slice = stack.pop();
                    slices.add(new Slice(
                            slice.track(),
                            slice.name(),
                            slice.category(),
                            slice.start(),
                            event.time(),
                            slice.depth(),
                            slice.arguments(),
                            slice.flows()));
                }
                case INSTANT -> instants.add(slice(event, stack.size()));
                case COUNTER -> {
                    check(ofCounter, "sample on a track that is no counter");
                    samples.add(new Sample(event.track(), event.time(), counterValue(event.event())));
                }
                default -> check(false, "type");
            }
        }
        open.values().forEach(stack -> check(stack.isEmpty(), "slice without end"));
    }

    private static double counterValue(Message event) {
        return event.has("counter_value")
                ? event.number("counter_value")
                : (double) event.value("double_counter_value");
    }

    private Slice slice(Event event, int depth) {
        Message message = event.event();
        List<Long> categories = message.numbers("category_iids");
        return new Slice(
                event.track(),
                interned(event.state(), "event_names", message.number("name_iid")),
                categories.isEmpty() ? "" : interned(event.state(), "event_categories", categories.get(0)),
                event.time(),
                event.time(),
                depth,
                arguments(message.subs("debug_annotations"), event.state()),
                message.numbers("flow_ids"));
    }

    private Map<String, Object> arguments(List<Message> annotations, State state) {
        Map<String, Object> arguments = new LinkedHashMap<>();
        for (Message annotation : annotations) {
            String name = annotation.has("name")
                    ? annotation.text("name")
                    : interned(state, "debug_annotation_names", annotation.number("name_iid"));
            arguments.put(name, argument(annotation, state));
        }
        return arguments;
    }

    private Object argument(Message annotation, State state) {
        if (annotation.has("string_value_iid")) {
            return interned(state, "debug_annotation_string_values", annotation.number("string_value_iid"));
        }
        for (String type : List.of("bool_value", "int_value", "double_value", "string_value")) {
            if (annotation.has(type)) {
                return annotation.value(type);
            }
        }
        return arguments(annotation.subs("dict_entries"), state);
    }

    private String interned(State state, String sort, long id) {
        String text = state.interned.getOrDefault(sort, Map.of()).get(id);
        check(text != null, "not interned: " + sort + " " + id);
        return text;
    }

    private void check(boolean holds, String error) {
        if (!holds) {
            errors.add(error);
        }
    }
}
