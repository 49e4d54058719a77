package io.stepprofiler;

import io.stepprofiler.clock.Ticks;
import io.stepprofiler.recording.Chunk;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** Stress of a thread that writes two events to a chunk while a reader reads it: readable events are complete. */
@JCStressTest
@Outcome(id = "0, 0, 0", expect = Expect.ACCEPTABLE, desc = "nothing yet")
@Outcome(id = "1, 1, 0", expect = Expect.ACCEPTABLE, desc = "the first, open")
@Outcome(id = "1, 2, 0", expect = Expect.ACCEPTABLE, desc = "the first, ended")
@Outcome(id = "2, 2, 1", expect = Expect.ACCEPTABLE, desc = "both, the second open")
@Outcome(id = "2, 2, 2", expect = Expect.ACCEPTABLE, desc = "both, ended")
@Outcome(expect = Expect.FORBIDDEN, desc = "an event differs from the written one")
@State
public class EventStress {
    private static final long FIRST_END = 10;
    private static final long SECOND_END = 20;

    private final Chunk chunk = new Chunk(4);

    /** The recording thread. */
    @Actor
    public void owner() {
        chunk.begin(0, 1, Ticks.now());
        chunk.end(0, FIRST_END);
        chunk.begin(1, 2, Ticks.now());
        chunk.end(1, SECOND_END);
    }

    /** Reads the number of events, and the state of each: absent, open, ended, or wrong. */
    @Actor
    public void reader(III_Result result) {
        int size = chunk.publishedSize();
        result.r1 = size;
        result.r2 = size < 1 ? 0 : state(0, 1, FIRST_END);
        result.r3 = size < 2 ? 0 : state(1, 2, SECOND_END);
    }

    private int state(int offset, int name, long right) {
        long end = chunk.publishedEnd(offset);
        boolean isRight = chunk.name(offset) == name && chunk.start(offset) != 0;
        if (!isRight || (end != Chunk.OPEN && end != right)) {
            return -1;
        }
        return end == Chunk.OPEN ? 1 : 2;
    }
}
