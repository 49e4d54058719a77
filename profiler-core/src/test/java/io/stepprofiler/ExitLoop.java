package io.stepprofiler;

import io.stepprofiler.schedule.ProfilerAction;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceHandler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;

/** A training loop that ends with its process, in one of several ways; for a process of its own. */
final class ExitLoop {
    /** How it ends, in its third step. */
    enum End {
        EXIT,
        EXIT_INSIDE_STEP,
        EXIT_INSIDE_HANDLER,
        EXIT_INSIDE_SYNCHRONOUS_HANDLER,
        EXIT_INSIDE_HANDLER_AT_STOP,
        THROW,
        RETURN
    }

    /** The status that the process ends with where it is told one. */
    static final int STATUS = 3;

    private static final long LAST_STEP = 2;

    private ExitLoop() {}

    /** Writes what it is told, and to a file of its own that it was closed. */
    private record Writer(Path file, End end) implements TraceHandler {
        @Override
        public void onTraceReady(Trace trace) throws IOException {
            write(file, end, trace);
        }

        @Override
        public void onClose() throws IOException {
            Files.writeString(
                    Path.of(file + ".closed"), "closed\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
    }

    /**
     * Arguments: the file for traces, how to end, whether with a history, whether the profile is closed, the exit
     * timeout in milliseconds.
     */
    public static void main(String[] arguments) {
        Path file = Path.of(arguments[0]);
        End end = End.valueOf(arguments[1]);
        boolean history = Boolean.parseBoolean(arguments[2]);
        ProfileBuilder builder = Profile.builder()
                .delivery(delivery -> delivery.withExitTimeout(Duration.ofMillis(Long.parseLong(arguments[4]))))
                .onTraceReady(new Writer(file, end));
        if (history) {
            builder.history(History.ofSteps(2));
        } else {
            builder.schedule(step -> action(step, end));
            builder.synchronousDelivery(
                    end == End.EXIT_INSIDE_SYNCHRONOUS_HANDLER || end == End.EXIT_INSIDE_HANDLER_AT_STOP);
        }
        if (Boolean.parseBoolean(arguments[3])) {
            try (Profile profile = builder.start()) {
                train(profile, end);
            }
        } else {
            train(builder.start(), end);
        }
    }

    private static ProfilerAction action(long step, End end) {
        if (step == LAST_STEP + 1 && end == End.EXIT_INSIDE_STEP) {
            System.exit(STATUS);
        }
        boolean save = step == LAST_STEP && isInsideHandler(end) && end != End.EXIT_INSIDE_HANDLER_AT_STOP;
        return save ? ProfilerAction.RECORD_AND_SAVE : ProfilerAction.RECORD;
    }

    private static boolean isInsideHandler(End end) {
        return end == End.EXIT_INSIDE_HANDLER
                || end == End.EXIT_INSIDE_SYNCHRONOUS_HANDLER
                || end == End.EXIT_INSIDE_HANDLER_AT_STOP;
    }

    private static void train(Profile profile, End end) {
        for (long step = 0; ; step++) {
            try (Scope scope = Scope.open("step " + step)) {
                if (step >= LAST_STEP) {
                    switch (end) {
                        case EXIT -> System.exit(STATUS);
                        case THROW ->
                            throw new IllegalStateException("on purpose, in step " + step + (scope == null ? "?" : ""));
                        case RETURN -> {
                            return;
                        }
                        case EXIT_INSIDE_HANDLER_AT_STOP -> profile.stop();
                        case EXIT_INSIDE_STEP, EXIT_INSIDE_HANDLER, EXIT_INSIDE_SYNCHRONOUS_HANDLER -> {}
                    }
                }
            }
            profile.step();
        }
    }

    /** One line a trace: whether it is partial, why it is there, and its events, in brackets what has not ended. */
    private static void write(Path file, End end, Trace trace) throws IOException {
        if (isInsideHandler(end)) {
            System.exit(STATUS);
        }
        StringBuilder line = new StringBuilder(trace.isPartial() ? "partial" : "whole");
        line.append(" |").append(reason(trace)).append(" |");
        trace.events()
                .forEach(event -> line.append(event.unfinished() ? " (" : " ")
                        .append(event.name())
                        .append(event.unfinished() ? ")" : ""));
        Files.writeString(file, line.append('\n'), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private static String reason(Trace trace) {
        return trace.metadata().containsKey("snapshot")
                ? " " + trace.metadata().get("snapshot").text()
                : "";
    }
}
