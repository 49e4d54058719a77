package io.stepprofiler.capture.watch;

import static io.stepprofiler.capture.watch.Amounts.bytes;
import static io.stepprofiler.capture.watch.Amounts.change;
import static io.stepprofiler.capture.watch.Amounts.count;
import static io.stepprofiler.capture.watch.Amounts.percent;
import static io.stepprofiler.capture.watch.Amounts.rate;
import static io.stepprofiler.capture.watch.Amounts.span;
import static io.stepprofiler.capture.watch.Amounts.time;

import io.stepprofiler.capture.watch.StepSample.Operation;
import io.stepprofiler.text.OneLine;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Figures of a running job as plain text, with changes since the previous figures. Names from the job can neither break
 * a line nor control a terminal. For one thread at a time.
 */
final class LiveText {
    /** Level with the steps, the machine, and the shares of waiting in steps. */
    static final int BRIEF = 1;
    /** Level that adds the parts and operations of steps. */
    static final int FULL = 2;

    private static final int SPARKS = 79;
    // With the other lines, the text fits on a terminal of 80 columns and 24 rows.
    private static final int MOST_PARTS = 5;
    private static final int MOST_OPERATIONS = 8;

    private final int level;
    private final StringBuilder text = new StringBuilder();
    private @Nullable LiveView last;

    /**
     * Creates a text without previous figures.
     *
     * @param level {@link #BRIEF} or {@link #FULL}
     */
    LiveText(int level) {
        this.level = level;
    }

    /**
     * {@return the text, in lines that each end with a line break}
     *
     * @param figures the newest figures
     */
    String next(LiveFigures figures) {
        LiveView view = last == null ? LiveView.of(figures) : last.next(figures);
        last = view;
        return of(view);
    }

    String of(LiveView view) {
        text.setLength(0);
        head(view);
        view.now().sample().ifPresent(sample -> sample(view, sample));
        if (!view.now().note().isEmpty()) {
            line(view.now().note());
        }
        return text.toString();
    }

    private void head(LiveView view) {
        LiveJob job = view.now().job();
        line(job.program() + ", process " + job.pid() + " on " + job.host() + ", " + span(job.uptimeMillis()) + "; "
                + job.state());
        LiveSteps steps = view.now().steps();
        if (steps.count() > 0) {
            line("step " + count(steps.last()) + ": " + rate(view.stepsPerSecond()) + " steps/s; last "
                    + time(steps.lastNanos()) + ", median " + time(steps.medianNanos()) + ", 95 % within "
                    + time(steps.p95Nanos()));
            line(Amounts.sparkLine(steps.recentNanos(), SPARKS));
        }
        if (steps.isLate()) {
            line("no step has ended for " + time(steps.sinceNanos()));
        }
        LiveMachine machine = view.now().machine();
        line("heap " + bytes(machine.heapBytes())
                + (machine.heapMaxBytes() > 0 ? " of " + bytes(machine.heapMaxBytes()) : "")
                + (machine.residentBytes() > 0 ? ", process " + bytes(machine.residentBytes()) : "")
                + collections(view, machine));
        if (machine.cores() >= 0 && machine.machineCores() >= 0) {
            line(String.format(
                    Locale.ROOT,
                    "%.1f of %d processors busy for it, %.1f with others",
                    machine.cores(),
                    machine.processors(),
                    machine.machineCores()));
        }
    }

    private static String collections(LiveView view, LiveMachine machine) {
        return view.before().isEmpty()
                ? "; " + count(machine.collections()) + " collections so far, " + count(machine.collectionMillis())
                        + " ms"
                : String.format(
                        Locale.ROOT,
                        "; %d collection%s, %d ms in %.1f s",
                        view.collections(),
                        view.collections() == 1 ? "" : "s",
                        view.collectionMillis(),
                        view.seconds());
    }

    private void sample(LiveView view, StepSample sample) {
        long last = sample.firstStep() + sample.steps() - 1;
        line((sample.steps() == 1 ? "in step " : "in steps " + count(sample.firstStep()) + " to ") + count(last) + ": "
                + (sample.lost() == 0 ? "no event" : count(sample.lost()) + " of " + count(sample.begun()) + " events")
                + " lost");
        line(percent(sample.inputShare()) + " waiting for data, " + percent(sample.waitShare())
                + " waiting for something else"
                + (sample.idleShare() < 0 ? "" : ", " + percent(sample.idleShare()) + " not running"));
        if (level < FULL) {
            return;
        }
        sample.parts().stream()
                .limit(MOST_PARTS)
                .forEach(part -> row(sample, part.stepNanos(), view.change(part), part.name()));
        if (!sample.operations().isEmpty()) {
            line("self time:");
        }
        sample.operations().stream()
                .limit(MOST_OPERATIONS)
                .forEach(each -> row(sample, each.selfNanos(), view.change(each), calls(each)));
    }

    private static String calls(Operation operation) {
        return operation.name() + " x " + rate(operation.calls());
    }

    private void row(StepSample sample, long nanos, double change, String name) {
        line(String.format(
                Locale.ROOT, "  %7s  %6s  %8s  %s", percent(sample.share(nanos)), change(change), time(nanos), name));
    }

    private void line(String line) {
        text.append(OneLine.of(line)).append('\n');
    }
}
