package io.stepprofiler.handlers.stacks;

import io.stepprofiler.analysis.stacktree.StackTree;
import io.stepprofiler.analysis.stacktree.StackValues;
import io.stepprofiler.export.TraceFile;
import io.stepprofiler.handlers.output.SafeText;
import io.stepprofiler.handlers.stacks.StackMetric.StackFrames;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Writes stacks in the collapsed form that flame graph tools read: {@code flamegraph.pl}, async-profiler's converter,
 * speedscope.
 *
 * <p>Each line is a stack, its frames from the outermost to the innermost with {@code ;} between them, then a space and
 * a positive whole number: the metric's value for exactly this stack. White space, control characters and {@code ;} in
 * a frame become {@code _}. Methods are {@code package/Class.method}, without lines. Differences from {@code
 * torch.profiler}'s {@code export_stacks}:
 *
 * <ul>
 *   <li>Each stack has one line, where torch writes one for each event: the tools add equal lines up anyway, and files
 *       get much smaller. Values are rounded down after they have been added up, not before.
 *   <li>The innermost frame is the name of the event, or the method of a sample.
 *   <li>A trace without stacks is refused, whereas torch writes an empty file; {@link StackFrames#SCOPES} needs no
 *       stacks. A metric of samples gives an empty file for a trace without samples.
 * </ul>
 *
 * <p>Events without an end are left out, since their durations are unknown; events inside them count. They are no
 * frames around samples either.
 *
 * <p>Safe on any thread. Time is linear in the events; memory is some tens of bytes for each event of the largest
 * thread and for each distinct stack.
 *
 * @see <a href="https://github.com/brendangregg/FlameGraph#2-fold-stacks">the format</a>
 */
public final class CollapsedStacks {
    private CollapsedStacks() {}

    /**
     * Account of a file of collapsed stacks. The total, the part without a stack and the part rounded off add up to the
     * metric's value for the trace, apart from fractions. Times are in microseconds.
     *
     * @param stacks number of lines
     * @param total sum of the numbers in them
     * @param withoutStack value of events and samples without a stack, which have no line
     * @param roundedOff value lost by rounding down, including stacks with less than 1, which have no line
     * @param unfinished number of events without an end in the trace, which are left out
     */
    public record Written(int stacks, long total, long withoutStack, long roundedOff, long unfinished) {}

    /**
     * Writes the recorded call stacks: the same as {@link #export(Trace, Path, StackMetric, StackFrames)} with
     * {@link StackFrames#CALLS}.
     *
     * @param trace the trace
     * @param file the file to write, whole or not at all; its directory is created, an older file replaced
     * @param metric metric of the numbers
     * @return the account of the file
     * @throws IllegalArgumentException if the metric counts events and the trace has no call stacks
     * @throws IOException if the file cannot be written
     */
    public static Written export(Trace trace, Path file, StackMetric metric) throws IOException {
        return export(trace, file, metric, StackFrames.CALLS);
    }

    /**
     * Writes stacks.
     *
     * @param trace the trace
     * @param file the file to write, whole or not at all; its directory is created, an older file replaced
     * @param metric metric of the numbers
     * @param frames kind of the frames
     * @return the account of the file
     * @throws IllegalArgumentException if {@code frames} is {@link StackFrames#CALLS}, the metric counts events, and
     *     the trace has no call stacks
     * @throws IOException if the file cannot be written
     */
    public static Written export(Trace trace, Path file, StackMetric metric, StackFrames frames) throws IOException {
        // A window may be too short for a sample; then its file is empty.
        if (frames == StackFrames.CALLS && !metric.isOfSamples() && !hasStacks(trace)) {
            throw new IllegalArgumentException(
                    "frames = CALLS is not allowed: the trace has no call stacks; record with"
                            + " withStack(true), or export StackFrames.SCOPES, which needs none");
        }
        FrameTable table = new FrameTable(trace);
        StackTree tree = new StackTree();
        StackValues values = frames.values(trace, table, tree);
        metric.addTo(values, trace);
        List<String> texts = texts(table);
        TraceFile.replace(file, out -> write(tree, texts, metric.divisor(), out));
        return written(tree, values.withoutStack(), metric.divisor(), unfinished(trace));
    }

    private static boolean hasStacks(Trace trace) {
        // The only stacks may be those recorded for allocations.
        return trace.stackCount() > 0 || trace.tracks().stream().anyMatch(Track::hasStacks);
    }

    private static void write(StackTree tree, List<String> texts, long divisor, OutputStream out) throws IOException {
        Writer lines = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
        for (int node = 0; node < tree.size(); node++) {
            long value = tree.value(node) / divisor;
            if (value > 0) {
                char before = 0;
                for (int frame : tree.path(node)) {
                    if (before != 0) {
                        lines.write(before);
                    }
                    lines.write(texts.get(frame));
                    before = ';';
                }
                lines.write(' ');
                lines.write(Long.toString(value));
                lines.write('\n');
            }
        }
        lines.flush();
    }

    private static Written written(StackTree tree, long withoutStack, long divisor, long unfinished) {
        int stacks = 0;
        long total = 0;
        long all = 0;
        for (int node = 0; node < tree.size(); node++) {
            long value = tree.value(node) / divisor;
            stacks += value > 0 ? 1 : 0;
            total += value;
            all += tree.value(node);
        }
        return new Written(stacks, total, withoutStack / divisor, all / divisor - total, unfinished);
    }

    private static long unfinished(Trace trace) {
        return trace.tracks().stream()
                .mapToLong(track -> IntStream.range(0, track.size())
                        .filter(track::isUnfinished)
                        .count())
                .sum();
    }

    private static List<String> texts(FrameTable table) {
        List<String> texts = new ArrayList<>();
        table.all().forEach(frame -> texts.add(text(frame)));
        return texts;
    }

    /** Replaces separators: tools end a stack at the last space, and recognize several line terminators. */
    private static String text(String frame) {
        StringBuilder text = new StringBuilder(frame.length());
        SafeText.of(frame).chars().forEach(c -> text.append(separates((char) c) ? '_' : (char) c));
        return text.length() == 0 ? "_" : text.toString();
    }

    private static boolean separates(char c) {
        return c == ';' || Character.isWhitespace(c) || Character.isSpaceChar(c) || Character.isISOControl(c);
    }
}
