package io.stepprofiler;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/**
 * A thread ends another's event, whose chunk is taken back, while segments are taken. Two actors, for two processors.
 */
@JCStressTest
@Outcome(id = "true", expect = Expect.ACCEPTABLE, desc = "the event has its end, once, from another thread")
@Outcome(expect = Expect.FORBIDDEN, desc = "the end is missing, wrong or told twice")
@State
public class EndElsewhereStress {
    private final StressedWindow window = new StressedWindow();

    /** The thread that ends it, and the one that recorded it. */
    @Actor
    public void others() {
        window.endElsewhere();
        window.nextChunk();
    }

    /** The thread that takes segments. */
    @Actor
    public void reader() {
        window.cut();
    }

    /** Looks at all of it. */
    @Arbiter
    public void trace(Z_Result result) {
        result.r1 = window.isRight(true);
    }
}
