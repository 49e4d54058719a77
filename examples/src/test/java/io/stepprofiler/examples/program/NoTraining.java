package io.stepprofiler.examples.program;

/** A program that does not train. */
public final class NoTraining {
    private NoTraining() {}

    /**
     * Says hello.
     *
     * @param arguments ignored
     */
    public static void main(String[] arguments) {
        System.out.println("hello");
    }
}
