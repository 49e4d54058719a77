package io.stepprofiler.analysis.functions;

import io.stepprofiler.analysis.window.Program;
import java.util.Locale;

/** Layer of a program in which an operation runs. */
public enum Layer {
    /** A native library: operations that a framework reports, such as {@code aten::mm} or {@code nd4j::gemm}. */
    NATIVE("native"),
    /** Java code: everything else. */
    JAVA("Java"),
    /** Code in another language, such as Python: everything else in traces of programs that are not Java. */
    OTHER("other");

    private static final String NAMESPACE = "::";

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
        if (name.contains(NAMESPACE) || isAutograd(name)) {
            return NATIVE;
        }
        return program == Program.JVM ? JAVA : OTHER;
    }

    /** True if a name belongs to a function of PyTorch's autograd engine, which may call operations. */
    static boolean isAutograd(String name) {
        return name.toLowerCase(Locale.ROOT).startsWith("autograd::")
                || name.matches("(?:\\w+::)*+\\w*(?:Backward\\d+|AccumulateGrad)");
    }
}
