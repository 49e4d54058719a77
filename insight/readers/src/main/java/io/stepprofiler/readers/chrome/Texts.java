package io.stepprofiler.readers.chrome;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MarkerScope;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.imports.ImportException;
import io.stepprofiler.trace.TraceBuilder;
import java.util.List;

/** Numbers of a trace for names, texts, signatures and call stacks; the memory of each new one is charged. */
final class Texts {
    private static final int OPERAND_BYTES = 150;
    private static final int FRAME_BYTES = 200;

    private final TraceBuilder trace;
    private final Charges charges;
    /** Numbers are given in order, so a number that is not below these is new. */
    private int names;

    private int signatures;
    private int stacks;

    Texts(TraceBuilder trace, Charges charges) {
        this.trace = trace;
        this.charges = charges;
    }

    int id(String text) throws ImportException {
        return named(text, trace.nameId(text));
    }

    int id(String text, EventKind kind, String type) throws ImportException {
        return named(text, trace.nameId(text, kind, type));
    }

    int markerId(String text, String domain, MarkerScope scope) throws ImportException {
        return named(text, trace.markerId(text, domain, scope));
    }

    int id(OpSignature signature) throws ImportException {
        int id = trace.signatureId(signature);
        if (id >= signatures) {
            signatures = id + 1;
            charges.memory((1L + signature.inputs().size() + signature.inputTensorCount()) * OPERAND_BYTES);
        }
        return id;
    }

    int id(List<StackTraceElement> frames) throws ImportException {
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
