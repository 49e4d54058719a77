package io.stepprofiler.cli.top;

import static io.stepprofiler.capture.live.Amounts.bytes;
import static io.stepprofiler.capture.live.Amounts.change;
import static io.stepprofiler.capture.live.Amounts.count;
import static io.stepprofiler.capture.live.Amounts.percent;
import static io.stepprofiler.capture.live.Amounts.rate;
import static io.stepprofiler.capture.live.Amounts.span;
import static io.stepprofiler.capture.live.Amounts.time;

import io.stepprofiler.capture.live.Amounts;
import io.stepprofiler.capture.live.LiveFigures;
import io.stepprofiler.capture.live.LiveMachine;
import io.stepprofiler.capture.live.LiveSteps;
import io.stepprofiler.capture.live.LiveView;
import io.stepprofiler.capture.live.StepSample;
import io.stepprofiler.trace.OneLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;

/**
 * The screen as lines of text, a function of what is shown and of the size of the terminal: as many lines as it has
 * rows, none wider than it has columns. Names from the job can neither break a line nor control the terminal.
 */
final class TopScreen {
    private static final List<String> HELP = List.of(
            "q      end; the job runs on",
            "s      order of the tables: time, change, calls, name",
            "p      pause the running profile: no window begins until p is pressed again",
            "c      capture the next steps into a file of this directory",
            "space  freeze what is shown",
            "h      this help",
            "",
            "PHASE      where the time of a step goes, each moment once",
            "OPERATION  scopes, layers and operations: time without what is nested in them",
            "CHANGE     of the share since the sample before, in percent of a step",
            "input      part of a step that waits for data",
            "waits      part in which its thread is seen waiting for something else",
            "off cpu    part in which its thread does not run, whatever the reason",
            "",
            "Samples are short captures, of one step in twenty at most.");

    private static final int SHARE = 7;
    private static final int CHANGE = 7;
    private static final int TIME = 9;
    private static final int CALLS = 7;
    private static final int BAR = 20;
    private static final int NARROW = 60;
    private static final int MOST_PHASES = 12;
    private static final int ROOM_FOR_BOTH = 8;
    private static final double HIGH = 0.85;

    private final TopState state;
    private final int columns;
    private final int rows;
    private final Palette palette;
    private final List<AttributedString> lines = new ArrayList<>();

    private TopScreen(TopState state, int columns, int rows, Palette palette) {
        this.state = state;
        this.columns = columns;
        this.rows = rows;
        this.palette = palette;
    }

    static List<AttributedString> lines(TopState state, int columns, int rows, Palette palette) {
        if (columns < 1 || rows < 1) {
            return List.of();
        }
        TopScreen screen = new TopScreen(state, columns, rows, palette);
        screen.draw();
        return List.copyOf(screen.lines);
    }

    private void draw() {
        title();
        if (state.help()) {
            blank();
            HELP.forEach(each -> add(text().append(each)));
        } else if (state.view().isEmpty()) {
            blank();
            add(text().append("Waiting for the first figures."));
        } else {
            LiveView view = state.view().get();
            steps(view);
            machine(view);
            tables(view);
        }
        int room = rows - 2;
        while (lines.size() > Math.max(1, room)) {
            lines.remove(lines.size() - 1);
        }
        while (lines.size() < room) {
            blank();
        }
        if (rows > 2) {
            add(text().append(message(), palette.note()));
        }
        if (rows > 1) {
            keys();
        }
    }

    private String message() {
        if (state.typed().isPresent()) {
            return "Capture how many steps? " + state.typed().get() + "_  (Enter: " + Keys.DEFAULT_STEPS
                    + ", Esc: none)";
        }
        if (!state.message().isEmpty()) {
            return clean(state.message());
        }
        return state.view().map(view -> clean(view.now().note())).orElse("");
    }

    private void title() {
        AttributedStringBuilder left = text();
        String right = "";
        left.append(' ');
        if (state.view().isPresent()) {
            LiveFigures now = state.view().get().now();
            left.append(clean(now.job().program()))
                    .append("  ")
                    .append(clean(now.job().host()));
            left.append(" ").append(Long.toString(now.job().pid()));
            right = (state.frozen() ? "FROZEN  " : "") + clean(now.job().state()) + "  "
                    + span(now.job().uptimeMillis()) + " ";
        } else {
            left.append(clean(state.target()));
        }
        int room = columns - right.length();
        if (room < 1) {
            right = "";
            room = columns;
        }
        AttributedString shown = left.toAttributedString().columnSubSequence(0, room);
        AttributedStringBuilder line = text();
        line.append(shown.toString(), palette.title());
        line.append(" ".repeat(Math.max(0, room - shown.columnLength())) + right, palette.title());
        add(line);
    }

    private void steps(LiveView view) {
        LiveSteps steps = view.now().steps();
        if (steps.count() == 0) {
            blank();
            return;
        }
        AttributedStringBuilder line = text();
        line.append("step ").append(count(steps.last()), palette.figure());
        line.append("  ").append(rate(view.stepsPerSecond()), palette.figure()).append(" steps/s");
        if (steps.isLate()) {
            line.append("  no step has ended for ", palette.alarm());
            line.append(time(steps.sinceNanos()), palette.alarm());
        } else {
            line.append("  last ").append(time(steps.lastNanos()), palette.figure());
            line.append("  median ").append(time(steps.medianNanos()), palette.figure());
            line.append("  95 % ").append(time(steps.p95Nanos()), palette.figure());
        }
        add(line);
        String range = "  " + time(smallest(steps)) + " to " + time(largest(steps));
        int room = columns - range.length();
        AttributedStringBuilder sparks = text();
        if (room >= steps.recentNanos().size() || room >= NARROW / 2) {
            sparks.append(Amounts.sparkLine(steps.recentNanos(), room), palette.spark());
            sparks.append(range, palette.dim());
        } else {
            sparks.append(Amounts.sparkLine(steps.recentNanos(), columns), palette.spark());
        }
        add(sparks);
    }

    private static long smallest(LiveSteps steps) {
        return steps.recentNanos().stream().mapToLong(Long::longValue).min().orElse(0);
    }

    private static long largest(LiveSteps steps) {
        return steps.recentNanos().stream().mapToLong(Long::longValue).max().orElse(0);
    }

    private void machine(LiveView view) {
        LiveMachine machine = view.now().machine();
        AttributedStringBuilder heap = text();
        heap.append("heap ");
        double used = machine.heapMaxBytes() > 0 ? (double) machine.heapBytes() / machine.heapMaxBytes() : 0;
        gauge(heap, used);
        heap.append(bytes(machine.heapBytes()), palette.figure());
        if (machine.heapMaxBytes() > 0) {
            heap.append(" of ").append(bytes(machine.heapMaxBytes()));
        }
        heap.append("  collections ").append(count(view.collections()), palette.figure());
        heap.append(", ").append(view.collectionMillis() + " ms", palette.figure());
        if (machine.residentBytes() > 0) {
            heap.append("  process ").append(bytes(machine.residentBytes()), palette.figure());
        }
        add(heap);
        AttributedStringBuilder cpu = text();
        cpu.append("cpu  ");
        gauge(cpu, machine.processors() > 0 ? machine.cores() / machine.processors() : 0);
        cpu.append(load(machine.cores()), palette.figure()).append(" of " + machine.processors());
        cpu.append("  machine ").append(load(machine.machineCores()), palette.figure());
        add(cpu);
        view.now().sample().ifPresent(this::shares);
    }

    private void shares(StepSample sample) {
        AttributedStringBuilder line = text();
        line.append("input ").append(percent(sample.inputShare()), palette.figure());
        line.append("  waits ").append(percent(sample.waitShare()), palette.figure());
        if (sample.idleShare() >= 0) {
            line.append("  off cpu ").append(percent(sample.idleShare()), palette.figure());
        }
        line.append("  lost ");
        line.append(
                sample.lost() == 0 ? "nothing" : count(sample.lost()) + " of " + count(sample.begun()),
                sample.lost() == 0 ? palette.figure() : palette.alarm());
        add(line);
    }

    private void gauge(AttributedStringBuilder line, double part) {
        if (columns < NARROW) {
            return;
        }
        int width = columns / 8;
        int full = (int) Math.round(Math.min(1, Math.max(0, part)) * width);
        line.append("█".repeat(full), part > HIGH ? palette.alarm() : palette.bar());
        line.append("░".repeat(width - full), palette.dim()).append(" ");
    }

    private static String load(double cores) {
        return cores < 0 ? "-" : String.format(Locale.ROOT, "%.1f", cores);
    }

    private void tables(LiveView view) {
        if (view.now().sample().isEmpty()) {
            return;
        }
        StepSample sample = view.now().sample().get();
        List<Row> parts = Row.parts(view);
        List<Row> operations = Row.operations(view);
        // Without an empty line and a header before them, the message and the keys.
        int room = rows - lines.size() - 4;
        if (room < 1) {
            return;
        }
        boolean both = room >= ROOM_FOR_BOTH && !operations.isEmpty();
        int mostParts = both ? Math.min(MOST_PHASES, Math.max(room / 3, room - 2 - operations.size())) : room;
        long last = sample.firstStep() + sample.steps() - 1;
        blank();
        header(
                "PHASE of "
                        + (sample.steps() == 1
                                ? "step " + count(last)
                                : "steps " + count(sample.firstStep()) + " to " + count(last)),
                false);
        parts.stream().sorted(state.sort().order()).limit(mostParts).forEach(row -> row(row, false));
        if (both) {
            blank();
            header("OPERATION, time of its own", true);
            operations.stream()
                    .sorted(state.sort().order())
                    .limit(Math.max(0, rows - lines.size() - 2))
                    .forEach(row -> row(row, true));
        }
    }

    private void header(String name, boolean withCalls) {
        AttributedStringBuilder line = text();
        line.append(right("SHARE", SHARE) + right("CHANGE", CHANGE) + right("A STEP", TIME), palette.header());
        if (columns >= NARROW) {
            line.append(right(withCalls ? "CALLS" : "", CALLS), palette.header());
        }
        line.append("  " + name, palette.header());
        add(line);
    }

    private void row(Row row, boolean withCalls) {
        AttributedStringBuilder line = text();
        line.append(right(percent(row.share()), SHARE), palette.figure());
        String change = change(row.change());
        line.append(right(change, CHANGE), palette.change(row.change()));
        line.append(right(time(row.nanos()), TIME));
        if (columns >= NARROW) {
            line.append(right(withCalls ? rate(row.calls()) : "", CALLS));
        }
        line.append("  ");
        if (columns >= NARROW && !withCalls) {
            int full = (int) Math.round(Math.min(1, row.share()) * BAR);
            line.append("█".repeat(full), row.isWait() ? palette.waiting() : palette.bar());
            line.append(" ".repeat(BAR - full)).append(" ");
        }
        line.append(clean(row.name()));
        add(line);
    }

    private static String right(String text, int width) {
        return " ".repeat(Math.max(0, width - text.length())) + text;
    }

    private void keys() {
        AttributedStringBuilder line = text();
        String[][] keys = {
            {"q", "quit"},
            {"s", "sort: " + state.sort().label()},
            {"p", state.isPaused() ? "resume" : "pause"},
            {"c", "capture"},
            {"space", state.frozen() ? "go on" : "freeze"},
            {"h", state.help() ? "back" : "help"}
        };
        for (String[] key : keys) {
            line.append(key[0], palette.key()).append(" " + key[1] + "  ");
        }
        add(line);
    }

    private static String clean(String name) {
        return OneLine.of(name);
    }

    private static AttributedStringBuilder text() {
        return new AttributedStringBuilder();
    }

    private void blank() {
        lines.add(AttributedString.EMPTY);
    }

    /** Cut to the width; a wide character that would stick out is left out. */
    private void add(AttributedStringBuilder line) {
        AttributedString whole = line.toAttributedString();
        lines.add(whole.columnLength() <= columns ? whole : whole.columnSubSequence(0, columns));
    }
}
