package io.stepprofiler.junit;

import com.sun.management.ThreadMXBean;
import io.stepprofiler.Profile;
import java.lang.management.ManagementFactory;

/** The steps of a {@link ProfiledTest}, for the thread of the test. */
public final class MeasuredSteps {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    final Profile profile;
    final ProfiledTest test;
    private int begun;
    private long bytesBefore = THREADS.getCurrentThreadAllocatedBytes();

    /** The most bytes that a measured step has allocated. */
    long mostBytes;

    MeasuredSteps(Profile profile, ProfiledTest test) {
        this.profile = profile;
        this.test = test;
    }

    /** {@return true if the loop has another step to run, which begins now; ends the step before} */
    public boolean next() {
        long bytes = THREADS.getCurrentThreadAllocatedBytes() - bytesBefore;
        if (begun > 0 && left() >= 0) {
            mostBytes = begun > test.warmup() ? Math.max(mostBytes, bytes) : 0;
            profile.step();
        }
        begun += left() >= 0 ? 1 : 0;
        bytesBefore = THREADS.getCurrentThreadAllocatedBytes();
        return left() >= 0;
    }

    /** Number of steps that have not begun; -1 once the last one has ended. */
    int left() {
        return test.warmup() + test.steps() - begun;
    }
}
