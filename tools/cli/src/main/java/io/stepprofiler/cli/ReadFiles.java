package io.stepprofiler.cli;

import io.stepprofiler.cli.InputFiles.InputFile;
import io.stepprofiler.trace.OneLine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/**
 * The files of a command, read one after the other. One that was named stops the command if it cannot be read; one that
 * was found in a directory, as that of a rank that was killed, is told and left out.
 */
final class ReadFiles {
    /** Reads one of them. */
    @FunctionalInterface
    interface Reader {
        void read(InputFile file) throws IOException;
    }

    private ReadFiles() {}

    /**
     * Reads files in their order.
     *
     * @return how many were left out
     * @throws IOException if one that was named cannot be read, or none of those that were found
     */
    static int each(List<InputFile> files, Reader reader, CommandLine line) throws IOException {
        List<IOException> failures = new ArrayList<>();
        for (InputFile file : files) {
            try {
                read(file, reader);
            } catch (IOException e) {
                if (!file.isFound()) {
                    throw e;
                }
                failures.add(e);
            }
        }
        boolean isNoneRead = failures.size() == files.size() && !failures.isEmpty();
        for (IOException failure : failures.subList(0, failures.size() - (isNoneRead ? 1 : 0))) {
            line.getErr().println(line.getCommandName() + ": left out: " + OneLine.of(Reason.of(failure)));
        }
        if (isNoneRead) {
            throw failures.get(failures.size() - 1);
        }
        return failures.size();
    }

    private static void read(InputFile file, Reader reader) throws IOException {
        try {
            reader.read(file);
        } catch (UncheckedIOException e) {
            // Of a journal that is read while it is looked at.
            throw new IOException(Reason.of(e), e);
        } catch (OutOfMemoryError e) {
            // What was read of it is not held any more.
            throw new IOException(file.path() + ": " + Reason.of(e));
        }
    }
}
