package io.stepprofiler.nativeaccess;

/** A program that prints why the counter cannot be used. */
final class CounterProgram {
    private CounterProgram() {}

    public static void main(String[] arguments) {
        System.out.println(new TimeStampCounter().unusable());
    }
}
