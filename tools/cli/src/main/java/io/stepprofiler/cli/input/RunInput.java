package io.stepprofiler.cli.input;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.fleet.report.UnreadLedger;
import io.stepprofiler.imports.ImportOptions;
import io.stepprofiler.imports.ImportedTrace;
import io.stepprofiler.imports.Traces;
import io.stepprofiler.journal.blocks.Journals;
import io.stepprofiler.report.faces.ReportFile;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The windows of the files that a command reads, one after the other: only one trace is in memory at a time. A file that
 * cannot be read stops the command if it was named; a file found in a directory, such as the file of a killed rank, is
 * left out. For one thread.
 */
public final class RunInput implements AutoCloseable {
    /** Size from which reading a file shows its progress. */
    private static final long LARGE_BYTES = 100L << 20;

    /** Use of a window. */
    public interface Use {
        /**
         * Uses a window, which is left out if this fails.
         *
         * @throws IOException if it cannot be read
         */
        void of(InputWindow window) throws IOException;
    }

    private enum Mode {
        /** Each window once, even if a directory has it in several formats and in a report. */
        WINDOWS,
        /** Each file once, for its first window; a trace that a directory has in several formats once. */
        FILES,
        /** Each window once; named files, too, are left out: among thousands of ranks, some files are damaged. */
        RANKS
    }

    private final Mode mode;
    private final ImportOptions options;
    private final Subcommand command;
    private final List<InputFile> files = new ArrayList<>();
    private final Deque<InputWindow> ahead = new ArrayDeque<>();
    private final List<WindowKey> taken = new ArrayList<>();
    private final List<UnreadLedger> unread = new ArrayList<>();
    private FileRanks ranks;
    private int opened;
    private boolean isPartMissing;
    private @Nullable InputWindow current;
    private Optional<WindowKey> key = Optional.empty();

    private RunInput(Mode mode, List<InputFile> files, ImportOptions options, Subcommand command) {
        this.mode = mode;
        this.options = options;
        this.command = command;
        this.files.addAll(files);
        ranks = FileRanks.of(files);
    }

    /** The windows of files in their order. */
    public static RunInput ofWindows(List<InputFile> files, ReadLimits limits, Subcommand command) {
        return new RunInput(Mode.WINDOWS, files, limits.options(command), command);
    }

    /** The first windows of files. */
    public static RunInput ofFiles(List<InputFile> files, ReadLimits limits, Subcommand command) {
        return new RunInput(Mode.FILES, files, limits.options(command), command);
    }

    /** The only window of a file; a directory is not searched. */
    public static RunInput ofTrace(Path file, ImportOptions options, Subcommand command) {
        return new RunInput(Mode.FILES, List.of(InputFile.named(file, false)), options, command);
    }

    /** The windows of the files of many ranks, of which any may be damaged. */
    static RunInput ofRanks(List<InputFile> files, ReadLimits limits, Subcommand command) {
        return new RunInput(Mode.RANKS, files, limits.options(command), command);
    }

    /** Adds files after the others. */
    void add(List<InputFile> more) {
        files.addAll(more);
        ranks = FileRanks.of(files);
    }

    public List<InputFile> files() {
        return files;
    }

    /**
     * The next window; null after the last. The trace of the window before is closed.
     *
     * @throws IOException if a named file cannot be read
     */
    @Nullable
    public InputWindow next() throws IOException {
        if (current != null) {
            // Only now: if reading the rest of it had failed, another file might have had all of it.
            key.ifPresent(taken::add);
        }
        close();
        while (current == null && (!ahead.isEmpty() || opened < files.size())) {
            if (ahead.isEmpty()) {
                InputFile file = files.get(opened++);
                reading(file, () -> open(file));
            }
            InputWindow window = ahead.poll();
            current = window;
            key = Optional.empty();
            if (window != null && isOnce(window)) {
                reading(window.file(), () -> key = Optional.of(WindowKey.of(window)));
                if (key.filter(each -> taken.stream().anyMatch(each::isSame)).isPresent()) {
                    close();
                }
            }
        }
        if (current != null) {
            String file = files.size() > 1 ? current.file().label() + ": " : "";
            current.missing().forEach(what -> miss(file + what));
        }
        return current;
    }

    /**
     * The trace of the only file.
     *
     * @throws IOException if it cannot be read
     */
    public Trace trace() throws IOException {
        InputWindow window = next();
        finish();
        if (window == null) {
            throw new IllegalStateException("there is no file, or it was read before");
        }
        if (window.isLedger()) {
            throw new IOException(
                    window.file().label() + " is a step ledger, which has no events: 'stepprof show' prints its rows");
        }
        return window.trace();
    }

    /**
     * Passes on all windows. The file of a window whose use fails is left out: a journal is read while its trace is
     * used, and a trace may take too much memory.
     *
     * @throws IOException if a named file cannot be read
     */
    public void forEach(Use use) throws IOException {
        for (InputWindow window = next(); window != null; window = next()) {
            InputWindow used = window;
            reading(used.file(), () -> use.of(used));
        }
    }

    private interface Reading {
        void run() throws IOException;
    }

    /** Reads from a file, or leaves it out. */
    private void reading(InputFile file, Reading reading) throws IOException {
        try {
            reading.run();
        } catch (IOException | UncheckedIOException | OutOfMemoryError e) {
            ahead.clear();
            close();
            String path = file.label();
            String reason = Reason.of(e).replace(file.path().toString(), path);
            if (!file.isFound() && mode != Mode.RANKS) {
                throw new IOException(reason.contains(path) ? reason : path + ": " + reason);
            }
            unread.add(new UnreadLedger(path, reason));
        }
    }

    private void open(InputFile file) throws IOException {
        if (mode != Mode.WINDOWS && InputFile.isLedger(file.path())) {
            ahead.add(new InputWindow(file, null, null, 0, ranks));
        } else if (!file.isReport()) {
            ahead.add(new InputWindow(file, openTrace(file.path()), null, 0, ranks));
        } else {
            ReportFile report = ReportFile.read(file.path());
            if (options.steps().isPresent()) {
                command.remark(file.path() + " is a report, which keeps its steps: --step is for traces");
            }
            int count = mode == Mode.FILES ? 1 : report.report().windows().size();
            for (int i = 0; i < count; i++) {
                ahead.add(new InputWindow(file, null, report, i, ranks));
            }
        }
    }

    private ImportedTrace openTrace(Path file) throws IOException {
        if (!Files.exists(file)) {
            throw Files.isSymbolicLink(file)
                    ? new IOException("it is a link to " + Files.readSymbolicLink(file) + ", which leads to no file")
                    : new NoSuchFileException(file.toString());
        }
        List<Path> inside = Files.isDirectory(file) ? Journals.in(file) : List.of();
        if (!inside.isEmpty()) {
            throw new IOException(file + " is not a journal but holds " + inside.size() + ": name one of them, such as "
                    + inside.get(0));
        }
        OtherForms.check(file);
        long size = Files.isDirectory(file) ? 0 : Files.size(file);
        if (size < LARGE_BYTES) {
            return Traces.open(file, options);
        }
        try (StatusLine status = command.progress()) {
            String reading = "Reading " + file.getFileName() + ", " + Amount.bytes(size);
            status.show("read", reading);
            return Traces.open(
                    file,
                    options.withProgress(
                            bytes -> status.show("read", reading + ": " + Amount.bytes(bytes) + " of text")));
        }
    }

    private boolean isOnce(InputWindow window) {
        return files.size() > 1
                && window.file().isFound()
                && (window.isTrace() || (mode != Mode.FILES && !window.isLedger()));
    }

    /** Reports a missing part of the input. */
    public void miss(String sentence) {
        command.remark(sentence);
        isPartMissing = true;
    }

    /**
     * Reports the files that were left out, after the last window.
     *
     * @throws IOException if all were: the result would be empty
     */
    public void finish() throws IOException {
        boolean isAll = !unread.isEmpty() && unread.size() == files.size();
        List<String> messages =
                unread.stream().map(each -> each.path() + ": " + each.reason()).toList();
        messages.stream().limit(messages.size() - (isAll ? 1 : 0)).forEach(each -> command.remark("left out: " + each));
        if (isAll) {
            throw new IOException(messages.get(messages.size() - 1));
        }
    }

    /** The files left out so far, with reasons. */
    public List<UnreadLedger> unread() {
        return unread;
    }

    /** The exit code of a command that has read everything. */
    public int exitCode() {
        return isPartMissing || !unread.isEmpty() ? ExitCode.INCOMPLETE : ExitCode.DONE;
    }

    /** Closes the current trace. */
    @Override
    public void close() throws IOException {
        InputWindow window = current;
        current = null;
        if (window != null) {
            window.close();
        }
    }
}
