package io.stepprofiler.handlers.perfetto;

import io.stepprofiler.export.ExportMeter;
import io.stepprofiler.handlers.output.Blocks;
import io.stepprofiler.handlers.output.DeflatedBlocks;
import io.stepprofiler.handlers.output.PlainBlocks;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceExporter;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Set;

/**
 * Writes traces in Perfetto's own format, for <a href="https://ui.perfetto.dev">its viewer</a> and its trace processor:
 * {@code .pftrace} or {@code .pftrace.gz}, compressed by gzip, which both read; {@code .perfetto-trace}, not
 * compressed, for other readers.
 *
 * <p>Files are several times smaller than Chrome trace JSON, and times are whole nanoseconds, which need no rounding.
 * Mapping of a trace to the format:
 *
 * <ul>
 *   <li>Threads are threads, numbered by their Java ids, or from 3 · 2^29 where these have more than 30 bits;
 *       lanes are tracks of the process, streams tracks below one for
 *       their device.
 *   <li>More than eight unnamed virtual threads without steps are tracks of one name, {@code virtual threads (2000)},
 *       which viewers show as one, as many as threads that are active at once; the annotation {@code Thread} of their
 *       events names the thread, and the account has the numbers of threads and of tracks.
 *   <li>Events are slices: a packet where they begin and one where they end. Events of any kind but a scope have the
 *       kind as their category: {@code module}, {@code communication}, {@code kernel} and so on.
 *   <li>Scopes and steps are shown on streams, too, on tracks {@code stream 7 (annotations)} with the category {@code
 *       annotation}: from the first to the last work that was launched inside. They are derived from the rest of the
 *       trace, and our readers skip them.
 *   <li>Steps have a track of their own next to their thread, {@code main (steps)}. Events that overlap others
 *       partially, that ended on another thread, and waits and scopes forgotten open that do not nest, have further
 *       tracks, named as in {@linkplain io.stepprofiler.handlers.chrome.ChromeTraceExporter Chrome traces}. Beyond 1024
 *       of a kind, events are written without their duration, which is then their argument {@code shortened ns}.
 *   <li>An event whose end is not known ends where the trace has it end, mostly with the window, and has the argument
 *       {@code unfinished}. Perfetto would draw a slice without an end, too, but takes the end of the next outer event
 *       for its own.
 *   <li>Arguments, shapes, call stacks, correlations, sequence numbers and types of modules are debug annotations under
 *       the names that they have in Chrome traces; {@code Output type} and {@code Output Dims} are further ones.
 *       Arguments of the user with the name of one of these are prefixed with {@code user_}.
 *   <li>A marker is an instant on the track of its thread, of the process, or on one called {@code Global markers}.
 *       Tasks and frames are slices on tracks of their name, which are below their domain and shown as one, as many as
 *       overlap on the thread where they began. This thread is their annotation {@code Thread}; {@code Domain} is
 *       another one. A counter of a domain is below the domain.
 *   <li>Launches and the work they cause, and forward operations and their backward ones, are connected by flows. A
 *       flow with several ends goes through them in the order of time.
 *   <li>Counters are counter tracks; the memory of each device is one of allocated and one of reserved bytes. Samples
 *       that are not finite are left out and counted.
 *   <li>The trace's id, the rank, the account of losses, the numbers of left-out items, the recorded options, and
 *       metadata as text are the arguments of an instant called {@code Step Profiler} on the track of the process, at
 *       the start of the window.
 * </ul>
 *
 * <p>Left out are samples of call stacks, which are counted in the account; addresses, sizes and call stacks of single
 * memory events; addresses of tensors; and ids of events.
 *
 * <p>Times are on the monotonic clock, exact to the nanosecond, and tied to the wall clock at both ends of the window,
 * which Perfetto needs to show the time of day and to align files of several machines. Its viewer draws a row {@code
 * Clock Snapshots} for that, with marks at the start of the file and at both ends of the window. They also allow times
 * as distances, without which files would be two and a half times as large. Perfetto drops events before time 0: if
 * there are any, all times are moved to begin at 0, and the account gives the offset. Half surrogate pairs in texts
 * become U+FFFD. The same trace gives the same bytes.
 *
 * <p>An event without arguments takes 20 bytes before compression, one or more for each of its two times, which are
 * written as distances from the one before, and one more for its name if it is not among the first 127; about a quarter
 * of that after. Safe on any thread. Memory is some ten megabytes, the distinct names, signatures and call stacks as
 * text, and the open events of each row; 8 bytes more an event on threads with sequence numbers, and some 100 for each
 * sequence number and each correlation. Compression uses up to four daemon threads, which end with the call.
 *
 * @see <a href="https://perfetto.dev/docs/reference/synthetic-track-event">Perfetto, "Writing TrackEvent
 *     protos synthetically"</a>
 */
public final class PerfettoExporter implements TraceExporter {
    private static final String PLAIN = ".perfetto-trace";

    /** An exporter; it has no state. */
    public PerfettoExporter() {}

    @Override
    public Set<String> suffixes() {
        return Set.of(".pftrace", ".pftrace.gz", PLAIN);
    }

    /**
     * Writes the whole file; the ending of {@code fileName} says how it is compressed.
     *
     * @throws IOException if {@code out} fails, or an {@link java.io.InterruptedIOException} if the thread is
     *     interrupted while it waits for the compression
     */
    @Override
    public void export(Trace trace, String fileName, OutputStream out, ExportMeter meter) throws IOException {
        try (Blocks blocks = blocks(fileName, out)) {
            Packets packets = new Packets(blocks);
            new PerfettoDocument(trace, trace.process(), Clocks.of(trace), packets, meter).write();
            packets.finish();
        }
    }

    static Blocks blocks(String fileName, OutputStream out) {
        return fileName.endsWith(PLAIN) ? new PlainBlocks(out) : new DeflatedBlocks(out);
    }
}
