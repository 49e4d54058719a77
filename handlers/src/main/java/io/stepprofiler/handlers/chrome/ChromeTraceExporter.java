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
 * <p>Perfetto, {@code chrome://tracing}, TensorBoard's PyTorch profiler plugin and HTA read it. Everything that a trace
 * holds is written as torch writes it, but for outputs of operations and addresses of tensors, for which torch has no
 * place. What differs from torch, and why:
 *
 * <ul>
 *   <li>Scopes have the category {@code cpu_op}, because the plugin's operator view leaves {@code user_annotation} out;
 *       steps, waiting for data, and {@code Optimizer.step#} and {@code Optimizer.zero_grad#} are
 *       {@code user_annotation}s. What is on a device and named like one of these has the category {@code user_scope}.
 *   <li>Scopes that are called like functions of Python in files of torch, {@code file.py(12): f}, are {@code
 *       python_function}s again, whose parent is the module around them.
 *   <li>What is no step and has a name that begins with {@code ProfilerStep} is written as {@code (scope)
 *       ProfilerStep…}: HTA and the plugin go by the name alone. Scopes on streams that are called {@code
 *       ProfilerStep#7} are steps that are shown there, and keep their names.
 *   <li>The values of counters have no name of their own, so that Perfetto shows the counter's.
 *   <li>{@code External id} and {@code Record function id} are the id that {@link Trace#eventId} has for the event, in
 *       all files of a trace; {@code Ev Idx} is one less. Calls of a device's runtime have as {@code External id} that
 *       of the operation around them, 0 if there is none, and so has what they cause on a device: viewers charge the
 *       work to it. TensorBoard's plugin charges what is caused by such calls only.
 *   <li>Modules are {@code nn.Module: Type_k}, where {@code k} counts the modules of a type in the whole trace;
 *       {@code Module path} and, for what is inside one, {@code Module Hierarchy} have the paths. Their
 *       {@code Python id} is the id of the event, {@code Python thread} the number of the track.
 *   <li>Frames of call stacks are {@code path/File.java(line): Class.method}, innermost first. Semicolons, control
 *       characters, and colons in names of classes and methods become underscores: viewers split at them.
 *   <li>The tensors of a list that is communicated are written as if they were single inputs, because the plugin fails
 *       on lists there. {@code Input Strides} is left out if no input has any, {@code Overload Name} and {@code FLOPs}
 *       are there if they were stated. Shapes are written whole, however many dimensions they have.
 *   <li>Memory events have the argument {@code Category} if it was stated; what states it without
 *       allocating or freeing is not written itself. The argument {@code finished} of torch, an accident, is not there.
 *   <li>Samples of call stacks are {@code samples} and {@code stackFrames} at the end of the file, which the viewer of
 *       {@code chrome://tracing} and of TensorBoard sums up for a selection; Perfetto passes over them. Their
 *       {@code weight} is in nanoseconds, in bytes for those called {@code allocation}.
 *   <li>Waits of threads have the category {@code jvm_wait}, what the virtual machine does {@code jvm}: no viewer takes
 *       them for operations.
 *   <li>A marker is an instant ({@code i}) whose {@code s} is its scope: {@code g}, {@code p} or {@code t}. A task or a
 *       frame is an asynchronous span ({@code b} and {@code e}) that has the id of the event, as {@code id2} of the
 *       process, so that readers join the right ends whatever overlaps; its row is that of the thread on which it
 *       began. Their category is the domain, of a frame with {@code ,frame} behind it, else {@code marker}, {@code
 *       task} or {@code frame}; {@code Domain} is an argument, too. A
 *       counter of a domain has the domain as its category, and before its name, by which alone viewers know it.
 *   <li>A marker called {@code [memory]} is written as {@code (marker) [memory]}, because the plugin takes any of that
 *       name for an allocation.
 *   <li>The arrow from a forward operation is one, with an end at each of its backward operations.
 *   <li>Streams of GPUs are processes whose pid is the number of the GPU. If the recorded process itself has that pid,
 *       as it may in a container, 2^22 is added to its own. GPUs from 64 on, on which the plugin fails, are lanes of
 *       the process. What is neither a kernel, a copy nor a filling of memory has no {@code stream} there, so that HTA
 *       does not take it for work; work without a {@code correlation} has -1. {@code deviceProperties} is the metadata
 *       entry of that key if it is a list of objects, in the words of Kineto, else empty.
 *   <li>Scopes and steps are shown on streams, too, as {@code gpu_user_annotation}: from the first to the last work
 *       that was launched inside, with the id of the scope or step; whole, where Kineto has what was launched in no inner
 *       one only. In files for TensorBoard's plugin, {@code .pt.trace.json}, their category is {@code user_scope}: the
 *       plugin would count each step once more for each stream. Synchronisation is {@code cuda_sync} on rows {@code
 *       stream 7 (sync)}, as Kineto has them.
 *   <li>The memory of a GPU is a counter of its process; it follows from the rest of the trace, and readers of ours
 *       leave it out.
 *   <li>The tid of an event is the id of its thread, or the number of its stream. Viewers drop an event that overlaps
 *       another one on its tid partially. Such events, those that ended on another thread, scopes that were forgotten
 *       open, and steps that scopes reach across go to rows of their own, named after the thread:
 *       {@code main (overlapping)}, {@code main (async)}, {@code main (unfinished)}, {@code main (waits)},
 *       {@code main (steps)}. Their tids
 *       count from 2^30, and so do those of lanes; those of threads whose ids are not below that, as in imported traces,
 *       count from 3 · 2^29. Perfetto reads 32 bits.
 *   <li>{@code unfinished}, {@code async} and {@code shortened ns} among the arguments of an event say that its end is
 *       not known, that it ended on another thread, and that its duration is written shorter by so many nanoseconds:
 *       mostly one, where it ends with its parent or where the next one begins, since viewers would otherwise see them
 *       overlap by a rounding error. Arguments of the user with the name of one of ours are prefixed with {@code
 *       user_}.
 *   <li>A track has at most 1024 rows of a kind; what would need more, such as scopes forgotten open by the hundred
 *       thousand, is in one more row without its duration, which is then in {@code shortened ns}.
 *   <li>{@code stepProfiler} at the top is the account of losses, with the counter samples that are left out because
 *       they are not finite numbers, and the durations that are left out.
 * </ul>
 *
 * <p>Times are microseconds with three decimals, exact to the nanosecond, since {@code baseTimeNanoseconds}. The file
 * is valid JSON in UTF-8 whatever names and values are; half surrogate pairs become U+FFFD. Metadata that is not valid
 * JSON, or nested more than 100 levels, is written as a string, with a warning.
 *
 * <p>Safe on any thread. What it costs is in docs/PERFORMANCE.md. Memory is some ten megabytes, the distinct names,
 * signatures and call stacks as text, and two bytes an event of threads where events touch; some 100 bytes for each sequence number, each correlation, each memory
 * event and each distinct frame of samples. Compression uses up to four daemon threads of the lowest priority, which
 * end with the call.
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
