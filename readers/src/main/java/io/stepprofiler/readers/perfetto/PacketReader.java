package io.stepprofiler.readers.perfetto;

import io.stepprofiler.readers.intake.Charges;
import io.stepprofiler.readers.intake.Tally;
import io.stepprofiler.wire.WireReader;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Reads the events of one packet after the other, with what earlier packets of their sequence say for them. */
final class PacketReader {
    private static final int SEQUENCE_BYTES = 1000;

    /** Fields that say something of their packet, of the sequence or of the recording: nothing is lost without them. */
    private static final Set<Integer> ABOUT_THE_RECORDING =
            Set.of(3, 33, 35, 36, 41, 43, 44, 45, 46, 51, 69, 72, 73, 76, 79, 87, 88, 89, 90, 98, 99);

    private final Charges charges;
    private final Tally tally;
    private final Clocks clocks;
    private final Intake intake;
    private final TrackEvent event = new TrackEvent();
    private final Map<Long, SequenceState> sequences = new HashMap<>();
    private long gaps;

    PacketReader(Charges charges, Tally tally, Clocks clocks, Intake intake) {
        this.charges = charges;
        this.tally = tally;
        this.clocks = clocks;
        this.intake = intake;
    }

    /** Tells what is missing, when all packets were taken. */
    void complete() {
        if (gaps > 0) {
            tally.missing("its recorder had no room left " + gaps + " times: events are missing where that was");
        }
    }

    void take(WireReader packet) throws IOException {
        long timestamp = 0;
        boolean hasTime = false;
        long clock = 0;
        long sequence = 0;
        long flags = 0;
        boolean hasGap = false;
        boolean isOther = false;
        WireReader interned = null;
        WireReader defaults = null;
        WireReader snapshot = null;
        WireReader track = null;
        for (int field = packet.field(); field != 0; field = packet.field()) {
            switch (field) {
                case Fields.PACKET_TIMESTAMP -> {
                    timestamp = packet.number();
                    hasTime = true;
                }
                case Fields.PACKET_TIMESTAMP_CLOCK -> clock = packet.number();
                case Fields.PACKET_SEQUENCE_ID -> sequence = packet.number();
                case Fields.PACKET_SEQUENCE_FLAGS -> flags = packet.number();
                case Fields.PACKET_PREVIOUS_DROPPED -> hasGap = packet.flag();
                case Fields.PACKET_INTERNED_DATA -> interned = packet.message();
                case Fields.PACKET_DEFAULTS -> defaults = packet.message();
                case Fields.PACKET_CLOCK_SNAPSHOT -> snapshot = packet.message();
                case Fields.PACKET_TRACK_EVENT -> track = packet.message();
                case Fields.PACKET_TRACK_DESCRIPTOR -> packet.skip();
                default -> {
                    isOther |= !ABOUT_THE_RECORDING.contains(field);
                    packet.skip();
                }
            }
        }
        // The first packet of a sequence says so, too.
        gaps += hasGap && sequences.containsKey(sequence) ? 1 : 0;
        SequenceState state = state(sequence);
        if ((flags & Fields.SEQUENCE_INCREMENTAL_STATE_CLEARED) != 0) {
            state.clear();
        }
        if (defaults != null) {
            state.defaults(defaults);
        }
        if (interned != null) {
            state.intern(interned);
        }
        if (snapshot != null) {
            state.define(Clocks.snapshot(snapshot));
        }
        if (track != null) {
            long nanos = hasTime ? state.nanos(timestamp, clock, clocks) : Clocks.INVALID;
            take(track, state, nanos);
        } else if (isOther) {
            tally.notTaken("packets of other data sources than track events, such as the scheduler's or the heap's");
        }
    }

    private void take(WireReader track, SequenceState state, long nanos) throws IOException {
        event.read(track, state);
        if (nanos == Clocks.INVALID) {
            tally.invalid("events without a time, or on a clock that is tied to no other one");
        } else {
            intake.take(event, nanos);
        }
    }

    private SequenceState state(long sequence) throws IOException {
        SequenceState state = sequences.get(sequence);
        if (state == null) {
            charges.memory(SEQUENCE_BYTES);
            state = new SequenceState(charges);
            sequences.put(sequence, state);
        }
        return state;
    }
}
