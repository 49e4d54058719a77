package io.stepprofiler.analysis.functions;

import io.stepprofiler.analysis.functions.FunctionProfile.CallTotals;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.wire.EnumNumbers;
import io.stepprofiler.wire.SignatureCodec;
import io.stepprofiler.wire.WireReader;
import io.stepprofiler.wire.WireWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The messages {@code Profiles}, {@code Head}, {@code Function} and {@code Apply} of {@code functions.proto}. */
final class FunctionsCodec {
    static final int FUNCTION = 4;
    static final EnumNumbers<Layer> LAYERS = new EnumNumbers<>(Layer.values());

    private static final String FORMAT = "step-profiler functions";
    private static final long VERSION = 1;

    /** Most heap bytes of a message, without its texts. */
    private static final int BYTES_PER_PART = 512;

    /** Settings of profiles, with the number of traces. */
    record Head(FunctionSelector selector, boolean ignoresFirstCalls, int maxNodes, long traces) {}

    /** Profile of one function, with a flag for calls inside calls of other functions. */
    record Saved(FunctionProfile profile, boolean isInner) {}

    private FunctionsCodec() {}

    static void writeHead(
            FunctionSelector selector, boolean ignoresFirstCalls, int maxNodes, long traces, WireWriter out) {
        out.text(1, FORMAT);
        out.number(2, VERSION);
        int mark = out.begin(3);
        out.text(1, selector.toString());
        selector.shared().ifPresent(name -> out.present(2, name));
        out.flag(3, ignoresFirstCalls);
        out.number(4, maxNodes);
        out.number(5, traces);
        out.end(mark);
    }

    /** A reader positioned at the head, after format and version, which it has checked. */
    static WireReader reader(byte[] bytes) throws IOException {
        long parts = Runtime.getRuntime().maxMemory() / 2 / BYTES_PER_PART;
        WireReader in = new WireReader(bytes, 0, bytes.length, (int) Math.min(parts, Integer.MAX_VALUE));
        String format = in.field() == 1 ? in.text() : "";
        if (!format.equals(FORMAT) || in.field() != 2) {
            throw new IOException(
                    "Not function profiles of Step Profiler: " + bytes.length + " bytes of something else");
        }
        long version = in.number();
        if (version != VERSION) {
            throw new IOException("Function profiles of version " + version
                    + " are not known to this release, which reads" + " version " + VERSION
                    + ": read them with the release that wrote them, or a newer one");
        }
        if (in.field() != 3) {
            throw in.wrong("function profiles without a head");
        }
        return in;
    }

    static Head readHead(WireReader in) throws IOException {
        FunctionSelector selector = FunctionSelector.AUTOMATIC;
        boolean ignores = false;
        int maxNodes = FunctionProfiles.MAX_NODES;
        long traces = 0;
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case 1 -> selector = selector(in);
                case 2 -> selector = selector.shared(in.text());
                case 3 -> ignores = in.flag();
                case 4 -> maxNodes = Math.max(1, in.count(Integer.MAX_VALUE));
                case 5 -> traces = in.natural();
                default -> in.skip();
            }
        }
        return new Head(selector, ignores, maxNodes, traces);
    }

    private static FunctionSelector selector(WireReader in) throws IOException {
        try {
            return FunctionSelector.parse(in.text());
        } catch (IllegalArgumentException e) {
            throw in.wrong(String.valueOf(e.getMessage()));
        }
    }

    static void writeFunction(FunctionProfile profile, boolean isInner, WireWriter out) {
        int mark = out.begin(FUNCTION);
        out.text(1, profile.name());
        out.flag(2, isInner);
        CallTotals calls = profile.calls();
        writeColumn(
                3,
                out,
                calls.count(),
                calls.nanos(),
                calls.spanNanos(),
                calls.firstNanos() + 1,
                calls.minNanos(),
                calls.maxNanos(),
                calls.ignored(),
                calls.unfinished());
        CompileTime compile = profile.compile();
        writeColumn(
                4,
                out,
                compile.graphBuildingNanos(),
                compile.classLoadingNanos(),
                compile.linkingNanos(),
                compile.jitNanos());
        profile.applies().forEach(apply -> writeApply(apply, out));
        out.end(mark);
    }

    static Saved readFunction(WireReader in) throws IOException {
        String name = "";
        boolean isInner = false;
        long[] calls = new long[8];
        long[] compile = new long[4];
        List<Apply> applies = new ArrayList<>();
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case 1 -> name = in.text();
                case 2 -> isInner = in.flag();
                case 3 -> readColumn(in.message(), calls);
                case 4 -> readColumn(in.message(), compile);
                case 5 -> applies.add(readApply(in.message(), applies.size()));
                default -> in.skip();
            }
        }
        return new Saved(
                new FunctionProfile(
                        name,
                        new CallTotals(
                                calls[0], calls[1], calls[2], calls[3] - 1, calls[4], calls[5], calls[6], calls[7]),
                        new CompileTime(compile[0], compile[1], compile[2], compile[3]),
                        applies),
                isInner);
    }

    private static void writeApply(Apply apply, WireWriter out) {
        int mark = out.begin(5);
        OperationSignature operation = apply.operation();
        out.text(1, operation.name());
        out.number(2, LAYERS.of(operation.layer()));
        int signatureMark = out.begin(3);
        SignatureCodec.write(operation.signature(), out);
        out.end(signatureMark);
        apply.path().forEach(step -> out.present(4, step));
        out.text(5, apply.site());
        out.signed(6, apply.occurrence());
        writeColumn(
                7,
                out,
                apply.calls(),
                apply.nanos(),
                apply.minNanos(),
                apply.maxNanos(),
                apply.flops(),
                apply.flopCalls(),
                apply.flopNanos());
        out.end(mark);
    }

    private static Apply readApply(WireReader in, int id) throws IOException {
        String name = "";
        Layer layer = Layer.NATIVE;
        OpSignature signature = OpSignature.UNKNOWN;
        List<String> path = new ArrayList<>(0);
        String site = "";
        int occurrence = 0;
        long[] sums = new long[7];
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case 1 -> name = in.text();
                case 2 -> layer = LAYERS.read(in);
                case 3 -> signature = SignatureCodec.read(in.message());
                case 4 -> path.add(in.text());
                case 5 -> site = in.text();
                case 6 -> occurrence = readOccurrence(in);
                case 7 -> readColumn(in.message(), sums);
                default -> in.skip();
            }
        }
        return new Apply(
                id,
                new OperationSignature(name, layer, signature),
                path,
                site,
                occurrence,
                sums[0],
                sums[1],
                sums[2],
                sums[3],
                sums[4],
                sums[5],
                sums[6]);
    }

    private static int readOccurrence(WireReader in) throws IOException {
        long occurrence = in.signed();
        if (occurrence < ApplyIdentity.FURTHER || occurrence > Integer.MAX_VALUE) {
            throw in.wrong(occurrence + " is no occurrence");
        }
        return (int) occurrence;
    }

    private static void writeColumn(int field, WireWriter out, long... values) {
        int mark = out.begin(field);
        for (long value : values) {
            out.varint(value);
        }
        out.end(mark);
    }

    private static void readColumn(WireReader column, long[] values) throws IOException {
        for (int i = 0; i < values.length && column.hasMore(); i++) {
            values[i] = column.varint();
            if (values[i] < 0) {
                throw column.wrong(values[i] + " is negative");
            }
        }
    }
}
