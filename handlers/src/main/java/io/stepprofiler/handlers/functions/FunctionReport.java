package io.stepprofiler.handlers.functions;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.analysis.functions.Apply;
import io.stepprofiler.analysis.functions.CompileTime;
import io.stepprofiler.analysis.functions.FunctionProfile;
import io.stepprofiler.analysis.functions.FunctionProfile.CallTotals;
import io.stepprofiler.analysis.functions.FunctionProfile.OperationTotal;
import io.stepprofiler.analysis.functions.FunctionProfiles;
import io.stepprofiler.analysis.functions.FunctionSelector;
import io.stepprofiler.analysis.functions.Layer;
import io.stepprofiler.analysis.functions.Tip;
import io.stepprofiler.event.Operand;
import io.stepprofiler.frameworks.PyTorch;
import io.stepprofiler.text.OneLine;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Profiles of functions as text: for each function a summary and the tables "Class", "Ops" and "Apply", and a sum of
 * all functions.
 *
 * <p>The layout follows Aesara's {@code ProfileStats.summary()}: times are seconds, Mflops are 2^20 operations and
 * Gflops/s 2^30 a second. Lines end with {@code \n}.
 */
public final class FunctionReport {
    private static final long LONG_COMPILE = 1_000_000_000;

    private FunctionReport() {}

    /**
     * {@return the text of all functions, the longest first, and of their sum if there are several}
     *
     * @param profiles the profiles
     * @param options how they are printed
     */
    public static String of(FunctionProfiles profiles, FunctionProfileOptions options) {
        return of(profiles, new FunctionMemory(options), List.of(), options);
    }

    static String of(
            FunctionProfiles profiles, FunctionMemory memory, List<String> candidates, FunctionProfileOptions options) {
        StringBuilder out = new StringBuilder();
        List<FunctionProfile> printed = new ArrayList<>();
        for (FunctionProfile profile : profiles.functions()) {
            if (profile.calls().count() > 0 || profile.compile().totalNanos() > LONG_COMPILE) {
                append(out, profile, memory.text(profile.name()), options);
                printed.add(profile);
            } else {
                out.append("Skipping empty profile of ")
                        .append(OneLine.of(profile.name()))
                        .append(leftOut(profile.calls()))
                        .append("\n\n");
            }
        }
        if (printed.size() > 1) {
            append(out, profiles.sum("Sum of all(" + printed.size() + ") printed profiles"), memory.sum(), options);
        }
        if (printed.isEmpty()) {
            out.append("Function profiling: no calls of functions (")
                    .append(profiles.selector())
                    .append(") in ")
                    .append(Amount.count(profiles.traces(), "window"))
                    .append('\n')
                    .append(profiles.functions().isEmpty() ? howToName(candidates) : "");
        }
        out.append(notFound(profiles));
        if (memory.isMissing() && printed.stream().anyMatch(FunctionReport::hasFrameworkOperations)) {
            out.append(
                            "Memory profile: no sizes of results are recorded; they are with memory=true and shapes=true of the")
                    .append(" agent, profileMemory(true) and recordShapes(true), or in ")
                    .append(PyTorch.PROFILER + " " + PyTorch.FRAMEWORK.option("MEMORY"))
                    .append(" and " + PyTorch.FRAMEWORK.option("SHAPES") + "\n\n");
        }
        if (options.printGlobalStats()) {
            appendGlobal(out, profiles);
        }
        return out.toString();
    }

    /** Says which of the chosen names no event has; empty if all have calls. */
    private static String notFound(FunctionProfiles profiles) {
        Set<String> names = new LinkedHashSet<>(profiles.selector().names());
        profiles.functions().forEach(function -> names.remove(function.name()));
        return names.isEmpty() || profiles.selector().shared().isPresent()
                ? ""
                : "No event is called " + OneLine.of(String.join(" or ", names))
                        + "; a frame of call stacks or samples is no event, and its calls are not known\n\n";
    }

    private static String howToName(List<String> candidates) {
        String here = candidates.isEmpty() ? "" : ", here such as '" + namesOption(candidates) + "'";
        return "  Say which events are calls of functions by functions=names:NAME|NAME, in --options of 'stepprof functions' or"
                + " in " + FunctionProfileOptions.VARIABLE + OneLine.of(here)
                + ";\n  without it these are calls of ProfiledFunction, else steps, else modules, as far as they were recorded\n";
    }

    private static String namesOption(List<String> candidates) {
        return "functions=" + FunctionSelector.named(candidates.toArray(String[]::new));
    }

    private static boolean hasFrameworkOperations(FunctionProfile profile) {
        return profile.classes().stream().anyMatch(total -> total.layers().contains(Layer.NATIVE));
    }

    /**
     * {@return the text of one function}
     *
     * @param profile the profile
     * @param options how it is printed
     */
    public static String of(FunctionProfile profile, FunctionProfileOptions options) {
        StringBuilder out = new StringBuilder();
        append(out, profile, "", options);
        return out.toString();
    }

    private static void append(
            StringBuilder out, FunctionProfile profile, String memory, FunctionProfileOptions options) {
        appendSummary(out, profile);
        if (profile.operationNanos() > 0) {
            appendTables(out, profile, options);
        } else if (profile.calls().count() > 0) {
            out.append("No operation was recorded in these calls: give the profile a source of operations, such as")
                    .append(" TorchSource, use the agent, or open scopes\n\n");
        }
        if (!memory.isEmpty()) {
            out.append(memory).append('\n');
        }
        appendTips(out, profile);
    }

    private static void appendSummary(StringBuilder out, FunctionProfile profile) {
        CallTotals calls = profile.calls();
        String name = OneLine.of(profile.name());
        line(out, "Function profiling");
        line(out, "==================");
        line(out, "  Message: %s", name);
        line(out, "  Time in %d calls to %s: %es%s", calls.count(), name, calls.nanos() / 1e9, leftOut(calls));
        line(out, "  Time from the first to the last operation: %s", part(calls.spanNanos(), calls));
        line(out, "  Time in operations: %s", part(profile.operationNanos(), calls));
        line(out, "  Time between operations: %s", part(profile.betweenNanos(), calls));
        if (calls.count() > 1) {
            line(
                    out,
                    "  First call: %es, shortest: %es, longest: %es",
                    calls.firstNanos() / 1e9,
                    calls.minNanos() / 1e9,
                    calls.maxNanos() / 1e9);
        }
        CompileTime compile = profile.compile();
        if (compile.totalNanos() > 0) {
            line(out, "  Total compilation time: %es", compile.totalNanos() / 1e9);
            line(out, "    Graph building time: %s", recorded(compile.graphBuildingNanos()));
            line(out, "    Class loading time: %s", recorded(compile.classLoadingNanos()));
            line(out, "    Compiler time, concurrent with the calls: %s", recorded(compile.jitNanos()));
            line(out, "    Time to link native libraries: %s", recorded(compile.linkingNanos()));
        }
        line(out, "  Number of Apply nodes: %d", profile.nodeCount());
        out.append('\n');
    }

    /**
     * Formats a time; 0 may mean that it was not recorded: JVMs before 22 do not report the linking of native
     * libraries.
     */
    private static String recorded(long nanos) {
        return nanos == 0 ? "none recorded" : RankedTable.format("%es", nanos / 1e9);
    }

    private static String leftOut(CallTotals calls) {
        List<String> parts = new ArrayList<>();
        if (calls.ignored() > 0) {
            parts.add(Amount.count(calls.ignored(), "first call"));
        }
        if (calls.unfinished() > 0) {
            parts.add(Amount.count(calls.unfinished(), "call") + " without a known end");
        }
        return parts.isEmpty() ? "" : " (without " + String.join(" and ", parts) + ")";
    }

    private static String part(long nanos, CallTotals calls) {
        return RankedTable.format("%es (%.3f%%)", nanos / 1e9, calls.nanos() == 0 ? 0 : 100.0 * nanos / calls.nanos());
    }

    private static void appendTables(StringBuilder out, FunctionProfile profile, FunctionProfileOptions options) {
        int width = options.outputLineWidth();
        totals("Class", "Class", "Classes").appendTo(out, profile.classes(), options.nOps(), width);
        totals("Ops", "Op", "Ops").appendTo(out, profile.ops(), options.nOps(), width);
        applies(profile).appendTo(out, profile.appliesByTime(), options.nApply(), width);
        if (options.debugPrint()) {
            NodeLines.append(profile, out);
        }
    }

    private static RankedTable<OperationTotal> totals(String title, String singular, String plural) {
        return new RankedTable<>(title, singular, plural, OperationTotal::nanos, OperationTotal::name)
                .column("<time per call>", row -> perCall(row.nanos(), row.calls()))
                .column(
                        "<type>",
                        row -> Arrays.stream(Layer.values())
                                .filter(row.layers()::contains)
                                .map(Layer::text)
                                .collect(Collectors.joining(" ")))
                .column("<#call>", row -> RankedTable.format("%6d", row.calls()))
                .column("<#apply>", row -> RankedTable.format("%4d", row.applies()));
    }

    private static RankedTable<Apply> applies(FunctionProfile profile) {
        RankedTable<Apply> table = new RankedTable<>(
                        "Apply", "Apply", "Apply instances", Apply::nanos, FunctionReport::name)
                .column("<time per call>", row -> perCall(row.nanos(), row.calls()))
                .column("<#call>", row -> RankedTable.format("%6d", row.calls()))
                .column("<id>", row -> RankedTable.format("%3d", row.id()));
        if (profile.applies().stream().anyMatch(apply -> apply.flopCalls() > 0)) {
            table.column("<Mflops>", row -> flops(row, row.flops() / (double) (1 << 20) / row.flopCalls()))
                    .column(
                            "<Gflops/s>",
                            row -> flops(row, row.flops() / (double) (1 << 30) / (row.flopNanos() / 1e9)));
        }
        return table.details(FunctionReport::operands);
    }

    private static String perCall(long nanos, long calls) {
        return RankedTable.format("%8.2es", nanos / 1e9 / calls);
    }

    private static String flops(Apply apply, double figure) {
        return apply.flopCalls() > 0 && Double.isFinite(figure) ? RankedTable.format("%7.2f", figure) : "";
    }

    private static String name(Apply apply) {
        String name = apply.occurrence() < 0 ? apply.text() + " (further ones)" : apply.text();
        return apply.site().isEmpty() ? name : name + " at " + apply.site();
    }

    private static List<String> operands(Apply apply) {
        List<String> lines = new ArrayList<>();
        addOperands(lines, "input", apply.operation().signature().inputs());
        addOperands(lines, "output", apply.operation().signature().outputs());
        return lines;
    }

    private static void addOperands(List<String> lines, String role, List<Operand> operands) {
        for (int i = 0; i < operands.size(); i++) {
            Operand operand = operands.get(i);
            String value = switch (operand.kind()) {
                case NONE -> "";
                case TENSOR, TENSOR_LIST ->
                    "dtype=" + operand.elementType().name().toLowerCase(Locale.ROOT) + ", shape="
                            + operand.dimsText()
                            + (operand.strides().isEmpty() ? "" : ", strides=" + operand.stridesText());
                case SCALAR, SCALAR_LIST, OTHER -> operand.text().isEmpty() ? "" : "value=" + operand.text();
            };
            if (!value.isEmpty()) {
                lines.add(role + " " + i + ": " + value);
            }
        }
    }

    private static void appendTips(StringBuilder out, FunctionProfile profile) {
        line(out, "Tips");
        line(out, "----");
        List<String> tips = Arrays.stream(Tip.values())
                .flatMap(tip -> tip.on(profile).stream())
                .toList();
        tips.forEach(tip -> line(out, "  - %s", OneLine.of(tip)));
        if (tips.isEmpty()) {
            line(out, "  None of the %d rules has found anything.", Tip.values().length);
        }
        out.append('\n');
    }

    private static void appendGlobal(StringBuilder out, FunctionProfiles profiles) {
        FunctionProfile sum = profiles.sum("");
        line(out, "Global stats");
        line(out, "------------");
        ProcessHandle.current()
                .info()
                .startInstant()
                .map(start -> Duration.between(start, Instant.now()))
                .ifPresent(time -> line(out, "  Time since the process started: %.3fs", time.toMillis() / 1e3));
        line(
                out,
                "  Time in the recorded calls of all functions: %.3fs",
                sum.calls().nanos() / 1e9);
        line(out, "  Compilation time of all functions: %.3fs", sum.compile().totalNanos() / 1e9);
        out.append('\n');
    }

    private static void line(StringBuilder out, String format, Object... values) {
        out.append(RankedTable.format(format, values)).append('\n');
    }
}
