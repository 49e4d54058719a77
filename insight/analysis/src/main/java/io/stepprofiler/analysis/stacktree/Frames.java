package io.stepprofiler.analysis.stacktree;

/** Numbers the frames of a stack format, from 0. */
public interface Frames {
    /**
     * {@return the frame of an event}
     *
     * @param nameId the event's name, as an id of the trace
     */
    int ofEvent(int nameId);

    /**
     * {@return the frame of something other than an event, such as a thread or a step}
     *
     * @param name its name
     */
    int named(String name);

    /**
     * {@return the frame of a call}
     *
     * @param call the method, and where in it
     */
    int ofCall(StackTraceElement call);
}
