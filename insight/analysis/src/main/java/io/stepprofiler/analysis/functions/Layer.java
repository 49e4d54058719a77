package io.stepprofiler.analysis.functions;

import io.stepprofiler.analysis.window.Program;
import io.stepprofiler.frameworks.Frameworks;
import io.stepprofiler.frameworks.PyTorch;

/** Layer of a program in which an operation runs. */
public enum Layer {
    /** A native library: operations that a framework reports, such as {@code aten::mm} or {@code nd4j::gemm}. */
    NATIVE("native"),
    /** Java code: everything else. */
    JAVA("Java"),
    /** Code in another language, such as Python: everything else in traces of programs that are not Java. */
    OTHER("other");

    private final String text;

    Layer(String text) {
        this.text = text;
    }

    /** {@return its name in tables} */
    public String text() {
        return text;
    }

    /** The layer of an operation by its name: names of operations of native libraries have a namespace. */
    static Layer of(String name, Program program) {
        if (Frameworks.hasNamespace(name) || PyTorch.isAutograd(name)) {
            return NATIVE;
        }
        return program == Program.JVM ? JAVA : OTHER;
    }
}
