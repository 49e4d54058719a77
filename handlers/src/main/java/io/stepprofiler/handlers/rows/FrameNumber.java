package io.stepprofiler.handlers.rows;

import java.util.Map;

/** Which frame of its name an event is, as its arguments say. */
public final class FrameNumber {
    private static final String KEY = "frame";

    private FrameNumber() {}

    /**
     * {@return the number of a frame, from 1; -1 if it is not known}
     *
     * @param arguments the arguments of the frame
     */
    public static long of(Map<String, Object> arguments) {
        return arguments.get(KEY) instanceof Long number ? number : -1;
    }
}
