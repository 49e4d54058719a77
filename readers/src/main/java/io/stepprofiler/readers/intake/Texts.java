package io.stepprofiler.readers.intake;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MarkerScope;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.imports.ImportException;
import io.stepprofiler.trace.TraceBuilder;
import java.util.List;

/** The numbers of a trace for names, texts, signatures and call stacks; each new one is charged for. */
public final class Texts {
    private static final int OPERAND_BYTES = 150;
    private static final int FRAME_BYTES = 200;

    private final TraceBuilder trace;
    private final Charges charges;
    /** Numbers are given in order, so that one that is not below these is new. */
    private int names;

    private int signatures;
    private int stacks;

    /**
     * The numbers of a trace.
     *
     * @param trace the trace
     * @param charges what its file may take
     */
    public Texts(TraceBuilder trace, Charges charges) {
        this.trace = trace;
        this.charges = charges;
    }

    /**
     * {@return the number of a text}
     *
     * @param text a name of a scope, a key or a value
     * @throws ImportException if that is too much memory
     */
    public int id(String text) throws ImportException {
        return named(text, trace.nameId(text));
    }

    /**
     * {@return the number of a name}
     *
     * @param text the name
     * @param kind what it names
     * @param type type of a module, or domain; may be empty
     * @throws ImportException if that is too much memory
     */
    public int id(String text, EventKind kind, String type) throws ImportException {
        return named(text, trace.nameId(text, kind, type));
    }

    /**
     * {@return the number of the name of a marker}
     *
     * @param text the name
     * @param domain its domain; may be empty
     * @param scope its reach
     * @throws ImportException if that is too much memory
     */
    public int markerId(String text, String domain, MarkerScope scope) throws ImportException {
        return named(text, trace.markerId(text, domain, scope));
    }

    /**
     * {@return the number of a signature}
     *
     * @param signature the signature
     * @throws ImportException if that is too much memory
     */
    public int id(OpSignature signature) throws ImportException {
        int id = trace.signatureId(signature);
        if (id >= signatures) {
            signatures = id + 1;
            charges.memory((1L + signature.inputs().size() + signature.inputTensorCount()) * OPERAND_BYTES);
        }
        return id;
    }

    /**
     * {@return the number of a call stack}
     *
     * @param frames the frames, innermost first
     * @throws ImportException if that is too much memory
     */
    public int id(List<StackTraceElement> frames) throws ImportException {
        int id = trace.stackId(frames);
        if (id >= stacks) {
            stacks = id + 1;
            charges.memory((1L + frames.size()) * FRAME_BYTES);
        }
        return id;
    }

    private int named(String text, int id) throws ImportException {
        if (id >= names) {
            names = id + 1;
            charges.text(text);
        }
        return id;
    }
}
