package io.stepprofiler.jvm;

import java.util.HashSet;
import java.util.Set;

/**
 * State that the parts of a window share; for the thread that delivers them.
 *
 * @param number number of the window
 * @param clock clock of the flight recorder in the window
 * @param lanes lanes of the spans
 * @param losses losses of the window
 * @param allocating ids of the threads that had a sample of an allocation
 * @param interpreted samples of methods by compiled or interpreted code
 * @param files source files of the classes in call stacks
 */
record WindowSoFar(
        long number,
        FlightClock clock,
        Lanes lanes,
        FlightLosses losses,
        Set<Long> allocating,
        InterpretedMethods interpreted,
        SourceFiles files) {
    static WindowSoFar of(long number, boolean isHere) {
        return new WindowSoFar(
                number,
                new FlightClock(),
                new Lanes(),
                new FlightLosses(),
                new HashSet<>(),
                new InterpretedMethods(),
                new SourceFiles(isHere));
    }
}
