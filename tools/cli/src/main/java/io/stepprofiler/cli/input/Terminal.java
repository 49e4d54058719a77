package io.stepprofiler.cli.input;

import io.stepprofiler.amount.Amount;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Detects terminals behind the standard streams with the system's {@code test}: Java's console does not distinguish
 * single streams.
 */
public final class Terminal {
    private static final int PIPED = 120;
    /** Narrower tables have no room for figures. */
    private static final int LEAST_WIDTH = 60;

    private static final Size USUAL = new Size(24, 80);

    private Terminal() {}

    /** True if not all of the output could be written: writers do not throw errors, such as a full disk, but keep them. */
    public static boolean isOutputLost(PrintWriter out) {
        // The only error of a pipe is that its reader has ended, which has what it wants, such as 'head'.
        return System.out.checkError() ? !isPipe() : out.checkError();
    }

    /** True if standard output is known to be a pipe. */
    private static boolean isPipe() {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/fd/1")).toString().startsWith("pipe:");
        } catch (IOException e) {
            return false;
        }
    }

    /** Size of a terminal, in characters. */
    public record Size(int rows, int columns) {
        /** The first lines of a text that fill the terminal but for its last row, and how many are missing. */
        public String fit(String text) {
            List<String> lines = text.lines().toList();
            StringBuilder fitted = new StringBuilder();
            int left = rows - 1;
            for (int i = 0; i < lines.size(); i++) {
                int needed = rowsOf(lines.get(i));
                boolean isLast = i == lines.size() - 1;
                if (needed > (isLast ? left : left - 1)) {
                    return fitted + "... " + Amount.count(lines.size() - i, "line more\n", "lines more\n");
                }
                fitted.append(lines.get(i)).append('\n');
                left -= needed;
            }
            return fitted.toString();
        }

        private int rowsOf(String line) {
            return Math.max(1, (line.length() + columns - 1) / columns);
        }
    }

    /** The size of the terminal of this process; that of usual terminals if it is not known. */
    public static Size size() {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(new File("/dev/tty"))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String[] size = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)
                    .strip()
                    .split(" ", 2);
            Size told = new Size(Integer.parseInt(size[0]), Integer.parseInt(size[1]));
            return told.rows > 1 && told.columns > 1 ? told : USUAL;
        } catch (IOException | NumberFormatException | ArrayIndexOutOfBoundsException e) {
            return USUAL;
        }
    }

    /**
     * The width of printed tables: {@code COLUMNS}, if it is set; else that of the terminal to which standard output goes;
     * 120 without one.
     */
    public static int width() {
        String columns = System.getenv("COLUMNS");
        boolean isSet = columns != null && columns.matches("[1-9]\\d{0,4}");
        int width = isSet ? Integer.parseInt(columns) : isStandardOutput() ? size().columns() : PIPED;
        return Math.max(LEAST_WIDTH, width);
    }

    /** True if standard error is known to go to a terminal. */
    public static boolean isThere() {
        return isTerminal("2");
    }

    /** True if standard output goes to a terminal that moves its cursor. */
    public static boolean isStandardOutput() {
        String type = System.getenv("TERM");
        return type != null && !type.startsWith("dumb") && isTerminal("1");
    }

    private static boolean isTerminal(String stream) {
        try {
            Process test = new ProcessBuilder("test", "-t", stream).inheritIO().start();
            return test.onExit().join().exitValue() == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
