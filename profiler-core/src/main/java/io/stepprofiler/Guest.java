package io.stepprofiler;

import org.jspecify.annotations.Nullable;

/** Capture under way, as seen by profiles and by the code that marks steps. Nothing here throws. */
interface Guest {
    /** True if it is ended by other recordings without a need, such as one that is repeated all the time. */
    boolean yields();

    /** Called when a step begins: of the profile {@code by}, or of a scope if null. */
    void stepBegan(@Nullable Host by, long step);

    /** Called when a step has ended. */
    void stepEnded(long step);

    /** True while it records steps, not only warms up. */
    boolean isRecording();

    /** Gives the recorder back to a profile. Called with the lock of {@link ProcessState} held. */
    void makeWay(String why);

    /** Called when a profile, whose steps the capture may count, has ended. */
    void hostEnded(Host host);
}
