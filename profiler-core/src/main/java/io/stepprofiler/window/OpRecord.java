package io.stepprofiler.window;

import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.Dims;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.Operand;
import io.stepprofiler.recording.EnumCounts;
import io.stepprofiler.recording.Limits;
import io.stepprofiler.recording.OperandWords;
import io.stepprofiler.recording.Operands;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * Reader of the records that {@link Operands} write; keeps each distinct signature once.
 *
 * <pre>
 *   header | overload, 32 · storages, 16 · async · words, 15 | sequence | forward thread | flops | correlation | words
 *   … | storages …
 * </pre>
 */
public final class OpRecord {
    /** Id of a signature without content. */
    private static final int NOTHING = -1;

    private static final int SIZES = 1;
    private static final int SEQUENCE = 2;
    private static final int FORWARD_THREAD = 3;
    private static final int FLOPS = 4;
    private static final int CORRELATION = 5;

    private final TraceBuilder trace;
    private final IntFunction<String> text;
    private final EnumCounts<Anomaly> anomalies;
    private final Map<Run, Integer> signatureIds = new HashMap<>();
    private final Run probe = new Run();

    /** Creates a reader for a trace; {@code text} resolves name references. */
    public OpRecord(TraceBuilder trace, IntFunction<String> text, EnumCounts<Anomaly> anomalies) {
        this.trace = trace;
        this.anomalies = anomalies;
        this.text = text;
    }

    /** Sets the details of an event from the record at {@code at}, in place of earlier ones. */
    void addTo(TrackBuilder track, int event, long[] words, int at) {
        int wordCount = (int) words[at + SIZES] & (Operands.ASYNC - 1);
        if ((words[at + SIZES] & Operands.ASYNC) != 0) {
            track.async(event);
        }
        int storageCount = (int) (words[at + SIZES] >>> 16) & 0xFFFF;
        int overload = (int) (words[at + SIZES] >>> 32);
        track.sequence(event, words[at + SEQUENCE], words[at + FORWARD_THREAD]);
        track.correlation(event, words[at + CORRELATION]);
        boolean described = wordCount > 0 || overload != Operands.NO_TEXT || words[at + FLOPS] >= 0;
        int signature =
                described ? signatureId(words, at + Operands.FIXED, wordCount, overload, words[at + FLOPS]) : NOTHING;
        track.signature(event, signature);
        track.tensors(event, words, at + Operands.FIXED + wordCount, signature == NOTHING ? 0 : storageCount);
    }

    private int signatureId(long[] words, int from, int count, int overload, long flops) {
        probe.set(words, from, count, overload, flops);
        Integer known = signatureIds.get(probe);
        if (known != null) {
            return known;
        }
        if (signatureIds.size() >= Limits.MAX_SIGNATURES) {
            // A signature takes some hundred bytes: operations whose values never repeat must not fill the heap.
            anomalies.count(Anomaly.DETAILS_CUT);
            return NOTHING;
        }
        int id = trace.signatureId(signature(words, from, count, overload, flops));
        signatureIds.put(probe.copy(), id);
        return id;
    }

    private OpSignature signature(long[] words, int from, int count, int overload, long flops) {
        List<Operand> inputs = new ArrayList<>();
        List<Operand> outputs = new ArrayList<>();
        int at = from;
        while (at < from + count) {
            long header = words[at];
            OperandReader reader = new OperandReader(words, at + 1);
            Operand operand = reader.read(header);
            (OperandWords.isOutput(header) ? outputs : inputs)
                    .add(OperandWords.isMutated(header) ? operand.mutated() : operand);
            at = reader.at;
        }
        return new OpSignature(textOf(overload), inputs, outputs, flops);
    }

    private String textOf(int ref) {
        return ref == Operands.NO_TEXT ? "" : text.apply(ref);
    }

    private final class OperandReader {
        private final long[] words;
        private int at;

        OperandReader(long[] words, int at) {
            this.words = words;
            this.at = at;
        }

        Operand read(long header) {
            int length = OperandWords.length(header);
            ElementType type = OperandWords.type(header);
            return switch (OperandWords.kind(header)) {
                case OperandWords.TENSOR -> {
                    Operand tensor = Operand.tensor(type, dims(length));
                    yield OperandWords.isStrided(header) ? tensor.withStrides(dims(length)) : tensor;
                }
                case OperandWords.TENSOR_LIST -> {
                    List<Dims> each = new ArrayList<>();
                    List<Dims> strides = new ArrayList<>();
                    for (int i = 0; i < length; i++) {
                        int rank = (int) words[at++];
                        each.add(dims(rank));
                        if (OperandWords.isStrided(header)) {
                            strides.add(dims(rank));
                        }
                    }
                    yield Operand.tensors(type, each).withStrides(strides.toArray(new Dims[0]));
                }
                case OperandWords.LONG -> Operand.scalar(Long.toString(words[at++]));
                case OperandWords.DOUBLE -> Operand.scalar(Double.toString(Double.longBitsToDouble(words[at++])));
                case OperandWords.BOOLEAN -> Operand.scalar(words[at++] == 0 ? "False" : "True");
                case OperandWords.LONGS -> Operand.scalars(dims(length).toArray());
                case OperandWords.DOUBLES -> Operand.scalars(doubles(length));
                case OperandWords.TEXT -> Operand.other(textOf((int) words[at++]));
                default -> Operand.ABSENT;
            };
        }

        private double[] doubles(int count) {
            double[] values = new double[count];
            for (int i = 0; i < count; i++) {
                values[i] = Double.longBitsToDouble(words[at++]);
            }
            return values;
        }

        private Dims dims(int rank) {
            long[] extents = new long[rank];
            System.arraycopy(words, at, extents, 0, rank);
            at += rank;
            return Dims.of(extents);
        }
    }

    /** Run of longs as a key: looked up in place, copied when kept. */
    private static final class Run {
        private long[] words = {};
        private int from;
        private int count;
        private int overload;
        private long flops;
        private int hash;

        void set(long[] array, int first, int length, int overloadRef, long flopsStated) {
            words = array;
            from = first;
            count = length;
            overload = overloadRef;
            flops = flopsStated;
            long mixed = overloadRef * 31L + flopsStated;
            for (int i = first; i < first + length; i++) {
                mixed = (mixed ^ array[i]) * 0x9E3779B97F4A7C15L;
                mixed ^= mixed >>> 32;
            }
            hash = (int) mixed;
        }

        Run copy() {
            Run copy = new Run();
            long[] kept = new long[count];
            System.arraycopy(words, from, kept, 0, count);
            copy.set(kept, 0, count, overload, flops);
            return copy;
        }

        @Override
        public boolean equals(Object other) {
            if (!(other instanceof Run run) || run.count != count || run.overload != overload || run.flops != flops) {
                return false;
            }
            for (int i = 0; i < count; i++) {
                if (words[from + i] != run.words[run.from + i]) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }
}
