package io.stepprofiler.mxnet;

import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.CounterTrack;

/** Takes what has been recorded, each event once, when it has ended. */
interface EventTaker {
    /** Tells what a track is called, before its first event and whenever there is a reason to. */
    void track(long id, String name);

    void event(Occurrence event);

    void step(StepMark step);

    void counter(CounterTrack samples);

    void memory(MemoryEvent event);
}
