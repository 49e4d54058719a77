package io.stepprofiler.mxnet;

/**
 * Member of a numbered series of the process, such as passes through the data; see {@link Domain#newFrame(String)}.
 * Recorded while the profiler runs and does not pause. Never throws; safe on any thread.
 */
public final class Frame extends TimedWork {
    Frame(io.stepprofiler.Frame frame) {
        super(frame.name(), frame::begin, io.stepprofiler.Frame::end, true);
    }
}
