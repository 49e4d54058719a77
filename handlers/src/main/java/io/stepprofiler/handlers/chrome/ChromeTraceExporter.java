package io.stepprofiler.handlers.chrome;

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
 * Writes traces as Chrome trace JSON, the format of {@code torch.profiler}: {@code .json}, or {@code .json.gz}
 * compressed.
 *
 * <p>Perfetto, {@code chrome://tracing}, TensorBoard's PyTorch profiler plugin and HTA read it. Everything in a trace
 * is written as torch writes it, except for outputs of operations and addresses of tensors, for which torch has no
 * place. Differences from torch, with reasons:
 *
 * <ul>
 *   <li>Scopes have the category {@code cpu_op}, because the plugin's operator view leaves {@code user_annotation} out;
 *       steps, waiting for data, and {@code Optimizer.step#} and {@code Optimizer.zero_grad#} are {@code
 *       user_annotation}s. An event on a device that is named like one of these has the category {@code user_scope}.
 *   <li>Scopes that are named like Python functions in files of torch, {@code file.py(12): f}, become {@code
 *       python_function}s again; their parent is the module around them.
 *   <li>An event that is no step but has a name that begins with {@code ProfilerStep} is written as {@code (scope)
 *       ProfilerStep…}, because HTA and the plugin go by the name alone. Scopes on streams named {@code ProfilerStep#7}
 *       are steps shown there, and keep their names.
 *   <li>The values of counters have no name of their own, so that Perfetto shows the counter's.
 *   <li>{@code External id} and {@code Record function id} are the event's {@link Trace#eventId}, the same in all files
 *       of a trace; {@code Ev Idx} is one less. Calls of a device's runtime, and the work that they cause on a device,
 *       have the {@code External id} of the operation around the call, or 0 if there is none: viewers charge the work
 *       to it. TensorBoard's plugin charges only work caused by such calls.
 *   <li>Modules are {@code nn.Module: Type_k}, where {@code k} counts the modules of a type in the whole trace; {@code
 *       Module path} and, for events inside one, {@code Module Hierarchy} have the paths. Their {@code Python id} is
 *       the id of the event, {@code Python thread} the number of the track.
 *   <li>Frames of call stacks are {@code path/File.java(line): Class.method}, innermost first. Semicolons, control
 *       characters, and colons in names of classes and methods become underscores: viewers split at them.
 *   <li>The tensors of a communicated list are written as if they were single inputs, because the plugin fails on lists
 *       there. {@code Input Strides} is left out if no input has any, {@code Overload Name} and {@code FLOPs} are
 *       written if they were stated. Shapes are written whole, however many dimensions they have.
 *   <li>Memory events have the argument {@code Category} if it was stated; memory events that only state a category are
 *       not written themselves. Torch's argument {@code finished}, an accident, is left out.
 *   <li>Samples of call stacks are {@code samples} and {@code stackFrames} at the end of the file, which the viewer of
 *       {@code chrome://tracing} and of TensorBoard sums up for a selection; Perfetto ignores them. Their {@code
 *       weight} is in nanoseconds, in bytes for samples named {@code allocation}.
 *   <li>Waits of threads have the category {@code jvm_wait}, activity of the virtual machine {@code jvm}: no viewer
 *       takes them for operations.
 *   <li>A marker is an instant ({@code i}) whose {@code s} is its scope: {@code g}, {@code p} or {@code t}. A task or a
 *       frame is an asynchronous span ({@code b} and {@code e}) that has the id of the event, as {@code id2} of the
 *       process, so that readers join the right ends whatever overlaps; it is on the row of the thread on which it
 *       began. Their category is the domain, followed by {@code ,frame} for a frame, or without a domain {@code
 *       marker}, {@code task} or {@code frame}; {@code Domain} is an argument, too. A counter of a domain has the
 *       domain as its category, as in MXNet, and as its id, because viewers identify counters by name and id.
 *   <li>A marker called {@code [memory]} is written as {@code (marker) [memory]}, because the plugin takes any instant
 *       of that name for an allocation.
 *   <li>A forward operation has one arrow, with an end at each of its backward operations.
 *   <li>Streams of GPUs are processes whose pid is the number of the GPU. If the recorded process itself has that pid,
 *       as it may in a container, 2^22 is added to its own. GPUs from 64 on, on which the plugin fails, are lanes of
 *       the process. Events there other than kernels, copies and memory sets have no {@code stream}, so that HTA does
 *       not take them for work; work without a {@code correlation} has -1. {@code deviceProperties} is the metadata
 *       entry of that key if it is a list of objects, with Kineto's keys, else empty.
 *   <li>Scopes and steps are shown on streams, too, as {@code gpu_user_annotation}: from the first to the last work
 *       that was launched inside, with the id of the scope or step. They include work launched in inner scopes, which
 *       Kineto leaves out. In files for TensorBoard's plugin, {@code .pt.trace.json}, their category is {@code
 *       user_scope}: the plugin would count each step once more for each stream. Synchronisation is {@code cuda_sync}
 *       on rows {@code stream 7 (sync)}, as Kineto has them.
 *   <li>The memory of a GPU is a counter of its process; it is derived from the memory events, and our readers skip it.
 *   <li>The tid of an event is the id of its thread, or the number of its stream. Viewers drop an event that overlaps
 *       another one on its tid partially. Such events, events that ended on another thread, scopes that were forgotten
 *       open, and steps that scopes extend across go to rows of their own, named after the thread: {@code main
 *       (overlapping)}, {@code main (async)}, {@code main (unfinished)}, {@code main (waits)}, {@code main (steps)}.
 *       The tids of these rows and of lanes count from 2^30; threads with ids from 2^30 on, as in imported traces, have
 *       tids from 3 · 2^29 on. Perfetto reads 32 bits.
 *   <li>More than eight unnamed virtual threads without steps share rows, {@code virtual threads (2000) lane 3}, one
 *       thread at a time from its first event to its last: as many rows as threads that are active at once. The account
 *       has the numbers of these threads and of their lanes.
 *   <li>{@code unfinished}, {@code async} and {@code shortened ns} among the arguments of an event mean that its end is
 *       not known, that it ended on another thread, and that its duration is shortened by that number: mostly one, if
 *       it ends with its parent or at the start of the next event, since viewers would otherwise see them overlap by a
 *       rounding error. User arguments with one of our names are prefixed with {@code user_}.
 *   <li>A track has at most 1024 rows of a kind; events that would need more, such as a hundred thousand scopes
 *       forgotten open, are in one more row without their duration, which is then in {@code shortened ns}.
 *   <li>{@code stepProfiler} at the top is the account of losses, with the counter samples that are left out because
 *       they are not finite numbers, and the durations that are left out.
 * </ul>
 *
 * <p>Times are microseconds with three decimals, exact to the nanosecond, since {@code baseTimeNanoseconds}. The file
 * is valid JSON in UTF-8 whatever names and values are; half surrogate pairs become U+FFFD. Metadata that is not valid
 * JSON, or nested more than 100 levels, is written as a string, with a warning.
 *
 * <p>Safe on any thread. docs/PERFORMANCE.md lists its costs. Memory is some ten megabytes, the distinct names,
 * signatures and call stacks as text, and two bytes an event of threads where events touch; some 100 bytes for each
 * sequence number, each correlation, each memory event and each distinct frame of samples. Compression uses up to four
 * daemon threads of the lowest priority, which end with the call.
 */
public final class ChromeTraceExporter implements TraceExporter {
    /** An exporter; it has no state. */
    public ChromeTraceExporter() {}

    @Override
    public Set<String> suffixes() {
        return Set.of(".json", ".json.gz");
    }

    /**
     * Writes the whole file; compressed if {@code fileName} ends in {@code .gz}.
     *
     * @throws IOException if {@code out} fails, or an {@link java.io.InterruptedIOException} if the thread is
     *     interrupted while it waits for the compression
     */
    @Override
    public void export(Trace trace, String fileName, OutputStream out, ExportMeter meter) throws IOException {
        try (Blocks blocks = fileName.endsWith(".gz") ? new DeflatedBlocks(out) : new PlainBlocks(out)) {
            new ChromeTraceWriter(trace, fileName, blocks, meter).write();
        }
    }
}
