package io.stepprofiler.handlers.pprof;

import io.stepprofiler.export.ExportMeter;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceExporter;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Set;

/**
 * Writes profiles for <a href="https://github.com/google/pprof">pprof</a>, {@code .pb.gz}: the totals of a trace by
 * call path. {@code go tool pprof -http=: trace.pb.gz} draws them; speedscope, Grafana Pyroscope and others read them.
 *
 * <p>One profile has several sample types, of which tools show one at a time. Types without values in the trace are
 * left out, except for the first two:
 *
 * <table>
 * <caption>Sample types</caption>
 * <tr><th>type</th><th>unit</th><th>content</th></tr>
 * <tr><td>{@code time}, the default</td><td>nanoseconds</td><td>self time of the events on threads; pprof adds up the
 * total time</td></tr>
 * <tr><td>{@code events}</td><td>count</td><td>events on threads</td></tr>
 * <tr><td>{@code device_time}</td><td>nanoseconds</td><td>work on devices, inside the event that caused it</td></tr>
 * <tr><td>{@code samples}</td><td>count</td><td>samples of processor time, or else of running threads</td></tr>
 * <tr><td>{@code cpu}</td><td>nanoseconds</td><td>processor time that samples of it stand for</td></tr>
 * <tr><td>{@code sampled_time}</td><td>nanoseconds</td><td>time that samples of running Java and native code stand
 * for</td></tr>
 * <tr><td>{@code java_alloc_space}</td><td>bytes</td><td>Java objects that samples of their allocation stand
 * for</td></tr>
 * <tr><td>{@code alloc_objects}, {@code alloc_space}</td><td>count, bytes</td><td>allocations among the memory
 * events</td></tr>
 * <tr><td>{@code inuse_objects}, {@code inuse_space}</td><td>count, bytes</td><td>allocations that are not freed in the
 * window</td></tr>
 * </table>
 *
 * <p>A stack has the names of the enclosing events; samples and memory events add their recorded call stack with its
 * lines. Call stacks of events themselves are not written. Labels are {@code thread}, or the stream of device work
 * without a known cause, and for memory {@code device}: {@code -tagfocus} selects by them, {@code -tagroot thread}
 * shows them as frames. Steps are left out, so that the same work in different steps adds up. Events without an end,
 * lanes of sources and counters are left out, too. The trace's id and its account of losses are comments, which pprof
 * prints above its tables; metadata is left out.
 *
 * <p>The same trace gives the same bytes. Safe on any thread. Time is linear in the events, times the number of sample
 * types; memory is some tens of bytes for each event of the largest thread, and a hundred for each distinct stack.
 *
 * @see <a href="https://github.com/google/pprof/blob/main/proto/README.md">the format</a>
 */
public final class PprofExporter implements TraceExporter {
    private static final String XSPACE = ".xplane.pb.gz";

    /** An exporter; it has no state. */
    public PprofExporter() {}

    @Override
    public Set<String> suffixes() {
        return Set.of(".pb.gz");
    }

    /**
     * Writes the whole file.
     *
     * @throws IllegalArgumentException if {@code fileName} ends in {@code .xplane.pb.gz}, which no tool can read
     * @throws IOException if {@code out} fails
     */
    @Override
    public void export(Trace trace, String fileName, OutputStream out, ExportMeter meter) throws IOException {
        if (fileName.endsWith(XSPACE)) {
            throw new IllegalArgumentException("file = " + fileName + " is not allowed: .pb.gz is a profile for pprof,"
                    + " and XProf reads no compressed files; leave .gz or .xplane out");
        }
        List<SampleType> types =
                SampleType.ALL.stream().filter(type -> type.isIn().test(trace)).toList();
        ProfileWriter.write(out, profile -> {
            profile.samples(types, trace, new SampleStacks(trace));
            profile.number(PprofFields.PROFILE_TIME_NANOS, trace.start().epochNanos());
            profile.number(
                    PprofFields.PROFILE_DURATION_NANOS,
                    trace.end().monotonicNanos() - trace.start().monotonicNanos());
            // The period is 1, because every nanosecond is counted.
            SampleType first = types.get(0);
            profile.valueType(PprofFields.PROFILE_PERIOD_TYPE, first.type(), first.unit());
            profile.number(PprofFields.PROFILE_PERIOD, 1);
            profile.text(PprofFields.PROFILE_DEFAULT_SAMPLE_TYPE, first.type());
            ProfileComments.write(trace, profile);
        });
    }
}
