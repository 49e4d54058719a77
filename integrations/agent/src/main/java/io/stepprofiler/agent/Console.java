package io.stepprofiler.agent;

import io.stepprofiler.agent.options.Verbosity;
import io.stepprofiler.text.OneLine;

/**
 * Messages of the agent, as lines on standard error, because the program's logging may not be set up yet, or ever. Safe
 * on any thread, never throws, and waits as long as another thread holds that stream's lock.
 */
final class Console {
    private final Verbosity verbosity;

    Console(Verbosity verbosity) {
        this.verbosity = verbosity;
    }

    /** Prints a message on one line, at any verbosity. */
    void warn(String text) {
        print("step-profiler: " + OneLine.of(text.replaceAll("\\s*\\R\\s*", " ")));
    }

    /** Prints a message unless the verbosity is quiet. */
    void say(String text) {
        if (verbosity != Verbosity.QUIET) {
            warn(text);
        }
    }

    /** Prints a message if the verbosity is verbose. */
    void detail(String text) {
        if (verbosity == Verbosity.VERBOSE) {
            warn(text);
        }
    }

    /** Prints output that was asked for, on standard output. */
    static void answer(String text) {
        System.out.println(text);
    }

    /** Prints a text of several lines; failures to print are ignored. */
    static void print(String text) {
        AttachReport.add(text);
        try {
            System.err.println(text);
        } catch (Throwable e) {
            // The program may have replaced the stream by one that fails, or by null.
        }
    }
}
