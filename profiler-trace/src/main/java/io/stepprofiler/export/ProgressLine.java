package io.stepprofiler.export;

import io.stepprofiler.amount.Amount;
import java.io.Flushable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;

/**
 * Progress of an export in one line of a terminal, which each report overwrites:
 * {@code [#####---------------]  25.0 %, 250,000 of 1,000,000 events, 2.5 million/s, 0:03 left}.
 *
 * <p>Used by one thread at a time.
 */
public final class ProgressLine implements ExportListener {
    private static final int WIDTH = 20;
    private static final double MILLION = 1e6;
    private static final long NANOS_A_SECOND = 1_000_000_000;

    private final Appendable out;
    private int length;

    private ProgressLine(Appendable out) {
        this.out = out;
    }

    /**
     * {@return a listener that writes to a terminal}
     *
     * @param out where to, such as a {@link java.io.PrintStream}; flushed if it can be
     */
    public static ProgressLine to(Appendable out) {
        return new ProgressLine(out);
    }

    /** Writes the line, and ends it when the export is complete. */
    @Override
    public void onProgress(ExportProgress progress) {
        String text = text(progress);
        try {
            // Spaces overwrite the rest of a longer line.
            out.append('\r').append(text).append(" ".repeat(Math.max(length - text.length(), 0)));
            length = text.length();
            if (progress.isComplete()) {
                out.append(System.lineSeparator());
                length = 0;
            }
            if (out instanceof Flushable stream) {
                stream.flush();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * {@return the line, without its end}
     *
     * @param progress the figures to show
     */
    public static String text(ExportProgress progress) {
        int full = (int) (progress.percent() * WIDTH / 100);
        String file = progress.parts() == 1 ? "" : ", file " + progress.part() + " of " + progress.parts();
        String left = progress.remainingNanos().stream()
                .mapToObj(nanos -> nanos / NANOS_A_SECOND)
                .map(seconds -> String.format(Locale.ROOT, ", %d:%02d left", seconds / 60, seconds % 60))
                .findFirst()
                .orElse("");
        return String.format(
                Locale.ROOT,
                "[%s%s] %7s, %,d of %,d events, %.1f million/s%s%s",
                "#".repeat(full),
                "-".repeat(WIDTH - full),
                Amount.share(progress.percent() / 100),
                progress.events(),
                progress.totalEvents(),
                progress.eventsPerSecond() / MILLION,
                progress.isComplete() ? "" : left,
                file);
    }
}
