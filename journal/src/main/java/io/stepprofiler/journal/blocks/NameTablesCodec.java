package io.stepprofiler.journal.blocks;

import io.stepprofiler.event.Dims;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MarkerScope;
import io.stepprofiler.event.Names;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.Operand;
import io.stepprofiler.wire.FrameCodec;
import io.stepprofiler.wire.WireReader;
import io.stepprofiler.wire.WireWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** The messages {@code Name}, {@code Signature} and {@code Stack} of the schema. */
final class NameTablesCodec {

    /** Frames do not show these, nor versions of the JDK's modules; they would if they were made of them again. */
    private static final Set<String> BUILT_IN_LOADERS = Set.of("app", "platform");

    /** A name as it lies in a block. */
    record Name(String text, EventKind kind, String type, MarkerScope scope) {}

    private NameTablesCodec() {}

    static void writeName(Names names, int id, WireWriter out) {
        out.text(1, names.name(id));
        out.number(2, Numbers.EVENT_KINDS.of(names.kind(id)));
        out.text(3, names.kind(id).isAsync() ? names.domain(id) : names.moduleType(id));
        out.number(4, Numbers.MARKER_SCOPES.of(names.markerScope(id)));
    }

    static Name readName(WireReader in) throws IOException {
        String text = "";
        EventKind kind = EventKind.SCOPE;
        String type = "";
        MarkerScope scope = MarkerScope.PROCESS;
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case 1 -> text = in.text();
                case 2 -> kind = Numbers.EVENT_KINDS.read(in);
                case 3 -> type = in.text();
                case 4 -> scope = Numbers.MARKER_SCOPES.read(in);
                default -> in.skip();
            }
        }
        return new Name(text, kind, type, scope);
    }

    static void writeSignature(OpSignature signature, WireWriter out) {
        out.text(1, signature.overload());
        writeOperands(2, signature.inputs(), out);
        writeOperands(3, signature.outputs(), out);
        out.signed(4, signature.flops());
    }

    static OpSignature readSignature(WireReader in) throws IOException {
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
            out.number(1, Numbers.OPERANDS.of(operand.kind()));
            out.number(2, Numbers.ELEMENT_TYPES.of(operand.elementType()));
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
                case 1 -> kind = Numbers.OPERANDS.read(in);
                case 2 -> element = Numbers.ELEMENT_TYPES.read(in);
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

    static void writeStack(List<StackTraceElement> frames, WireWriter out) {
        for (StackTraceElement frame : frames) {
            int mark = out.begin(1);
            FrameCodec.write(asShown(frame), out);
            out.end(mark);
        }
    }

    private static StackTraceElement asShown(StackTraceElement frame) {
        String loader = frame.getClassLoaderName();
        String module = frame.getModuleName();
        return new StackTraceElement(
                loader == null || BUILT_IN_LOADERS.contains(loader) ? null : loader,
                module,
                module == null || isOfTheJdk(module) ? null : frame.getModuleVersion(),
                frame.getClassName(),
                frame.getMethodName(),
                frame.getFileName(),
                frame.getLineNumber());
    }

    private static boolean isOfTheJdk(String module) {
        return module.startsWith("java.") || module.startsWith("jdk.");
    }

    static List<StackTraceElement> readStack(WireReader in) throws IOException {
        List<StackTraceElement> frames = new ArrayList<>();
        for (int field = in.field(); field != 0; field = in.field()) {
            if (field == 1) {
                frames.add(FrameCodec.read(in.message()));
            } else {
                in.skip();
            }
        }
        return List.copyOf(frames);
    }
}
