package io.stepprofiler.jvm;

/**
 * State that each piece of a window takes over from those before; for the thread that delivers the pieces.
 *
 * @param number which window it is
 * @param clock the clock of the flight recorder in it
 * @param lanes which spans are where
 * @param losses what was lost of it
 */
record WindowSoFar(long number, FlightClock clock, Lanes lanes, FlightLosses losses) {
    static WindowSoFar of(long number) {
        return new WindowSoFar(number, new FlightClock(), new Lanes(), new FlightLosses());
    }
}
