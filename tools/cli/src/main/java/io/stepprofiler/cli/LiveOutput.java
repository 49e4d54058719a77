package io.stepprofiler.cli;

import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.stream.Stream;

/** Prints figures of a job as text, each below the last one, or in its place on a terminal. */
final class LiveOutput {
    private static final String SHAPES = "▁▂▃▄▅▆▇█…µ";
    private static final String ASCII = "_.-~=+*#.u";

    /** Moves to the top left and turns line wrap off: lines end at the width of the terminal. */
    private static final String HOME = "\u001b[?7l\u001b[H";

    private static final String REST_OF_LINE = "\u001b[K\n";
    private static final String REST_OF_SCREEN = "\u001b[J\u001b[?7h";
    private static final String CLEAR = "\u001b[2J";

    private final PrintWriter out;
    private final boolean inPlace;
    private final long most;
    private final boolean isAscii;
    private long printed;

    /**
     * Creates the output, which prints nothing yet.
     *
     * @param inPlace whether each text replaces the last one
     * @param most maximum number of texts; 0 for no limit
     * @param charset character set of the output
     */
    LiveOutput(PrintWriter out, boolean inPlace, long most, Charset charset) {
        this.out = out;
        this.inPlace = inPlace;
        this.most = most;
        isAscii = !charset.canEncode() || !charset.newEncoder().canEncode(SHAPES);
    }

    /** Prints a text; false after the last text, or if the reader of the output is gone. */
    boolean print(String text) {
        String shown = isAscii ? ascii(text) : text;
        if (inPlace) {
            out.print((printed == 0 ? CLEAR : "") + HOME + shown.replace("\n", REST_OF_LINE) + REST_OF_SCREEN);
        } else {
            out.println(shown);
        }
        printed++;
        return !out.checkError() && printed != most;
    }

    /** The character set of standard output, by the locale of the system. */
    static Charset standardOutput() {
        // The first exists from JDK 19 on, the second before it, on a terminal only.
        return Stream.of("stdout.encoding", "sun.stdout.encoding", "native.encoding")
                .map(System::getProperty)
                .filter(name -> name != null && Charset.isSupported(name))
                .findFirst()
                .map(Charset::forName)
                .orElseGet(Charset::defaultCharset);
    }

    private static String ascii(String text) {
        String shown = text;
        for (int i = 0; i < SHAPES.length(); i++) {
            shown = shown.replace(SHAPES.charAt(i), ASCII.charAt(i));
        }
        return shown;
    }
}
