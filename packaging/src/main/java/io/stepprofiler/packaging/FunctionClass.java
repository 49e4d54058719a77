package io.stepprofiler.packaging;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Type;

/**
 * A class that stands for several functions of the same interface in the same nest of classes: a number says which one an
 * object is. One class for each would cost as much to load as to make at run time.
 */
final class FunctionClass {
    /** So many fit into a method that the compiler still inlines. */
    static final int MOST = 12;

    private final String name;
    private final String host;
    private final String type;
    private final String method;
    private final String descriptor;
    private final List<Function> functions = new ArrayList<>();

    /**
     * A class without functions.
     *
     * @param name its name
     * @param host the class whose nest it is in
     * @param type the interface
     * @param method the interface's method
     * @param descriptor what that takes and returns
     */
    FunctionClass(String name, String host, String type, String method, String descriptor) {
        this.name = name;
        this.host = host;
        this.type = type;
        this.method = method;
        this.descriptor = descriptor;
    }

    Function add(Handle body, Type meant, List<Type> captured) {
        Function function = new Function(functions.size(), body, meant, captured);
        functions.add(function);
        return function;
    }

    boolean isFull() {
        return functions.size() == MOST;
    }

    String name() {
        return name;
    }

    String host() {
        return host;
    }

    String type() {
        return type;
    }

    String method() {
        return method;
    }

    String descriptor() {
        return descriptor;
    }

    List<Function> functions() {
        return functions;
    }

    /** What makes one of its objects: the captured values and the number become the interface. */
    String maker(List<Type> captured) {
        return CapturedFields.descriptor(captured, Type.getObjectType(type));
    }
}
