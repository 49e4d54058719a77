package io.stepprofiler.cli.live;

import java.io.IOException;

/** Runs until its standard input ends. */
public final class WaitingProgram {
    private WaitingProgram() {}

    /**
     * Waits.
     *
     * @param arguments ignored
     */
    @SuppressWarnings("SystemOut") // It is a program.
    public static void main(String[] arguments) throws IOException {
        System.out.println("waiting");
        while (System.in.read() >= 0) {
            System.out.println("read");
        }
    }
}
