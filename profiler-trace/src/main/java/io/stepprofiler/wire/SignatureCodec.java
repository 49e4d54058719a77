package io.stepprofiler.wire;

import io.stepprofiler.event.Dims;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.Operand;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The message {@code Signature}, which several schemas have: the operands of an operation and its work. */
public final class SignatureCodec {
    private static final EnumNumbers<Operand.Kind> KINDS = new EnumNumbers<>(Operand.Kind.values());
    private static final EnumNumbers<ElementType> TYPES = new EnumNumbers<>(ElementType.values());

    private SignatureCodec() {}

    /**
     * Writes the fields of a signature.
     *
     * @param signature the signature
     * @param out the message
     */
    public static void write(OpSignature signature, WireWriter out) {
        out.text(1, signature.overload());
        writeOperands(2, signature.inputs(), out);
        writeOperands(3, signature.outputs(), out);
        out.signed(4, signature.flops());
    }

    /**
     * {@return the signature of a message}
     *
     * @param in the message
     * @throws IOException if it is no signature
     */
    public static OpSignature read(WireReader in) throws IOException {
        String overload = "";
        List<Operand> inputs = new ArrayList<>();
        List<Operand> outputs = new ArrayList<>();
        long flops = 0;
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case 1 -> overload = in.text();
                case 2 -> inputs.add(readOperand(in.message()));
                case 3 -> outputs.add(readOperand(in.message()));
                case 4 -> flops = in.signed();
                default -> in.skip();
            }
        }
        return new OpSignature(overload, inputs, outputs, flops);
    }

    private static void writeOperands(int field, List<Operand> operands, WireWriter out) {
        for (Operand operand : operands) {
            int mark = out.begin(field);
            out.number(1, KINDS.of(operand.kind()));
            out.number(2, TYPES.of(operand.elementType()));
            writeDims(3, operand.dims(), out);
            writeDims(4, operand.strides(), out);
            out.text(5, operand.text());
            out.flag(6, operand.isMutated());
            out.end(mark);
        }
    }

    private static Operand readOperand(WireReader in) throws IOException {
        Operand.Kind kind = Operand.Kind.NONE;
        ElementType element = ElementType.UNKNOWN;
        List<Dims> dims = new ArrayList<>(1);
        List<Dims> strides = new ArrayList<>(0);
        String text = "";
        boolean mutated = false;
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case 1 -> kind = KINDS.read(in);
                case 2 -> element = TYPES.read(in);
                case 3 -> dims.add(readDims(in.message()));
                case 4 -> strides.add(readDims(in.message()));
                case 5 -> text = in.text();
                case 6 -> mutated = in.flag();
                default -> in.skip();
            }
        }
        return new Operand(kind, element, dims, strides, text, mutated);
    }

    private static void writeDims(int field, List<Dims> each, WireWriter out) {
        for (Dims dims : each) {
            int mark = out.begin(field);
            int extents = out.begin(1);
            for (int dimension = 0; dimension < dims.rank(); dimension++) {
                out.varint(WireWriter.zigzag(dims.get(dimension)));
            }
            out.endColumn(extents);
            out.end(mark);
        }
    }

    private static Dims readDims(WireReader in) throws IOException {
        Dims dims = Dims.SCALAR;
        for (int field = in.field(); field != 0; field = in.field()) {
            if (field == 1) {
                WireReader column = in.message();
                long[] extents = new long[column.remaining()];
                int rank = 0;
                while (column.hasMore()) {
                    extents[rank++] = column.signedVarint();
                }
                dims = Dims.of(Arrays.copyOf(extents, rank));
            } else {
                in.skip();
            }
        }
        return dims;
    }
}
