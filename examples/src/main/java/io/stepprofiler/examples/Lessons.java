package io.stepprofiler.examples;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Runs a lesson by its number. */
public final class Lessons {
    private static final int USAGE_ERROR = 2;

    /** Strong reference: a logger that is garbage-collected loses its level. */
    private static final Logger PROFILER_LOG = Logger.getLogger("io.stepprofiler");

    private static final Map<String, Lesson> LESSONS = new TreeMap<>(Map.ofEntries(
            Map.<String, Lesson>entry("01", Lesson01PlainLoop::run),
            Map.<String, Lesson>entry("02", Lesson02LeNetDjl::run),
            Map.<String, Lesson>entry("03", Lesson03Threads::run),
            Map.<String, Lesson>entry("04", Lesson04Operations::run),
            Map.<String, Lesson>entry("05", Lesson05MemoryLeak::run),
            Map.<String, Lesson>entry("06", Lesson06OwnHandler::run),
            Map.<String, Lesson>entry("07", Lesson07ExecutionTrace::run),
            Map.<String, Lesson>entry("08", Lesson08WhatTheJvmCosts::run),
            Map.<String, Lesson>entry("09", Lesson09OneLine::run),
            Map.<String, Lesson>entry("10", Lesson10Agent::run),
            Map.<String, Lesson>entry("11", Lesson11JavaCpp::run),
            Map.<String, Lesson>entry("12", Lesson12LongRuns::run),
            Map.<String, Lesson>entry("14", Lesson14GivenTimes::run),
            Map.<String, Lesson>entry("15", Lesson15XProf::run),
            Map.<String, Lesson>entry("16", Lesson16Tuning::run),
            Map.<String, Lesson>entry("17", Lesson17Mxnet::run),
            Map.<String, Lesson>entry("18", Lesson18FunctionProfiles::run),
            Map.<String, Lesson>entry("20", Lesson20Capture::run),
            Map.<String, Lesson>entry("21", Lesson21Gpu::run),
            Map.<String, Lesson>entry("22", Lesson22SlowRank::run)));

    private Lessons() {}

    /** Outcome of a lesson. */
    interface Outcome {
        /** Prints the outcome, and the paths of the files. */
        void print(PrintStream out);
    }

    /** Lesson that writes its files to a directory, prints its tables, and returns its outcome. */
    @FunctionalInterface
    private interface Lesson {
        Outcome run(Path dir, PrintStream out) throws Exception;
    }

    /**
     * Runs a lesson; ends the process with status 2 if there is no lesson of that number.
     *
     * @param args the number of the lesson, with or without its zero; then, if wanted, the directory to write its
     *     traces to in place of {@code target/lesson-NN}
     * @throws Exception if the lesson fails
     */
    public static void main(String[] args) throws Exception {
        int status = run(args, System.out, System.err);
        if (status != 0) {
            System.exit(status);
        }
    }

    static int run(String[] args, PrintStream out, PrintStream err) throws Exception {
        String given = args.length == 0 ? "" : args[0];
        String number = given.length() == 1 ? "0" + given : given;
        Lesson lesson = LESSONS.get(number);
        if (lesson == null) {
            err.printf("No lesson '%s'; the lessons are %s%n", given, String.join(", ", LESSONS.keySet()));
            return USAGE_ERROR;
        }
        quietLog();
        lesson.run(Path.of(args.length > 1 ? args[1] : "target/lesson-" + number), out)
                .print(out);
        return 0;
    }

    /** Handlers log each file they write; a lesson names them at its end. Failures are still logged. */
    static void quietLog() {
        PROFILER_LOG.setLevel(Level.WARNING);
    }
}
