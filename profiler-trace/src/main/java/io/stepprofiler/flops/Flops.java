package io.stepprofiler.flops;

import io.stepprofiler.trace.Trace;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The floating point operations of a trace's events: as reported with the event, or by the formulas of {@code
 * torch.profiler}, computed once for each signature.
 *
 * <p>A multiplication with an addition counts as two. Used by one thread.
 */
public final class Flops {
    /** Value for an event with neither reported operations nor a formula. */
    public static final long UNKNOWN = -1;

    private static final List<FlopFormula> FORMULAS = List.of(FlopFormula.values());
    private static final long NOT_YET = -2;
    private static final int NO_FORMULA = -1;

    private final Trace trace;
    private final long[] stated;
    private final int[] formulaOfName;
    private final long[][] byFormula = new long[FORMULAS.size()][0];

    private Flops(Trace trace) {
        this.trace = trace;
        stated = IntStream.range(0, trace.signatureCount())
                .mapToLong(id -> trace.signature(id).flops())
                .toArray();
        formulaOfName = IntStream.range(0, stated.length == 0 ? 0 : trace.nameCount())
                .map(id -> FlopFormula.of(trace.name(id)).map(FORMULAS::indexOf).orElse(NO_FORMULA))
                .toArray();
    }

    /**
     * {@return the floating point operations of a trace}
     *
     * @param trace the trace
     */
    public static Flops in(Trace trace) {
        return new Flops(trace);
    }

    /**
     * {@return the operations of an event; {@link #UNKNOWN} if they are not known}
     *
     * @param nameId name of the event
     * @param signatureId signature of the event; -1 if not known
     */
    public long of(int nameId, int signatureId) {
        if (signatureId < 0 || stated[signatureId] >= 0) {
            return signatureId < 0 ? UNKNOWN : stated[signatureId];
        }
        int formula = formulaOfName[nameId];
        return formula == NO_FORMULA ? UNKNOWN : byFormula(formula, signatureId);
    }

    /**
     * {@return the sum of two figures, each of them perhaps {@link #UNKNOWN}; at most {@link Long#MAX_VALUE}}
     *
     * @param a one figure
     * @param b the other figure
     */
    public static long sum(long a, long b) {
        if (a < 0 || b < 0) {
            return Math.max(a, b);
        }
        return a + b < 0 ? Long.MAX_VALUE : a + b;
    }

    private long byFormula(int formula, int signatureId) {
        if (byFormula[formula].length == 0) {
            byFormula[formula] = new long[stated.length];
            Arrays.fill(byFormula[formula], NOT_YET);
        }
        long known = byFormula[formula][signatureId];
        if (known == NOT_YET) {
            known = FORMULAS.get(formula).flops(trace.signature(signatureId).inputs());
            byFormula[formula][signatureId] = known;
        }
        return known;
    }
}
