package io.stepprofiler;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/**
 * Stress of a thread that ends another thread's event, whose chunk is reclaimed, while segments are read. Two actors,
 * for two processors.
 */
@JCStressTest
@Outcome(id = "true", expect = Expect.ACCEPTABLE, desc = "the event has its end, once, from another thread")
@Outcome(expect = Expect.FORBIDDEN, desc = "the end is missing, wrong or reported twice")
@State
public class EndElsewhereStress {
    private final StressedWindow window = new StressedWindow();

    /** The thread that ends the event, and the thread that recorded it. */
    @Actor
    public void others() {
        window.endElsewhere();
        window.nextChunk();
    }

    /** The thread that reads segments. */
    @Actor
    public void reader() {
        window.cut();
    }

    /** Checks the result. */
    @Arbiter
    public void trace(Z_Result result) {
        result.r1 = window.isRight(true);
    }
}
