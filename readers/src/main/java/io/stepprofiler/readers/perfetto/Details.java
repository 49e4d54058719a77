package io.stepprofiler.readers.perfetto;

import io.stepprofiler.event.CaptureOptions;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.imports.ImportException;
import io.stepprofiler.readers.intake.ArgumentList;
import io.stepprofiler.readers.intake.Charges;
import io.stepprofiler.readers.intake.SignatureText;
import io.stepprofiler.readers.intake.StackText;
import io.stepprofiler.readers.intake.Texts;
import io.stepprofiler.trace.TrackBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Adds to an event what its annotations say: in a file of ours what their keys mean, else arguments. */
final class Details {
    private static final int ARGUMENT_BYTES = 40;
    private static final int COLUMN_BYTES = 12;
    private static final int NONE = -1;
    private static final String USER_PREFIX = "user_";
    private static final String CALL_STACK = "Call stack";
    private static final String FLOPS = "FLOPs";

    /** What our files have of the inputs and outputs of operations. */
    private static final List<String> SIGNATURE = List.of(
            "Overload Name",
            "Concrete Inputs",
            "Input type",
            "Input Strides",
            "Input Dims",
            "Output type",
            "Output Dims",
            FLOPS);

    /** What else our files have a meaning for. */
    private static final Set<String> MEANING = Set.of(
            "unfinished",
            "async",
            "shortened ns",
            "cpu ns",
            "correlation",
            "Sequence number",
            "Fwd thread id",
            CALL_STACK,
            "Module type",
            "Domain",
            "Frames per second",
            "Thread");

    private final Texts texts;
    private final Charges charges;
    private final boolean isOurs;
    private final Map<List<String>, Integer> signatures = new HashMap<>();
    private final Map<String, Integer> stacks = new HashMap<>();
    private boolean hasShapes;
    private boolean hasFlops;

    Details(Texts texts, Charges charges, boolean isOurs) {
        this.texts = texts;
        this.charges = charges;
        this.isOurs = isOurs;
    }

    /** What the program was recorded with, as far as that can be told from what was recorded. */
    CaptureOptions options(boolean profileMemory, boolean withModules) {
        return new CaptureOptions(hasShapes, profileMemory, !stacks.isEmpty(), hasFlops, withModules);
    }

    void add(TrackEvent event, TrackBuilder track, int added) throws ImportException {
        if (!event.stack.isEmpty()) {
            charges.memory(COLUMN_BYTES);
            track.stack(added, texts.id(List.copyOf(event.stack)));
        }
        if (!isOurs) {
            arguments(event.arguments, track, added, false);
            return;
        }
        ArgumentList arguments = event.arguments;
        if (arguments.isTrue("async")) {
            track.async(added);
        }
        long correlation = arguments.number("correlation", NONE);
        if (correlation >= 0) {
            charges.memory(2 * COLUMN_BYTES);
            track.correlation(added, correlation);
        }
        long sequence = arguments.number("Sequence number", NONE);
        if (sequence >= 0) {
            charges.memory(4 * COLUMN_BYTES);
            track.sequence(added, sequence, arguments.number("Fwd thread id", NONE));
        }
        String stack = arguments.text(CALL_STACK);
        if (!stack.isEmpty()) {
            charges.memory(COLUMN_BYTES);
            track.stack(added, stack(stack));
        }
        boolean isRead = signature(arguments, track, added);
        arguments(arguments, track, added, isRead);
    }

    private int stack(String text) throws ImportException {
        Integer known = stacks.get(text);
        if (known == null) {
            known = texts.id(StackText.parse(text));
            charges.text(text);
            stacks.put(text, known);
        }
        return known;
    }

    /** Whether there is no signature, or it could be read; else its parts stay arguments. */
    private boolean signature(ArgumentList arguments, TrackBuilder track, int added) throws ImportException {
        List<String> parts = new ArrayList<>();
        boolean isThere = false;
        for (String key : SIGNATURE) {
            String part = key.equals(FLOPS) ? flops(arguments) : arguments.text(key);
            isThere |= !part.isEmpty();
            parts.add(part);
        }
        if (!isThere) {
            return true;
        }
        Integer known = signatures.get(parts);
        if (known == null) {
            known = read(parts);
            signatures.put(parts, known);
            for (String part : parts) {
                charges.text(part);
            }
        }
        if (known >= 0) {
            charges.memory(COLUMN_BYTES);
            track.signature(added, known);
        }
        return known >= 0;
    }

    private static String flops(ArgumentList arguments) {
        long flops = arguments.number(FLOPS, NONE);
        return flops < 0 ? "" : Long.toString(flops);
    }

    private int read(List<String> parts) throws ImportException {
        SignatureText text = new SignatureText();
        for (int i = 0; i < parts.size(); i++) {
            if (!parts.get(i).isEmpty()) {
                text.take(SIGNATURE.get(i), parts.get(i));
            }
        }
        Optional<OpSignature> signature = text.signature();
        hasShapes |= signature.filter(read -> !read.inputs().isEmpty()).isPresent();
        hasFlops |= signature.filter(read -> read.flops() >= 0).isPresent();
        return signature.isPresent() ? texts.id(signature.get()) : NONE;
    }

    /** The arguments of the end of a slice, which add to those of its begin. */
    void addAtEnd(ArgumentList arguments, TrackBuilder track, int added) throws ImportException {
        arguments(arguments, track, added, true);
    }

    private void arguments(ArgumentList arguments, TrackBuilder track, int added, boolean signatureIsRead)
            throws ImportException {
        for (int i = 0; i < arguments.size(); i++) {
            String name = arguments.key(i);
            boolean isTaken = isOurs && (MEANING.contains(name) || (signatureIsRead && SIGNATURE.contains(name)));
            if (!isTaken) {
                charges.memory(ARGUMENT_BYTES);
                argument(arguments, i, texts.id(isOurs ? userKey(name) : name), track, added);
            }
        }
    }

    private void argument(ArgumentList arguments, int index, int key, TrackBuilder track, int added)
            throws ImportException {
        switch (arguments.type(index)) {
            case LONG -> track.argument(added, key, arguments.number(index));
            case DOUBLE -> track.argument(added, key, arguments.real(index));
            case BOOLEAN -> track.argument(added, key, arguments.number(index) != 0);
            case TEXT -> track.textArgument(added, key, texts.id(arguments.text(index)));
        }
    }

    private static String userKey(String key) {
        String bare = key;
        while (bare.startsWith(USER_PREFIX)) {
            bare = bare.substring(USER_PREFIX.length());
        }
        boolean isReserved = MEANING.contains(bare) || SIGNATURE.contains(bare);
        return isReserved && !bare.equals(key) ? key.substring(USER_PREFIX.length()) : key;
    }
}
