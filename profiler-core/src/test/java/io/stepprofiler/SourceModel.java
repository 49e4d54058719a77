package io.stepprofiler;

import io.stepprofiler.FaultySource.Call;
import io.stepprofiler.FaultySource.Faults;

/** Model of one source of a window. */
final class SourceModel {
    final Faults faults;
    private final Runnable fail;
    boolean isOn = true;
    boolean runs;
    int collected;

    /** Recordings of the open window that have ended. */
    private int ended;

    SourceModel(Faults faults, Runnable fail) {
        this.faults = faults;
        this.fail = fail;
    }

    boolean call(Call call) {
        boolean fails = faults.failing.contains(call);
        if (fails) {
            fail.run();
        }
        return !fails;
    }

    void prepare() {
        if (isOn) {
            call(Call.PREPARE);
        }
    }

    /** The window begins. */
    void begin() {
        ended = 0;
        match();
    }

    /** Starts or stops it, as it is switched. */
    void match() {
        if (isOn && !runs) {
            runs = call(Call.START);
        } else if (!isOn) {
            stop();
        }
    }

    void stepBegan() {
        if (runs) {
            call(Call.STEP);
        }
    }

    boolean hasStopped() {
        return runs && call(Call.HAS_STOPPED) && faults.hasStopped;
    }

    void stop() {
        if (runs) {
            runs = false;
            ended += call(Call.STOP) ? 1 : 0;
        }
    }

    /** Takes the recordings of the ended window. */
    int take() {
        return ended;
    }

    /** Assembles the recordings of an ended window. */
    void collect(int recordings) {
        for (int i = 0; i < recordings; i++) {
            collected++;
            call(Call.COLLECT);
        }
    }
}
