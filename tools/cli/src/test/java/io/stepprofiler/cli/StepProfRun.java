package io.stepprofiler.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Consumer;
import picocli.CommandLine;

/** Runs the command in the virtual machine of the test, and keeps what it prints. */
public final class StepProfRun {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    /** Answers the exit code. */
    public int run(String... args) {
        return run(line -> {}, args);
    }

    /** The same of a command in one text, in which paths in a directory begin with @, and '' is an empty word. */
    public int in(Path dir, String command) {
        return run(Arrays.stream(command.split(" +"))
                .map(word -> word.equals("''") ? "" : word.replace("@", dir + "/"))
                .toArray(String[]::new));
    }

    /** The same of a command that is changed before. */
    public int run(Consumer<CommandLine> change, String... args) {
        CommandLine line = StepProf.commandLine();
        change.accept(line);
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        return StepProf.execute(line, args);
    }

    /** Standard output since the last {@link #clear()}. */
    public String out() {
        return out.toString();
    }

    /** Standard error since the last {@link #clear()}. */
    public String err() {
        return err.toString();
    }

    public void clear() {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
    }
}
