package io.stepprofiler.agent.weaving;

import io.stepprofiler.agent.woven.WovenMethods;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;

/** Cache of which class loaders find the classes that woven code calls. */
final class ClassVisibility {
    private final Map<ClassLoader, Boolean> known = Collections.synchronizedMap(new WeakHashMap<>());

    boolean seesWovenCode(ClassLoader loader) {
        Boolean answer = known.get(loader);
        if (answer == null) {
            // Outside the lock, because the loader runs its own code.
            answer = isParent(loader) && resolves(loader);
            known.put(loader, answer);
        }
        return answer;
    }

    /** Returns whether the loader is, or descends from, our own; others are not asked for classes. */
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
