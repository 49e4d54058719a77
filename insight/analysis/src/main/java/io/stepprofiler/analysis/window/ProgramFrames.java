package io.stepprofiler.analysis.window;

import io.stepprofiler.frameworks.Fact;
import io.stepprofiler.frameworks.Frameworks;
import io.stepprofiler.text.ShownFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Selection of the frames of the program itself, which its programmer can change: frames outside Java, the profiler and
 * known libraries.
 */
public final class ProgramFrames {
    /** Class name prefixes of Java and of other languages on its virtual machine. */
    public static final Set<String> OF_JAVA = Set.of(
            "java.", "javax.", "jdk.", "sun.", "com.sun.", "scala.", "kotlin.", "kotlinx.", "groovy.", "clojure.");

    private static final String PROFILER = "io.stepprofiler.";
    private static final String RECORDER = "jdk.jfr.";

    /** Packages of the profiler that call a program, or work on its threads. */
    private static final Set<String> ROOMS = Set.of(
            "agent.",
            "capture.",
            "clock.",
            "columns.",
            "cuda.",
            "delivery.",
            "djl.",
            "environment.",
            "event.",
            "handlers.",
            "journal.",
            "jvm.",
            "ledger.",
            "ledgerfile.",
            "mxnet.",
            "nativeaccess.",
            "pytorch.",
            "recording.",
            "schedule.",
            "segment.",
            "source.",
            "trace.",
            "tuning.",
            "window.",
            "xprof.");

    private static final Set<String> OTHER_LIBRARIES = Set.of(
            "akka.",
            "ch.qos.logback.",
            "com.esotericsoftware.kryo.",
            "com.fasterxml.jackson.",
            "com.google.common.",
            "com.google.gson.",
            "com.google.protobuf.",
            "com.sun.jna.",
            "com.univocity.",
            "io.grpc.",
            "io.netty.",
            "okhttp3.",
            "okio.",
            "org.apache.arrow.",
            "org.apache.avro.",
            "org.apache.commons.",
            "org.apache.hadoop.",
            "org.apache.http.",
            "org.apache.kafka.",
            "org.apache.log4j.",
            "org.apache.logging.",
            "org.apache.orc.",
            "org.apache.parquet.",
            "org.jetbrains.kotlinx.",
            "org.junit.",
            "org.slf4j.",
            "org.springframework.",
            "reactor.");

    /** Class name prefixes of frameworks, and of libraries for reading data. */
    public static final Set<String> LIBRARIES = Stream.of(OTHER_LIBRARIES, Frameworks.names(Fact.CLASSES))
            .flatMap(Set::stream)
            .collect(Collectors.toUnmodifiableSet());

    private ProgramFrames() {}

    /**
     * {@return whether a class is of the program itself}
     *
     * @param className its binary name
     */
    public static boolean isOfProgram(String className) {
        return isWritten(className) && !startsWithAny(className, LIBRARIES);
    }

    /**
     * True if a class is of the program or of a library: not of Java, not of the profiler, not generated at run time.
     */
    static boolean isWritten(String className) {
        return className.indexOf('.') != 0
                && !className.isEmpty()
                && !className.contains("$$Lambda")
                && !startsWithAny(className, OF_JAVA)
                && !isOfProfiler(className);
    }

    /** True if a class is of the profiler, which programs call or which is woven into them. */
    static boolean isOfProfiler(String className) {
        if (!className.startsWith(PROFILER)) {
            return false;
        }
        String inside = className.substring(PROFILER.length());
        return inside.indexOf('.') < 0 || inside.contains("woven.") || startsWithAny(inside, ROOMS);
    }

    /**
     * {@return whether a stack is work of the profiler or of the flight recorder: a frame of the recorder, or no frame
     * of others between the innermost frame and the profiler}
     *
     * @param stack a call stack, innermost frame first
     */
    public static boolean isOwnWork(List<StackTraceElement> stack) {
        for (StackTraceElement frame : stack) {
            String name = frame.getClassName();
            if (name.startsWith(RECORDER) || isOfProfiler(name)) {
                return true;
            }
            if (!startsWithAny(name, OF_JAVA)) {
                return false;
            }
        }
        return false;
    }

    private static boolean startsWithAny(String name, Set<String> prefixes) {
        return prefixes.stream().anyMatch(name::startsWith);
    }

    /**
     * {@return the innermost frame of the program, or else of a library; empty if all frames are of Java or of the
     * profiler}
     *
     * @param stack a call stack, innermost frame first
     */
    public static Optional<StackTraceElement> of(List<StackTraceElement> stack) {
        return stack.stream()
                .filter(frame -> isOfProgram(frame.getClassName()))
                .findFirst()
                .or(() -> stack.stream()
                        .filter(frame -> isWritten(frame.getClassName()))
                        .findFirst());
    }

    /**
     * {@return the frame of {@link #of} in a call stack of texts, such as {@code app.Loader.next(Loader.java:7)}, or
     * else the innermost frame}
     *
     * @param stack a call stack as text, innermost frame first
     */
    public static Optional<String> ofTexts(List<String> stack) {
        return stack.stream()
                .filter(frame -> isOfProgram(className(frame)))
                .findFirst()
                .or(() -> stack.stream()
                        .filter(frame -> isWritten(className(frame)))
                        .findFirst())
                .or(() -> stack.stream().findFirst());
    }

    /** Returns the class of a frame as text, which may begin with a module; empty if the text is no frame. */
    private static String className(String frame) {
        int end = frame.indexOf('(');
        int method = frame.lastIndexOf('.', end);
        return end < 0 || method < 0 ? "" : frame.substring(frame.lastIndexOf('/', method) + 1, method);
    }

    /**
     * {@return the class and method of a frame; for a lambda, the enclosing method}
     *
     * @param frame the frame
     */
    public static String method(StackTraceElement frame) {
        StackTraceElement shown = ShownFrame.of(frame);
        return shown.getClassName() + "." + shown.getMethodName();
    }

    /**
     * {@return a frame as sentences show it, such as {@code app.Loader.next(Loader.java:7)}, with file and line if
     * known}
     *
     * @param frame the frame
     */
    public static String text(StackTraceElement frame) {
        String file = frame.getFileName();
        if (file == null || frame.isNativeMethod()) {
            return method(frame);
        }
        return method(frame) + "(" + file + (frame.getLineNumber() > 0 ? ":" + frame.getLineNumber() : "") + ")";
    }

    /**
     * {@return the shown frames of a call stack as texts: the innermost ones and the program's, if it lies farther out}
     *
     * @param stack a call stack, innermost frame first
     * @param limit most frames, 4 or more
     */
    public static List<String> shown(List<StackTraceElement> stack, int limit) {
        int place = of(stack).map(stack::indexOf).orElse(0);
        if (stack.size() <= limit || place < limit) {
            return texts(stack.subList(0, Math.min(limit, stack.size())));
        }
        int inner = limit - 3;
        List<String> shown = new ArrayList<>(texts(stack.subList(0, inner)));
        if (place > inner) {
            shown.add("... " + (place - inner) + " more");
        }
        shown.addAll(texts(stack.subList(place, Math.min(stack.size(), place + 2))));
        return List.copyOf(shown);
    }

    private static List<String> texts(List<StackTraceElement> stack) {
        return stack.stream().map(frame -> ShownFrame.of(frame).toString()).toList();
    }
}
