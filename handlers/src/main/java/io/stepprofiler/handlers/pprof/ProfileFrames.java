package io.stepprofiler.handlers.pprof;

import io.stepprofiler.analysis.stacktree.Frames;
import io.stepprofiler.analysis.stacktree.ValueNumbers;
import io.stepprofiler.trace.Trace;
import java.util.Map;

/** The frames of a profile: functions at a line, and as the outermost one the labels of all samples inside. */
final class ProfileFrames implements Frames {
    /** A frame of a stack. */
    sealed interface Frame {}

    /**
     * A function, at a line.
     *
     * @param name a method, or an event's name
     * @param file a method's source file with its package as directory; empty if not known
     * @param line the line; 0 if not known
     */
    record Call(String name, String file, int line) implements Frame {}

    /**
     * The labels of samples.
     *
     * @param labels values by key
     */
    record Root(Map<String, String> labels) implements Frame {}

    private final Trace trace;
    private final ValueNumbers<Frame> frames = new ValueNumbers<>();

    ProfileFrames(Trace trace) {
        this.trace = trace;
    }

    Frame get(int number) {
        return frames.get(number);
    }

    int ofLabels(Map<String, String> labels) {
        return frames.of(new Root(Map.copyOf(labels)));
    }

    @Override
    public int ofEvent(int nameId) {
        return named(trace.name(nameId));
    }

    @Override
    public int named(String name) {
        return frames.of(new Call(name, "", 0));
    }

    @Override
    public int ofCall(StackTraceElement call) {
        String type = withoutAddress(call.getClassName());
        String file = call.getFileName();
        int packageEnd = type.lastIndexOf('.') + 1;
        return frames.of(new Call(
                type + "." + call.getMethodName(),
                file == null ? "" : type.substring(0, packageEnd).replace('.', '/') + file,
                Math.max(call.getLineNumber(), 0)));
    }

    /**
     * Drops the slash and the address that end the names of hidden classes, such as lambdas, and differ from run to
     * run.
     */
    private static String withoutAddress(String type) {
        int address = type.indexOf('/');
        return address < 0 ? type : type.substring(0, address);
    }
}
