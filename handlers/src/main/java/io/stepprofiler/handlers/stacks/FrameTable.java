package io.stepprofiler.handlers.stacks;

import io.stepprofiler.analysis.stacktree.Frames;
import io.stepprofiler.trace.Trace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Frames of a trace's stacks, each once: names of events and threads, and methods as {@code package/Class.method}. */
final class FrameTable implements Frames {
    private static final int UNKNOWN = -1;

    private final Trace trace;
    private final Map<String, Integer> ids = new HashMap<>();
    private final List<String> frames = new ArrayList<>();
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
        Integer known = ids.putIfAbsent(name, frames.size());
        if (known != null) {
            return known;
        }
        frames.add(name);
        return frames.size() - 1;
    }

    /** Returns the frame of a method regardless of the line, so that calls of one method add up. */
    @Override
    public int ofCall(StackTraceElement call) {
        return named(className(call.getClassName()).replace('.', '/') + "." + call.getMethodName());
    }

    List<String> all() {
        return frames;
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
