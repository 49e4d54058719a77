package io.stepprofiler.agent;

import io.stepprofiler.agent.options.Verbosity;

/**
 * Messages of the agent: lines on standard error, since the program's logging may not be set up yet, or ever. Safe on
 * any thread, never throws, and waits for as long as another thread holds that stream's lock.
 */
final class Console {
    private final Verbosity verbosity;

    Console(Verbosity verbosity) {
        this.verbosity = verbosity;
    }

    /** Says what is wrong. */
    void warn(String text) {
        print("step-profiler: " + text.replaceAll("\\s*\\R\\s*", " "));
    }

    /** Says what is going on, unless told to be quiet. */
    void say(String text) {
        if (verbosity != Verbosity.QUIET) {
            warn(text);
        }
    }

    /** Says what only those want to know who ask for it. */
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
            // The program may have put anything there, or nothing.
        }
    }
}
