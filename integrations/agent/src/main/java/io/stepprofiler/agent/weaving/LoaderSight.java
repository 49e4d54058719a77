package io.stepprofiler.agent.weaving;

import io.stepprofiler.agent.woven.WovenMethods;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;

/** Whether classes of a class loader find what woven code calls; asked of each loader once. */
final class LoaderSight {
    private final Map<ClassLoader, Boolean> known = Collections.synchronizedMap(new WeakHashMap<>());

    boolean seesWovenCode(ClassLoader loader) {
        Boolean answer = known.get(loader);
        if (answer == null) {
            // Not under the lock: the loader runs code of its own.
            answer = isParent(loader) && resolves(loader);
            known.put(loader, answer);
        }
        return answer;
    }

    /** Loaders that do not descend from ours are not even asked. */
    private static boolean isParent(ClassLoader loader) {
        ClassLoader ours = WovenMethods.class.getClassLoader();
        for (ClassLoader at = loader; at != null; at = at.getParent()) {
            if (at == ours) {
                return true;
            }
        }
        return false;
    }

    private static boolean resolves(ClassLoader loader) {
        try {
            return Class.forName(WovenMethods.class.getName(), false, loader) == WovenMethods.class;
        } catch (ClassNotFoundException | LinkageError | RuntimeException e) {
            return false;
        }
    }
}
