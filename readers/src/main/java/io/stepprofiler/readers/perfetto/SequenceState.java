package io.stepprofiler.readers.perfetto;

import io.stepprofiler.imports.ImportException;
import io.stepprofiler.readers.intake.Charges;
import io.stepprofiler.wire.WireReader;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** What earlier packets of one sequence say for later ones: texts by their numbers, defaults, and its own clocks. */
final class SequenceState {
    private static final int CATEGORIES = 1;
    private static final int NAMES = 2;
    private static final int KEYS = 3;
    private static final int VALUES = 29;

    /** A clock of the sequence, whose times may be distances from the one before. */
    private static final class OwnClock {
        final boolean isIncremental;
        final long unitNanos;
        /** What makes a time of it one of another clock. */
        final long offset;

        final long otherClock;
        long latest;

        OwnClock(Clocks.Reading own, Clocks.Reading other) {
            isIncremental = own.isIncremental();
            unitNanos = own.unitNanos();
            latest = own.nanos();
            offset = Clocks.sum(other.nanos(), -own.nanos());
            otherClock = other.clock();
        }
    }

    private final Charges charges;
    private final Map<Long, String> categories = new HashMap<>();
    private final Map<Long, String> names = new HashMap<>();
    private final Map<Long, String> keys = new HashMap<>();
    private final Map<Long, String> values = new HashMap<>();
    private final Map<Long, OwnClock> clocks = new HashMap<>();
    private long defaultClock;
    private long defaultTrack;

    SequenceState(Charges charges) {
        this.charges = charges;
    }

    void clear() {
        categories.clear();
        names.clear();
        keys.clear();
        values.clear();
        defaultClock = 0;
        defaultTrack = 0;
    }

    /** The track of events that say none. */
    long defaultTrack() {
        return defaultTrack;
    }

    String category(long id) {
        return categories.getOrDefault(id, "");
    }

    String name(long id) {
        return names.getOrDefault(id, "");
    }

    String key(long id) {
        return keys.getOrDefault(id, "");
    }

    String value(long id) {
        return values.getOrDefault(id, "");
    }

    void defaults(WireReader defaults) throws IOException {
        for (int field = defaults.field(); field != 0; field = defaults.field()) {
            switch (field) {
                case Fields.DEFAULTS_CLOCK -> defaultClock = defaults.number();
                case Fields.DEFAULTS_TRACK_EVENT -> {
                    WireReader event = defaults.message();
                    for (int each = event.field(); each != 0; each = event.field()) {
                        if (each == Fields.EVENT_TRACK) {
                            defaultTrack = event.number();
                        } else {
                            event.skip();
                        }
                    }
                }
                default -> defaults.skip();
            }
        }
    }

    void intern(WireReader data) throws IOException {
        for (int field = data.field(); field != 0; field = data.field()) {
            switch (field) {
                case CATEGORIES -> entry(data.message(), categories);
                case NAMES -> entry(data.message(), names);
                case KEYS -> entry(data.message(), keys);
                case VALUES -> entry(data.message(), values);
                default -> data.skip();
            }
        }
    }

    private void entry(WireReader entry, Map<Long, String> texts) throws IOException {
        long id = 0;
        String text = "";
        for (int field = entry.field(); field != 0; field = entry.field()) {
            switch (field) {
                case Fields.INTERNED_ID -> id = entry.number();
                case Fields.INTERNED_TEXT -> text = entry.text();
                default -> entry.skip();
            }
        }
        charges.text(text);
        texts.put(id, text);
    }

    /** Takes over the clocks that a snapshot defines for the sequence, each tied to another clock of the snapshot. */
    void define(Clocks.Snapshot snapshot) throws ImportException {
        for (Clocks.Reading own : snapshot.readings()) {
            for (Clocks.Reading other : snapshot.readings()) {
                if (own.isOfSequence() && !other.isOfSequence()) {
                    charges.memory(100);
                    clocks.put(own.clock(), new OwnClock(own, other));
                    break;
                }
            }
        }
    }

    /**
     * The time of a packet on the clock of the trace, or {@link Clocks#INVALID}.
     *
     * @param timestamp as it stands in the packet
     * @param clockId the clock that the packet says it is of; 0 if it says none
     */
    long nanos(long timestamp, long clockId, Clocks all) {
        long clock = clockId != 0 ? clockId : defaultClock != 0 ? defaultClock : Clocks.BOOTTIME;
        boolean isOwn = clock >= Clocks.FIRST_OF_SEQUENCE && clock < Clocks.END_OF_SEQUENCE;
        if (!isOwn) {
            return Math.abs(timestamp) > Clocks.MOST || timestamp == Clocks.INVALID
                    ? Clocks.INVALID
                    : all.toTrace(clock, timestamp);
        }
        OwnClock own = clocks.get(clock);
        if (own == null) {
            return Clocks.INVALID;
        }
        long nanos = Clocks.times(timestamp, own.unitNanos);
        if (own.isIncremental) {
            nanos = Clocks.sum(own.latest, nanos);
            own.latest = nanos == Clocks.INVALID ? own.latest : nanos;
        }
        long other = Clocks.sum(nanos, own.offset);
        return other == Clocks.INVALID ? Clocks.INVALID : all.toTrace(own.otherClock, other);
    }
}
