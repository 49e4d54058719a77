package io.stepprofiler.readers.xspace.trace;

import io.stepprofiler.readers.xspace.ProfileStat;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Optional;

/** Values of files as arguments and texts; a trace has no bytes, but short ones become hexadecimal text. */
final class StatValues {
    private static final int MAX_BYTES = 64;

    private StatValues() {}

    /** Adds an argument to an event; returns false if the value has no form for that. */
    static boolean add(String name, ProfileStat stat, TrackBuilder track, int event, TraceBuilder trace) {
        int key = trace.nameId(name);
        if (stat.type() == ProfileStat.Type.DOUBLE) {
            track.argument(event, key, (double) (Double) stat.value());
            return true;
        }
        if (stat.asLong().isPresent()) {
            track.argument(event, key, stat.asLong().getAsLong());
            return true;
        }
        Optional<String> text = text(stat);
        text.ifPresent(value -> track.argument(event, key, value));
        return text.isPresent();
    }

    static Optional<String> text(ProfileStat stat) {
        if (!(stat.value() instanceof ByteBuffer bytes)) {
            return Optional.of(stat.asText());
        }
        if (bytes.remaining() > MAX_BYTES) {
            return Optional.empty();
        }
        byte[] copy = new byte[bytes.remaining()];
        bytes.duplicate().get(copy);
        return Optional.of("0x" + HexFormat.of().formatHex(copy));
    }
}
