package io.stepprofiler.cli;

import io.stepprofiler.cli.InputFiles.InputFile;
import io.stepprofiler.text.OneLine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/**
 * Reads the files of a command one after the other. A named file that cannot be read stops the command; a file found in
 * a directory, such as the file of a killed rank, is reported and left out.
 */
final class ReadFiles {
    /** Reader of one file. */
    @FunctionalInterface
    interface Reader {
        void read(InputFile file) throws IOException;
    }

    private ReadFiles() {}

    /**
     * Reads files in their order.
     *
     * @return number of files left out
     * @throws IOException if a named file, or every file found, cannot be read
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
            leaveOut(failure, line);
        }
        if (isNoneRead) {
            throw failures.get(failures.size() - 1);
        }
        return failures.size();
    }

    /** Reports a file that is left out. */
    static void leaveOut(IOException failure, CommandLine line) {
        line.getErr().println(line.getCommandName() + ": left out: " + OneLine.of(Reason.of(failure)));
    }

    private static void read(InputFile file, Reader reader) throws IOException {
        try {
            reader.read(file);
        } catch (UncheckedIOException e) {
            // Thrown by a trace that reads its journal lazily.
            throw new IOException(Reason.of(e), e);
        } catch (OutOfMemoryError e) {
            // The part read so far is no longer referenced, so the next file may fit.
            throw new IOException(file.path() + ": " + Reason.of(e));
        }
    }
}
