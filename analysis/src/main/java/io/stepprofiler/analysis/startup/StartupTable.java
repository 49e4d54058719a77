package io.stepprofiler.analysis.startup;

import io.stepprofiler.analysis.compile.CompileTime;
import io.stepprofiler.analysis.compile.Load;
import io.stepprofiler.trace.OneLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Lays out the time to the first step as text. */
final class StartupTable {
    private static final int WIDTH = 120;
    private static final int NAME_WIDTH = 26;
    private static final int MOST_LIBRARIES = 12;
    private static final String INDENT = "   ";

    /** A column of figures. */
    private record Column(String title, int width, Function<Phase, String> text) {
        static Column nanos(String title, int width, Function<Phase, Long> value) {
            return new Column(title, width, phase -> known(value.apply(phase)));
        }
    }

    private final TimeToFirstStep startup;
    private final List<Column> columns;
    private final StringBuilder text = new StringBuilder();

    StartupTable(TimeToFirstStep startup) {
        this.startup = startup;
        columns = List.of(
                new Column("Time", 10, phase -> nanos(phase.nanos())),
                new Column("%", 7, this::percent),
                Column.nanos("Profiler", 10, phase -> phase.profilerNanos() == 0 ? -1 : phase.profilerNanos()),
                new Column("Classes", 9, phase -> phase.classes() < 0 ? "" : String.valueOf(phase.classes())),
                Column.nanos("Loading", 10, Phase::loadingNanos),
                Column.nanos("Static init", 13, Phase::initializingNanos),
                Column.nanos("GC", 9, Phase::collectingNanos),
                Column.nanos("JIT beside", 12, Phase::compilingNanos),
                new Column("Cores", 7, StartupTable::cores));
    }

    String text() {
        line(title());
        line(row("", Column::title));
        startup.phases().forEach(this::line);
        if (!startup.steps().isEmpty()) {
            line("then");
            startup.steps().forEach(this::line);
        }
        line("Times of phases follow each other; loading, static init and GC are sums over all threads, which may be"
                + " inside each");
        line("other; the compilers work in threads of their own.");
        startup.phases().forEach(this::libraries);
        startup.steps().forEach(this::libraries);
        // Of later steps the JSON file tells: they are much alike.
        startup.recorded().stream()
                .filter(each -> startup.phases().contains(each.phase()))
                .forEach(this::recorded);
        startup.missing().forEach(what -> line("Not known: " + what));
        return text.toString();
    }

    private String title() {
        String last = startup.phases().get(startup.phases().size() - 1).name();
        String title =
                nanos(startup.nanos()) + " from the start of the virtual machine to the end of " + OneLine.of(last);
        if (!startup.isComplete()) {
            return "No step yet: " + title;
        }
        return "Time to the first step: " + title
                + (startup.steadyNanos() < 0 ? "" : "; a step takes " + nanos(startup.steadyNanos()) + " later");
    }

    private void line(Phase phase) {
        line(row(shortened(phase.name(), NAME_WIDTH), column -> column.text().apply(phase)));
    }

    private String row(String name, Function<Column, String> cell) {
        StringBuilder row = new StringBuilder(padded(name, -NAME_WIDTH));
        columns.forEach(column -> row.append(padded(cell.apply(column), column.width())));
        return row.toString().stripTrailing();
    }

    private String percent(Phase phase) {
        return startup.phases().contains(phase) && startup.nanos() > 0
                ? String.format(Locale.ROOT, "%.1f", 100.0 * phase.nanos() / startup.nanos())
                : "";
    }

    private static String cores(Phase phase) {
        // Processor time comes in ticks of 10 ms.
        return phase.cpuNanos() < 0 || phase.nanos() < 100_000_000
                ? ""
                : String.format(Locale.ROOT, "%.1f", (double) phase.cpuNanos() / phase.nanos());
    }

    private void libraries(Phase phase) {
        List<String> names = phase.libraries();
        if (!names.isEmpty()) {
            String more = names.size() > MOST_LIBRARIES ? " and " + (names.size() - MOST_LIBRARIES) + " more" : "";
            wrapped("Libraries of " + shortened(phase.name(), NAME_WIDTH) + ": "
                    + names.stream().limit(MOST_LIBRARIES).collect(Collectors.joining(", ")) + more);
        }
    }

    private void recorded(RecordedPhase recorded) {
        CompileTime time = recorded.time();
        if (time.totalNanos() == 0) {
            return;
        }
        List<String> parts = new ArrayList<>();
        add(parts, time.graphBuildingNanos(), " building graphs");
        add(parts, time.classLoadingNanos(), " loading classes");
        add(parts, time.linkingNanos(), " loading libraries");
        parts.add(nanos(recorded.otherNanos()) + " other");
        Phase phase = recorded.phase();
        wrapped("Recorded, " + shortened(phase.name(), NAME_WIDTH) + ": " + nanos(phase.nanos()) + " = "
                + String.join(" + ", parts) + beside(recorded));
        named("  longest loads: ", recorded.loads(), load -> nanos(load.durationNanos()) + " " + last(load));
        named(
                "  longest compilations: ",
                recorded.compilations(),
                each -> nanos(each.durationNanos()) + " " + each.compiler() + " " + each.method());
    }

    private static String beside(RecordedPhase recorded) {
        return recorded.compilers().isEmpty()
                ? ""
                : "; beside it "
                        + recorded.compilers().entrySet().stream()
                                .map(each -> each.getKey() + " compiled " + nanos(each.getValue()))
                                .collect(Collectors.joining(", "));
    }

    private static String last(Load load) {
        return load.name().substring(load.name().lastIndexOf('/') + 1);
    }

    private <T> void named(String title, List<T> all, Function<T, String> name) {
        if (!all.isEmpty()) {
            wrapped(title + all.stream().map(name).collect(Collectors.joining(", ")));
        }
    }

    private static void add(List<String> parts, long nanos, String what) {
        if (nanos > 0) {
            parts.add(nanos(nanos) + what);
        }
    }

    /** A line that goes on in others, where it is too long, at spaces. */
    private void wrapped(String whole) {
        StringBuilder line = new StringBuilder();
        for (String word : OneLine.of(whole).split("(?<=,) | (?=\\+)", -1)) {
            String next = shortened(word, WIDTH - INDENT.length() - 1);
            if (line.length() + next.length() + 1 > WIDTH) {
                line(line.toString());
                line.setLength(0);
                line.append(INDENT);
            }
            line.append(line.length() == 0 ? "" : " ").append(next);
        }
        line(line.toString());
    }

    private void line(String line) {
        text.append(line).append('\n');
    }

    private static String padded(String cell, int width) {
        return String.format(Locale.ROOT, "%" + width + "s", cell);
    }

    private static String shortened(String name, int most) {
        String line = OneLine.of(name);
        return line.length() <= most ? line : line.substring(0, most - 1) + "…";
    }

    private static String known(long nanos) {
        return nanos < 0 ? "" : nanos(nanos);
    }

    private static String nanos(long nanos) {
        double millis = nanos / 1e6;
        return millis >= 1000
                ? String.format(Locale.ROOT, "%.2f s", millis / 1000)
                : String.format(Locale.ROOT, millis < 10 ? "%.2f ms" : "%.0f ms", millis);
    }
}
