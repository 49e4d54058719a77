package io.stepprofiler.jvm;

/**
 * State that the parts of a window share; for the thread that delivers them.
 *
 * @param number number of the window
 * @param clock clock of the flight recorder in the window
 * @param lanes lanes of the spans
 * @param losses losses of the window
 */
record WindowSoFar(long number, FlightClock clock, Lanes lanes, FlightLosses losses) {
    static WindowSoFar of(long number) {
        return new WindowSoFar(number, new FlightClock(), new Lanes(), new FlightLosses());
    }
}
