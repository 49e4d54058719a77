package io.stepprofiler.handlers.functions;

import io.stepprofiler.export.TraceFile;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Destination of printed profiles: standard error, standard output, a stream, or a file, which is replaced. */
public final class Destination {
    /** Standard error, as it is set at the time of printing. */
    public static final Destination STANDARD_ERROR = new Destination("stderr", null, null);

    /** Standard output, as it is set at the time of printing. */
    public static final Destination STANDARD_OUTPUT = new Destination("stdout", null, null);

    private final String text;
    private final @Nullable PrintStream stream;
    private final @Nullable Path file;

    private Destination(String text, @Nullable PrintStream stream, @Nullable Path file) {
        this.text = text;
        this.stream = stream;
        this.file = file;
    }

    /**
     * {@return a stream}
     *
     * @param stream the stream; never closed
     */
    public static Destination of(PrintStream stream) {
        return new Destination("a stream", Objects.requireNonNull(stream, "stream"), null);
    }

    /**
     * {@return a file}
     *
     * @param file the file, which holds the last print; its directory is created
     */
    public static Destination of(Path file) {
        return new Destination(file.toString(), null, file.toAbsolutePath());
    }

    /**
     * {@return the destination that a text names: {@code stderr}, {@code stdout}, or the path of a file}
     *
     * @param text the text
     * @throws IllegalArgumentException if it is none of them
     */
    public static Destination parse(String text) {
        return switch (text) {
            case "stderr" -> STANDARD_ERROR;
            case "stdout" -> STANDARD_OUTPUT;
            case "" ->
                throw new IllegalArgumentException(
                        "destination = '' is not allowed: must be stderr, stdout or the path of a file");
            default -> of(Path.of(text));
        };
    }

    /** The directory of the file; null if this is no file. */
    @Nullable
    Path directory() {
        return file == null ? null : file.getParent();
    }

    /** Prints a text that ends with a line break. */
    void print(String content) throws IOException {
        if (file != null) {
            TraceFile.replace(file, out -> out.write(content.getBytes(StandardCharsets.UTF_8)));
        } else {
            PrintStream out = stream != null ? stream : this == STANDARD_OUTPUT ? System.out : System.err;
            out.print(content);
            out.flush();
        }
    }

    /** {@return {@code stderr}, {@code stdout}, or the path} */
    @Override
    public String toString() {
        return text;
    }
}
