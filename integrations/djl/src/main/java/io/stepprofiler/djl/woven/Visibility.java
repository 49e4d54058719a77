package io.stepprofiler.djl.woven;

/**
 * Whether DJL's classes are to be seen from here. They are not if a class loader of the program's own loads them: then
 * blocks go by their types, operations have no inputs, and there are no counters and no memory.
 */
final class Visibility {
    static final boolean OF_DJL = isVisible("ai.djl.nn.Block");

    private Visibility() {}

    private static boolean isVisible(String type) {
        try {
            Class.forName(type, false, Visibility.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }
}
