package io.stepprofiler.child;

import java.util.ArrayList;
import java.util.List;
import java.util.ResourceBundle;

/** Keeps what is logged. */
public final class RecordingLogger implements System.Logger {
    private final List<String> messages = new ArrayList<>();

    /** The messages, each after its level. */
    public List<String> messages() {
        return messages;
    }

    @Override
    public String getName() {
        return "recording";
    }

    @Override
    public boolean isLoggable(Level level) {
        return true;
    }

    @Override
    public void log(Level level, ResourceBundle bundle, String message, Throwable thrown) {
        messages.add(level + " " + message);
    }

    @Override
    public void log(Level level, ResourceBundle bundle, String format, Object... parameters) {
        messages.add(level + " " + format);
    }
}
