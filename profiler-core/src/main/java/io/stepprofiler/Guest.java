package io.stepprofiler;

import org.jspecify.annotations.Nullable;

/** The capture under way, as profiles and those who mark steps see it. Nothing here throws. */
interface Guest {
    /** Hears that a step begins: of a profile, or of a scope. */
    void stepBegan(@Nullable Host by, long step);

    /** Hears that a step has ended. */
    void stepEnded(long step);

    /** Gives the recorder back to a profile. With the lock of {@link ProcessState} held. */
    void makeWay(String why);

    /** Hears that the profile whose steps it may count has ended. */
    void hostEnded(Host host);
}
