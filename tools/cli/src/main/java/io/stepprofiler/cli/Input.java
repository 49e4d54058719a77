package io.stepprofiler.cli;

import io.stepprofiler.imports.ImportOptions;
import io.stepprofiler.imports.ImportedTrace;
import io.stepprofiler.imports.Traces;
import io.stepprofiler.journal.blocks.Journals;
import io.stepprofiler.text.OneLine;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Opens a trace that a command reads, of any supported format, and describes it. */
final class Input {
    private Input() {}

    /** Opens a file or a journal. */
    static ImportedTrace open(Path file, ReadLimits limits, ImportOptions others, CommandLine line) throws IOException {
        ImportOptions options;
        try {
            options = limits.orElse(others);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(line, e.getMessage(), e);
        }
        if (!Files.exists(file)) {
            throw new NoSuchFileException(file.toString());
        }
        List<Path> inside = Files.isDirectory(file) ? Journals.in(file) : List.of();
        if (!inside.isEmpty()) {
            throw new IOException(file + " is not a journal but holds " + inside.size() + ": name one of them, such as "
                    + inside.get(0));
        }
        return Traces.open(file, options);
    }

    /** Prints the missing parts of a trace; returns the exit code. */
    static int tellMissing(ImportedTrace opened, CommandLine line) {
        opened.missing().forEach(what -> line.getErr().println(line.getCommandName() + ": " + OneLine.of(what)));
        return opened.missing().isEmpty() ? ExitCode.DONE : ExitCode.INCOMPLETE;
    }

    /** Prints the loss account of a trace, its metadata, and where the time went. */
    static void describe(Trace trace, AveragesOptions table, PrintWriter out) {
        out.println(trace);
        out.println(trace.account().summary());
        trace.metadata().forEach((key, value) -> out.println(OneLine.of(key) + ": " + OneLine.of(value.text())));
        table.print(trace, out);
        out.flush();
    }
}
