package io.stepprofiler.handlers.rows;

import io.stepprofiler.analysis.stacktree.StackTree;
import io.stepprofiler.trace.Trace;
import java.util.ArrayList;
import java.util.List;

/** Paths of modules inside modules, numbered from 1 in the order in which they are requested. */
public final class ModulePaths {
    /** Path outside any module. */
    public static final int NONE = StackTree.EMPTY;

    private final Trace trace;
    private final StackTree paths = new StackTree();
    private final List<String> texts = new ArrayList<>(List.of(""));

    /**
     * No paths yet.
     *
     * @param trace the trace of the modules
     */
    public ModulePaths(Trace trace) {
        this.trace = trace;
    }

    /**
     * {@return the path of a module inside another one: its own name is mostly the whole path, else it is the last part
     * of it}
     *
     * @param outer the path of the other one, or {@link #NONE}
     * @param nameId the module
     */
    public int inside(int outer, int nameId) {
        int path = paths.child(outer, nameId);
        if (path == texts.size()) {
            String outside = texts.get(outer);
            String name = trace.name(nameId);
            boolean whole = outer == NONE || name.equals(outside) || name.startsWith(outside + ".");
            texts.add(whole ? name : outside + "." + name);
        }
        return path;
    }

    /**
     * {@return the path as text, with dots between its parts}
     *
     * @param path the path; {@link #NONE} gives an empty text
     */
    public String text(int path) {
        return texts.get(path);
    }
}
