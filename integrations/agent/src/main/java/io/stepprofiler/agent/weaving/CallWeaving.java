package io.stepprofiler.agent.weaving;

import java.util.List;

/**
 * Weaving of calls at the begin and the end of methods, with their receiver, first argument and result. What calls are
 * and where they go is a table, so that nothing has to be loaded for it but a reader and a writer of class files.
 */
public non-sealed interface CallWeaving extends Weaving {
    /**
     * {@return what is woven around the methods of a class, the outermost first} Called when the class is loaded, and
     * once more each time that it is transformed again; by several threads at a time.
     *
     * @param type its binary name
     */
    List<MethodCalls> calls(String type);
}
