package io.stepprofiler;

import io.stepprofiler.recording.Budget;
import io.stepprofiler.recording.DetailLog;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * Stress of a thread that writes records to one segment after another, and reclaims segments that a reader has
 * finished.
 */
@JCStressTest
@Outcome(id = "true, true", expect = Expect.ACCEPTABLE, desc = "each record once, in order, as it was written")
@Outcome(expect = Expect.FORBIDDEN, desc = "a record is missing, duplicated, or differs from the written one")
@State
public class DetailLogStress {
    /** Length of a record; three do not fit into the first segment. */
    private static final int LENGTH = 100;

    private static final int RECORDS = 6;

    private final Budget budget = new Budget(Long.MAX_VALUE, Long.MAX_VALUE);
    private final DetailLog log = new DetailLog();
    private final DetailLog.Cursor cursor = new DetailLog.Cursor();
    private int next;
    private boolean right = true;

    /** The recording thread. */
    @Actor
    public void owner() {
        for (int record = 0; record < RECORDS; record++) {
            // The last records are as large as a segment, so that each begins a segment, and reclaims the earlier ones.
            int length = record < 4 ? LENGTH : 1 << 14;
            if (log.reserve(length, budget)) {
                log.begin(DetailLog.STACK, length, record);
                log.put(~record);
                for (int i = 2; i < length; i++) {
                    log.put(0);
                }
                log.publish();
            }
        }
    }

    /** The thread that reads segments. */
    @Actor
    public void reader(ZZ_Result result) {
        read();
        result.r1 = right;
    }

    private void read() {
        log.read(cursor, (words, at) -> {
            right &= DetailLog.type(words[at]) == DetailLog.STACK
                    && DetailLog.slot(words[at]) == next
                    && words[at + 1] == ~next;
            next++;
            return true;
        });
    }

    /** Reads the rest. */
    @Arbiter
    public void rest(ZZ_Result result) {
        read();
        result.r2 = right && next == RECORDS;
    }
}
