package io.stepprofiler;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/** Stress of a thread that reclaims a chunk and then ends an event in it, while segments are read. */
@JCStressTest
@Outcome(id = "true", expect = Expect.ACCEPTABLE, desc = "the event has its end, once")
@Outcome(expect = Expect.FORBIDDEN, desc = "the end is missing, wrong or reported twice")
@State
public class EndAfterTakingBackStress {
    private final StressedWindow window = new StressedWindow();

    /** The recording thread. */
    @Actor
    public void owner() {
        window.nextChunk();
        window.endByOwner();
    }

    /** The thread that reads segments. */
    @Actor
    public void reader() {
        window.cut();
    }

    /** Checks the result. */
    @Arbiter
    public void trace(Z_Result result) {
        result.r1 = window.isRight(false);
    }
}
