package io.stepprofiler.readers.chrome;

import io.stepprofiler.imports.ImportException;
import io.stepprofiler.trace.TrackBuilder;
import java.util.HashSet;
import java.util.Set;

/** Adds to an event of the trace the properties and arguments that the file has for it. */
final class ArgumentReader {
    private static final int ARGUMENT_BYTES = 40;
    private static final int COLUMN_BYTES = 12;
    /** Prefix in our files of users' keys that are reserved. */
    private static final String USER_PREFIX = "user_";

    /** Reserved keys. */
    private static final Set<String> RESERVED = new HashSet<>(Set.of(
            "Concrete Inputs",
            "Input type",
            "Input Strides",
            "Input Dims",
            "Input dims",
            "external id",
            "blocks per SM",
            "est. achieved occupancy %",
            "bytes"));

    static {
        for (KnownArgument key : KnownArgument.values()) {
            if (key != KnownArgument.STEP_NUMBER) {
                RESERVED.add(key.key());
            }
        }
    }

    private final Charges charges;
    private final FileRows rows;
    private final Texts texts;
    private final StackTexts frames;
    private final ForwardThreads forwardThreads;
    private boolean ours;

    ArgumentReader(Charges charges, FileRows rows, Texts texts, StackTexts frames, ForwardThreads forwardThreads) {
        this.charges = charges;
        this.rows = rows;
        this.texts = texts;
        this.frames = frames;
        this.forwardThreads = forwardThreads;
    }

    void ours() {
        ours = true;
    }

    void add(EventRecord event, FileRow row, int added) throws ImportException {
        TrackBuilder track = row.track();
        String overload = event.text(KnownArgument.OVERLOAD);
        long flops = event.number(KnownArgument.FLOPS);
        if (!event.operands.isEmpty() || !overload.isEmpty() || flops >= 0) {
            charges.memory(COLUMN_BYTES);
            track.signature(added, texts.id(event.operands.signature(overload, flops)));
        }
        String stack = event.text(KnownArgument.CALL_STACK);
        if (!stack.isEmpty()) {
            charges.memory(COLUMN_BYTES);
            track.stack(added, frames.id(stack));
        }
        long correlation = event.number(KnownArgument.CORRELATION);
        if (correlation >= 0) {
            correlation(row, added, correlation);
        }
        if (event.number(KnownArgument.SEQUENCE_NUMBER) >= 0) {
            charges.memory(4 * COLUMN_BYTES);
            sequence(event, row, added);
        }
        arguments(event, row, added);
    }

    void correlation(FileRow row, int added, long correlation) throws ImportException {
        charges.memory(2 * COLUMN_BYTES);
        row.track().correlation(added, correlation);
    }

    private void sequence(EventRecord event, FileRow row, int added) throws ImportException {
        long sequence = event.number(KnownArgument.SEQUENCE_NUMBER);
        long forward = event.number(KnownArgument.FORWARD_THREAD);
        boolean isBackward = forward > 0;
        row.track().sequence(added, sequence, isBackward && ours ? rows.trackOfThread(forward) : -1);
        if (isBackward && !ours) {
            forwardThreads.backward(row, added, event.start, sequence, forward);
        } else if (!isBackward) {
            forwardThreads.forward(row);
        }
    }

    /** Adds the arguments without a special meaning. */
    void arguments(EventRecord event, FileRow row, int added) throws ImportException {
        TrackBuilder track = row.track();
        if (!row.onDevice()) {
            // On a stream these are the numbers of the stream itself.
            keep(KnownArgument.DEVICE, event, track, added);
            keep(KnownArgument.STREAM, event, track, added);
        }
        if (ours) {
            // In other files it is the number of the step, and no argument.
            keep(KnownArgument.STEP_NUMBER, event, track, added);
        }
        ArgumentList arguments = event.arguments;
        for (int i = 0; i < arguments.size(); i++) {
            charges.memory(ARGUMENT_BYTES);
            int key = texts.id(ours ? userKey(arguments.key(i), RESERVED) : arguments.key(i));
            switch (arguments.type(i)) {
                case LONG -> track.argument(added, key, arguments.number(i));
                case DOUBLE -> track.argument(added, key, arguments.real(i));
                case BOOLEAN -> track.argument(added, key, arguments.number(i) != 0);
                case TEXT -> track.textArgument(added, key, texts.id(arguments.text(i)));
            }
        }
    }

    private void keep(KnownArgument known, EventRecord event, TrackBuilder track, int added) throws ImportException {
        if (event.has(known)) {
            charges.memory(ARGUMENT_BYTES);
            track.argument(added, texts.id(known.key()), event.number(known));
        }
    }

    /** Returns the user's key, without the prefix that reserved keys have in our files. */
    static String userKey(String key, Set<String> reserved) {
        String bare = key;
        while (bare.startsWith(USER_PREFIX)) {
            bare = bare.substring(USER_PREFIX.length());
        }
        return !bare.equals(key) && reserved.contains(bare) ? key.substring(USER_PREFIX.length()) : key;
    }
}
