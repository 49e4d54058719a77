package io.stepprofiler.pytorch;

import io.stepprofiler.event.Dims;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.Operand;
import io.stepprofiler.pytorch.OperationNames.OperationName;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Signatures of operations, made from the words that describe them; equal words give the same signature. */
final class Signatures {
    private static final int ABSENT = 0;
    private static final int TENSOR = 1;
    private static final int OPAQUE_TENSOR = 2;
    private static final int TENSOR_LIST = 3;
    private static final int INT = 4;
    private static final int DOUBLE = 5;
    private static final int BOOL = 6;
    private static final int INT_LIST = 7;

    /** Element types by PyTorch's numbers, see c10/core/ScalarType.h; the others have no name in its traces either. */
    private static final ElementType[] TYPES = {
        ElementType.UINT8,
        ElementType.INT8,
        ElementType.INT16,
        ElementType.INT32,
        ElementType.INT64,
        ElementType.HALF,
        ElementType.FLOAT,
        ElementType.DOUBLE,
        ElementType.UNKNOWN,
        ElementType.COMPLEX64,
        ElementType.COMPLEX128,
        ElementType.BOOL,
        ElementType.UNKNOWN,
        ElementType.UNKNOWN,
        ElementType.UNKNOWN,
        ElementType.BFLOAT16
    };

    /** Limit of kept signatures: values of numbers may never repeat. */
    private static final int MAX_KEPT = 1 << 16;

    /** Buffers are equal if their contents are; these are never changed. */
    private record Key(OperationName name, LongBuffer words) {}

    private final Map<Key, OpSignature> known = new HashMap<>();

    OpSignature of(OperationName name, ByteBuffer chunk, int at, int count) {
        if (count == 0 && name.overload().isEmpty()) {
            return OpSignature.UNKNOWN;
        }
        long[] words = new long[count];
        for (int i = 0; i < count; i++) {
            words[i] = chunk.getLong((at + i) * Long.BYTES);
        }
        Key key = new Key(name, LongBuffer.wrap(words));
        OpSignature signature = known.get(key);
        if (signature == null) {
            List<Operand> inputs = Mutations.mark(name, new Reading(words).operands());
            signature = new OpSignature(name.overload(), inputs, List.of(), -1);
            if (known.size() < MAX_KEPT) {
                known.put(key, signature);
            }
        }
        return signature;
    }

    /** Reader of the words of one operation. */
    private static final class Reading {
        private final long[] words;
        private int at;

        Reading(long[] words) {
            this.words = words;
        }

        List<Operand> operands() {
            List<Operand> operands = new ArrayList<>();
            while (at < words.length) {
                operands.add(operand(words[at++]));
            }
            return operands;
        }

        private Operand operand(long head) {
            int count = (int) (head >>> 16);
            return switch ((int) head & 0xff) {
                case ABSENT -> Operand.ABSENT;
                case TENSOR -> Operand.tensor(type(head), dims(count));
                case OPAQUE_TENSOR -> opaque(type(head));
                case TENSOR_LIST -> tensors(count);
                case INT -> Operand.scalar(Long.toString(words[at++]));
                case DOUBLE -> Operand.scalar(Double.toString(Double.longBitsToDouble(words[at++])));
                case BOOL -> Operand.scalar((head >> 8 & 0xff) == 0 ? "False" : "True");
                case INT_LIST -> Operand.scalars(numbers(count));
                default -> Operand.other("");
            };
        }

        /** Reads a list of tensors; tensors without a plain shape are left out. */
        private Operand tensors(int count) {
            List<Dims> dims = new ArrayList<>();
            ElementType type = ElementType.UNKNOWN;
            for (int i = 0; i < count; i++) {
                long head = words[at++];
                if (((int) head & 0xff) == TENSOR) {
                    type = dims.isEmpty() ? type(head) : type;
                    dims.add(dims((int) (head >>> 16)));
                }
            }
            return Operand.tensors(type, dims);
        }

        private static Operand opaque(ElementType type) {
            return new Operand(Operand.Kind.TENSOR, type, List.of(), List.of(), "", false);
        }

        private Dims dims(int count) {
            return Dims.of(numbers(count));
        }

        private long[] numbers(int count) {
            long[] numbers = Arrays.copyOfRange(words, at, at + count);
            at += count;
            return numbers;
        }

        private static ElementType type(long head) {
            int number = (int) (head >> 8) & 0xff;
            return number < TYPES.length ? TYPES[number] : ElementType.UNKNOWN;
        }
    }
}
