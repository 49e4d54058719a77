package io.stepprofiler.handlers.xplane;

import io.stepprofiler.export.ExportMeter;
import io.stepprofiler.handlers.output.Blocks;
import io.stepprofiler.handlers.output.PlainBlocks;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceExporter;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes traces as XSpace, {@code .xplane.pb}, for <a href="https://openxla.org/xprof">XProf</a>, TensorBoard's Profile
 * plugin and JAX's {@code ProfileData}. The tools find a file only in a directory that {@link XProfHandler} creates.
 *
 * <p>Mapping of a trace to the format:
 *
 * <ul>
 *   <li>Threads and lanes are lines of the plane {@code /host:CPU}, devices planes {@code /device:GPU:0} whose lines
 *       are their streams. A thread's line has the id of the thread if that is below 2^30, else an id from 3 · 2^29 on;
 *       other lines have ids between these. Lanes of virtual threads have lines of one id, one after the other for each
 *       thread. Events that overlap others partially have further lines, named as in
 *       {@linkplain io.stepprofiler.handlers.chrome.ChromeTraceExporter Chrome traces}.
 *   <li>Steps are events {@code ProfilerStep}, or of the name of their {@code StepScope} if that has
 *       the argument {@code step_num}, with the stats {@code _r} and {@code step_num}. Tools assign to a step the
 *       events inside it on its line, backward operations on other threads, and work on devices that was launched
 *       there.
 *   <li>Events have the names that they have in the trace, as annotations of JAX have in its files; events with an
 *       argument {@code long_name} have that, and viewers show their own name. The stat {@code tf_op} names the
 *       operation for which tools count a scope, a module or communication, {@code encoder/layer/0/aten.mm:mm}: the
 *       modules around, the name, and its last part as the type. It is left out if the name has that form already, as
 *       {@code scope/Add:AddV2}, or the event has an argument {@code tf_op}. Only loading of data is renamed, to {@code
 *       IteratorGetNext}, from which tools compute how long steps wait for input. Waits and activity of the virtual
 *       machine and the profiler are no operations. As in JAX, a scope whose name begins with {@code train}, {@code
 *       test} or {@code TraceContext} and has no slash is taken for a step marker: without a device, its time between
 *       the scopes inside it does not count as the host's computing.
 *   <li>Shapes, types, FLOPs, modules, and call stacks are stats of the metadata that events of one kind share;
 *       arguments, sequence numbers and the like are stats of the event. Arguments named like a stat that tools
 *       interpret are prefixed with {@code user_}.
 *   <li>Allocations are events {@code MemoryAllocation} and {@code MemoryDeallocation} on the line of their thread.
 *       Counters, and the memory of each device, are lines {@code _counters_}; values that are not finite are left out
 *       and counted.
 *   <li>Markers, tasks and frames are on lines of their own, named after the thread on which they began, {@code main
 *       (markers)}, {@code main (tasks)}, {@code main (frames)}, as many as overlap, under names that no tool takes for
 *       an operation or a step. {@code Domain} and {@code Scope} of markers are stats. A counter of a domain has the
 *       domain before its name, and as the display name of its line.
 *   <li>Samples of call stacks are events without duration on a line {@code main (samples)}.
 *   <li>Launches and the work they cause, and forward operations and their backward ones, are connected by flows.
 *   <li>Losses are errors of the file, other anomalies warnings: XProf's overview shows both. The time of day, the
 *       trace's id, the rank, the account of losses, the recorded options and metadata are stats of the plane {@code
 *       Task Environment}.
 * </ul>
 *
 * <p>Left out are addresses of tensors, call stacks and categories of single memory events but for the region, and ids
 * of events. Times are picoseconds since the first event, exact; an {@link IOException} is thrown if they are more than
 * 106 days apart. The same trace gives the same bytes.
 *
 * <p>An event without arguments takes 20 to 27 bytes. Lengths precede contents, so the trace is encoded twice; nothing
 * is written if the file would be longer than 2 GB, the limit of readers. Safe on any thread. Memory is as for Perfetto
 * files; 6 bytes more an event on threads whose events overlap partially, and 12 a memory event.
 *
 * @see <a href="https://github.com/google/tsl/blob/main/tsl/profiler/protobuf/xplane.proto">xplane.proto</a>
 */
public final class XPlaneExporter implements TraceExporter {
    static final String SUFFIX = ".xplane.pb";

    private final long limit;
    private final @Nullable String host;

    /** An exporter; it has no state. */
    public XPlaneExporter() {
        this(Integer.MAX_VALUE);
    }

    /** An exporter of files of at most {@code limit} bytes. */
    XPlaneExporter(long limit) {
        this(limit, null);
    }

    private XPlaneExporter(long limit, @Nullable String host) {
        this.limit = limit;
        this.host = host;
    }

    /** Returns this exporter with another name for the host than the trace has. */
    XPlaneExporter withHost(String name) {
        return new XPlaneExporter(limit, name);
    }

    @Override
    public Set<String> suffixes() {
        return Set.of(SUFFIX);
    }

    /**
     * Writes the whole file.
     *
     * @throws IOException if {@code out} fails; before anything is written, if the file would be longer than 2 GB or
     *     times are more than 106 days apart
     */
    @Override
    public void export(Trace trace, String fileName, OutputStream out, ExportMeter meter) throws IOException {
        List<Long> lengths = new ArrayList<>();
        Contents contents = new Contents(trace, host == null ? trace.process().host() : host);
        // E8: the first pass computes the lengths, which precede contents.
        long bytes = count(contents, lengths);
        if (bytes > limit) {
            throw new IOException(
                    "The trace would become a file of " + bytes + " bytes, and readers of " + SUFFIX
                            + " take no more than " + limit
                            + ": record fewer active steps in a window, keep fewer steps in a history, or write a Chrome trace");
        }
        try (Blocks blocks = new PlainBlocks(out)) {
            // E9: no program: a made-up one would show costs that no device had.
            contents.write(MessageStream.writing(lengths, blocks), meter);
        }
    }

    private static long count(Contents contents, List<Long> lengths) throws IOException {
        MessageStream counting = MessageStream.counting(lengths);
        contents.write(counting, ExportMeter.none());
        return counting.position();
    }
}
