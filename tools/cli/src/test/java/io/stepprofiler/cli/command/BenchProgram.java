package io.stepprofiler.cli.command;

/** A program that prints what it is told, and ends with what it is told. */
public final class BenchProgram {
    private BenchProgram() {}

    /**
     * Runs.
     *
     * @param args what it prints, and the status that it ends with
     */
    @SuppressWarnings("SystemOut") // It is a program.
    public static void main(String[] args) {
        System.out.println(args[0]);
        System.exit(Integer.parseInt(args[1]));
    }
}
