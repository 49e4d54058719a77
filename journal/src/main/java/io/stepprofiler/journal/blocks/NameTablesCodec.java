package io.stepprofiler.journal.blocks;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MarkerScope;
import io.stepprofiler.event.Names;
import io.stepprofiler.wire.FrameCodec;
import io.stepprofiler.wire.WireReader;
import io.stepprofiler.wire.WireWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Codec of the messages {@code Name} and {@code Stack} of the schema. */
final class NameTablesCodec {

    /**
     * Loaders that frames do not print. Neither these nor versions of the JDK's modules are stored: restored frames
     * would print them.
     */
    private static final Set<String> BUILT_IN_LOADERS = Set.of("app", "platform");

    /** Name as stored in a block. */
    record Name(String text, EventKind kind, String type, MarkerScope scope) {}

    private NameTablesCodec() {}

    static void writeName(Names names, int id, WireWriter out) {
        out.text(1, names.name(id));
        out.number(2, SchemaNumbers.EVENT_KINDS.of(names.kind(id)));
        out.text(3, names.kind(id).isAsync() ? names.domain(id) : names.moduleType(id));
        out.number(4, SchemaNumbers.MARKER_SCOPES.of(names.markerScope(id)));
    }

    static Name readName(WireReader in) throws IOException {
        String text = "";
        EventKind kind = EventKind.SCOPE;
        String type = "";
        MarkerScope scope = MarkerScope.PROCESS;
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case 1 -> text = in.text();
                case 2 -> kind = SchemaNumbers.EVENT_KINDS.read(in);
                case 3 -> type = in.text();
                case 4 -> scope = SchemaNumbers.MARKER_SCOPES.read(in);
                default -> in.skip();
            }
        }
        return new Name(text, kind, type, scope);
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
