package io.stepprofiler.handlers.chrome;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.frameworks.PyTorch;
import io.stepprofiler.handlers.rows.ModulePaths;
import io.stepprofiler.json.JsonText;
import io.stepprofiler.trace.Trace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Modules of a trace, numbered as viewers expect, and the paths of modules inside modules. */
final class Modules {
    /** Path outside any module. */
    static final int NO_PATH = ModulePaths.NONE;

    private final Trace trace;
    private final Map<Integer, Integer> ids = new HashMap<>();
    private final Map<Integer, Integer> numbersOfType = new HashMap<>();
    private final ModulePaths paths;
    private final List<byte[]> pathArguments = new ArrayList<>(List.of(new byte[0]));

    Modules(Trace trace) {
        this.trace = trace;
        this.paths = new ModulePaths(trace);
        Map<String, Integer> countByType = new HashMap<>();
        for (int nameId = 0; nameId < trace.nameCount(); nameId++) {
            if (trace.kind(nameId) == EventKind.MODULE) {
                ids.put(nameId, ids.size());
                numbersOfType.put(nameId, countByType.merge(type(nameId), 1, Integer::sum) - 1);
            }
        }
    }

    boolean isEmpty() {
        return ids.isEmpty();
    }

    /** The name by which viewers recognize a module. */
    String name(int nameId) {
        return PyTorch.MODULE_PREFIX + type(nameId) + "_" + numbersOfType.get(nameId);
    }

    /** Arguments that all events of a module have. */
    String arguments(int nameId) {
        return ",\"" + Arguments.MODULE_ID + "\":" + ids.get(nameId) + ",\"" + Arguments.MODULE_PATH + "\":"
                + JsonText.quoted(trace.name(nameId));
    }

    /** The path of a module inside another one. */
    int pathInside(int outer, int nameId) {
        return paths.inside(outer, nameId);
    }

    /** The argument of an event inside the modules of a path. */
    byte[] pathArgument(int path) {
        for (int next = pathArguments.size(); next <= path; next++) {
            pathArguments.add(
                    JsonText.utf8(",\"" + Arguments.MODULE_HIERARCHY + "\":" + JsonText.quoted(paths.text(next))));
        }
        return pathArguments.get(path);
    }

    private String type(int nameId) {
        String type = trace.moduleType(nameId);
        return type.isEmpty() ? "Module" : type;
    }
}
