package io.stepprofiler.cli.live;

import java.util.List;
import java.util.Set;

/** Program that a Java command line runs. */
final class JavaProgram {
    /** Options of the launcher whose value is the next word. */
    private static final Set<String> WITH_VALUE = Set.of(
            "-cp",
            "-classpath",
            "--class-path",
            "-p",
            "--module-path",
            "--upgrade-module-path",
            "--add-modules",
            "--add-exports",
            "--add-opens",
            "--add-reads",
            "--limit-modules",
            "--patch-module",
            "--enable-native-access",
            "--source");

    private static final Set<String> MAIN_FOLLOWS = Set.of("-jar", "-m", "--module");

    /** Beginnings of the names of compilers and build tools, which have frameworks on their class path but train nothing. */
    private static final List<String> BUILD_TOOLS = List.of(
            "javac",
            "javadoc",
            "com.sun.tools.javac.",
            "org.codehaus.plexus.classworlds.launcher.",
            "org.gradle.",
            "gradle-wrapper.jar",
            "org.jetbrains.kotlin.daemon.",
            "org.jetbrains.jps.",
            "sbt-launch.jar",
            "xsbt.boot.",
            "scala.tools.nsc.",
            "dotty.tools.dotc.");

    private JavaProgram() {}

    /** True if a program compiles or builds others. */
    static boolean builds(String program) {
        return BUILD_TOOLS.stream().anyMatch(program::startsWith);
    }

    /** The main class, module or jar; the command itself if it is not Java's launcher. */
    static String of(List<String> words) {
        String command = words.isEmpty() ? "java" : lastName(words.get(0));
        if (!command.equals("java")) {
            return command;
        }
        for (int i = 1; i < words.size(); i++) {
            String word = words.get(i);
            if (MAIN_FOLLOWS.contains(word)) {
                return i + 1 < words.size() ? lastName(words.get(i + 1)) : command;
            } else if (WITH_VALUE.contains(word)) {
                i++;
            } else if (!word.startsWith("-") && !word.startsWith("@")) {
                return word;
            }
        }
        return command;
    }

    /** The main class or jar in the display name of a virtual machine, which ends with the arguments. */
    static String ofDisplayName(String name) {
        String main = name.strip().split("\\s", 2)[0];
        return main.isEmpty() ? "java" : lastName(main);
    }

    private static String lastName(String path) {
        return path.endsWith(".jar") || path.startsWith("/") ? path.substring(path.lastIndexOf('/') + 1) : path;
    }
}
