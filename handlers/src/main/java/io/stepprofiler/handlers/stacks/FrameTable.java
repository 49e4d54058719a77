package io.stepprofiler.handlers.stacks;

import io.stepprofiler.analysis.stacktree.Frames;
import io.stepprofiler.analysis.stacktree.ValueNumbers;
import io.stepprofiler.trace.Trace;
import java.util.Arrays;
import java.util.List;

/** Frames of a trace's stacks, each once: names of events and threads, and methods as {@code package/Class.method}. */
final class FrameTable implements Frames {
    private static final int UNKNOWN = -1;

    private final Trace trace;
    private final ValueNumbers<String> frames = new ValueNumbers<>();
    private final int[] byNameId;

    FrameTable(Trace trace) {
        this.trace = trace;
        byNameId = new int[trace.nameCount()];
        Arrays.fill(byNameId, UNKNOWN);
    }

    @Override
    public int ofEvent(int nameId) {
        int id = byNameId[nameId];
        if (id == UNKNOWN) {
            id = named(trace.name(nameId));
            byNameId[nameId] = id;
        }
        return id;
    }

    @Override
    public int named(String name) {
        return frames.of(name);
    }

    /** Returns the frame of a method regardless of the line, so that calls of one method add up. */
    @Override
    public int ofCall(StackTraceElement call) {
        return named(className(call.getClassName()).replace('.', '/') + "." + call.getMethodName());
    }

    List<String> all() {
        return frames.all();
    }

    /**
     * Drops the slash and the address that end the names of hidden classes, such as lambdas, and differ from run to
     * run.
     */
    private static String className(String name) {
        int address = name.indexOf('/');
        return address < 0 ? name : name.substring(0, address);
    }
}
