package io.stepprofiler.capture.live;

import static io.stepprofiler.capture.live.Amounts.bytes;
import static io.stepprofiler.capture.live.Amounts.change;
import static io.stepprofiler.capture.live.Amounts.count;
import static io.stepprofiler.capture.live.Amounts.percent;
import static io.stepprofiler.capture.live.Amounts.rate;
import static io.stepprofiler.capture.live.Amounts.span;
import static io.stepprofiler.capture.live.Amounts.time;

import io.stepprofiler.capture.live.StepSample.Operation;
import io.stepprofiler.trace.OneLine;
import java.util.Locale;

/** Figures of a running job as plain text. Names from the job can neither break a line nor control a terminal. */
public final class LiveText {
    /** What most want to know: the steps, the machine, and how the steps' time divides. */
    public static final int BRIEF = 1;
    /** Besides, where the time goes. */
    public static final int FULL = 2;

    private static final int SPARKS = 40;
    private static final int MOST_PARTS = 8;
    private static final int MOST_OPERATIONS = 12;

    private final StringBuilder text = new StringBuilder();
    private final LiveView view;

    private LiveText(LiveView view) {
        this.view = view;
    }

    /**
     * {@return the text, some lines each with its end}
     *
     * @param view the figures
     * @param level {@link #BRIEF} or {@link #FULL}
     */
    public static String of(LiveView view, int level) {
        LiveText face = new LiveText(view);
        face.head();
        face.view.now().sample().ifPresent(sample -> face.sample(sample, level));
        if (!view.now().note().isEmpty()) {
            face.line(view.now().note());
        }
        return face.text.toString();
    }

    private void head() {
        LiveJob job = view.now().job();
        line(job.program() + ", process " + job.pid() + " on " + job.host() + ", " + span(job.uptimeMillis()) + "; "
                + job.state());
        LiveSteps steps = view.now().steps();
        if (steps.count() > 0) {
            line("step " + count(steps.last()) + ": " + rate(view.stepsPerSecond()) + " steps/s; last "
                    + time(steps.lastNanos()) + ", median " + time(steps.medianNanos()) + ", 95 % within "
                    + time(steps.p95Nanos()) + "  " + Amounts.sparkLine(steps.recentNanos(), SPARKS));
        }
        if (steps.isLate()) {
            line("no step has ended for " + time(steps.sinceNanos()));
        }
        LiveMachine machine = view.now().machine();
        line(processors(machine) + "heap " + bytes(machine.heapBytes())
                + (machine.heapMaxBytes() > 0 ? " of " + bytes(machine.heapMaxBytes()) : "")
                + (machine.residentBytes() > 0 ? ", process " + bytes(machine.residentBytes()) : "")
                + collections(machine));
    }

    private static String processors(LiveMachine machine) {
        return machine.cores() < 0 || machine.machineCores() < 0
                ? ""
                : String.format(
                        Locale.ROOT,
                        "%.1f of %d processors busy for it, %.1f with others; ",
                        machine.cores(),
                        machine.processors(),
                        machine.machineCores());
    }

    private String collections(LiveMachine machine) {
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

    private void sample(StepSample sample, int level) {
        long last = sample.firstStep() + sample.steps() - 1;
        line((sample.steps() == 1 ? "in step " : "in steps " + count(sample.firstStep()) + " to ") + count(last) + ": "
                + percent(sample.inputShare()) + " waiting for data, " + percent(sample.waitShare())
                + " waiting for something else"
                + (sample.idleShare() < 0 ? "" : ", " + percent(sample.idleShare()) + " not running")
                + "; "
                + (sample.lost() == 0 ? "no event" : count(sample.lost()) + " of " + count(sample.begun()) + " events")
                + " lost");
        if (level < FULL) {
            return;
        }
        sample.parts().stream()
                .limit(MOST_PARTS)
                .forEach(part -> row(sample, part.stepNanos(), view.change(part), part.name()));
        if (!sample.operations().isEmpty()) {
            line("time of their own:");
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
