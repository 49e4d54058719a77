package io.stepprofiler.analysis.functions;

import io.stepprofiler.event.Dims;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.Operand;
import io.stepprofiler.wire.EnumNumbers;
import io.stepprofiler.wire.WireReader;
import io.stepprofiler.wire.WireWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The messages {@code Signature} and {@code Operand} of {@code functions.proto}. */
final class SignatureCodec {
    static final EnumNumbers<Operand.Kind> KINDS = new EnumNumbers<>(Operand.Kind.values());
    static final EnumNumbers<ElementType> TYPES = new EnumNumbers<>(ElementType.values());

    private SignatureCodec() {}

    static void write(OpSignature signature, WireWriter out) {
        out.text(1, signature.overload());
        writeOperands(2, signature.inputs(), out);
        writeOperands(3, signature.outputs(), out);
    }

    static OpSignature read(WireReader in) throws IOException {
        String overload = "";
        List<Operand> inputs = new ArrayList<>();
        List<Operand> outputs = new ArrayList<>();
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case 1 -> overload = in.text();
                case 2 -> inputs.add(readOperand(in.message()));
                case 3 -> outputs.add(readOperand(in.message()));
                default -> in.skip();
            }
        }
        return new OpSignature(overload, inputs, outputs, -1);
    }

    private static void writeOperands(int field, List<Operand> operands, WireWriter out) {
        for (Operand operand : operands) {
            int mark = out.begin(field);
            out.number(1, KINDS.of(operand.kind()));
            out.number(2, TYPES.of(operand.elementType()));
            operand.dims().forEach(dims -> writeDims(3, dims, out));
            operand.strides().forEach(strides -> writeDims(4, strides, out));
            out.text(5, operand.text());
            out.flag(6, operand.isMutated());
            out.end(mark);
        }
    }

    private static void writeDims(int field, Dims dims, WireWriter out) {
        int mark = out.begin(field);
        int column = out.begin(1);
        for (int i = 0; i < dims.rank(); i++) {
            out.varint(WireWriter.zigzag(dims.get(i)));
        }
        out.endColumn(column);
        out.end(mark);
    }

    private static Operand readOperand(WireReader in) throws IOException {
        Operand.Kind kind = Operand.Kind.NONE;
        ElementType type = ElementType.UNKNOWN;
        List<Dims> dims = new ArrayList<>(1);
        List<Dims> strides = new ArrayList<>(0);
        String text = "";
        boolean isMutated = false;
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case 1 -> kind = KINDS.read(in);
                case 2 -> type = TYPES.read(in);
                case 3 -> dims.add(readDims(in.message()));
                case 4 -> strides.add(readDims(in.message()));
                case 5 -> text = in.text();
                case 6 -> isMutated = in.flag();
                default -> in.skip();
            }
        }
        return new Operand(kind, type, dims, strides, text, isMutated);
    }

    private static Dims readDims(WireReader in) throws IOException {
        Dims dims = Dims.SCALAR;
        for (int field = in.field(); field != 0; field = in.field()) {
            if (field == 1) {
                dims = readExtents(in.message());
            } else {
                in.skip();
            }
        }
        return dims;
    }

    private static Dims readExtents(WireReader column) throws IOException {
        long[] extents = new long[8];
        int rank = 0;
        while (column.hasMore()) {
            if (rank == extents.length) {
                extents = Arrays.copyOf(extents, 2 * rank);
            }
            extents[rank++] = column.signedVarint();
        }
        return Dims.of(Arrays.copyOf(extents, rank));
    }
}
