package io.stepprofiler.cli;

import java.util.List;
import java.util.Set;

/** What a command line of Java runs. */
final class Program {
    /** Options of the launcher whose value is a word of its own. */
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

    private Program() {}

    /** The main class, module or jar; the command itself where it is none of Java's launcher. */
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

    /** The same of what a virtual machine tells of itself: main class or jar, then arguments. */
    static String ofDisplayName(String name) {
        String main = name.strip().split("\\s", 2)[0];
        return main.isEmpty() ? "java" : lastName(main);
    }

    private static String lastName(String path) {
        return path.endsWith(".jar") || path.startsWith("/") ? path.substring(path.lastIndexOf('/') + 1) : path;
    }
}
