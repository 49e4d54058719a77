package io.stepprofiler.handlers.executiontrace;

import io.stepprofiler.export.ExportMeter;
import io.stepprofiler.export.TraceFile;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Writes traces as execution traces of PyTorch, schema {@code 1.1.1-chakra.0.0.4}: the operations that ran, their
 * nesting and their tensors. HTA, Chakra's tools and {@code et_replay} read them.
 *
 * <p>{@code nodes} has a node for the process, for each thread, for the groups of workers if they are known, for each
 * event of a thread that is no wait and for each step. Ids count in the order in which nodes began. Fields of a node:
 *
 * <ul>
 *   <li>{@code ctrl_deps} is the enclosing node: the innermost event or step, else the thread or the process.
 *   <li>{@code rf_id} is {@link Trace#eventId}, the number that other files of the same trace have for the event; it is
 *       missing in the node for the groups of workers, which is no event.
 *   <li>{@code tid} and {@code fw_tid} are the ids of Java threads.
 *   <li>{@code scope} is 1 for an operation of the backward pass, 0 for another operation with known inputs or sequence
 *       number, 7 for everything else.
 *   <li>A tensor is {@code [tensor id, storage id, offset, number of elements, bytes of an element, device]}. Tensors
 *       of one type, dimensions and strides on one storage are the same; if the storage is not known, its id is 0 and
 *       the tensor's id is new each time. Offsets are not known and written as 0; unknown strides are {@code []}. The
 *       device comes from the storage's memory events; without them it is {@code cpu} if nothing in the trace is on
 *       another device, else empty.
 *   <li>{@code op_schema} of an event with a signature and a name such as {@code aten::mm} is derived from the
 *       signature, with {@code arg0} and so on as names of arguments; readers take a node without a schema for a label.
 *   <li>{@code kernel_backend}, {@code kernel_file} and {@code tensor_range} are always empty.
 * </ul>
 *
 * <p>{@code stepProfiler} at the end is the account of losses. Lanes, streams, counters, samples and arguments have no
 * place in this format. Waits of threads, events of the virtual machine and the profiler, markers, tasks and frames are
 * left out, because they are no operators; {@code waitsLeftOut} in the account is their number. Values of numbers are
 * written if they were recorded.
 *
 * <p>Safe on any thread. The file is 0.5 to 1 kilobytes a node, much less if compressed. Memory is some tens of bytes a
 * node, plus the distinct names, signatures and tensors.
 *
 * @see <a href="https://github.com/mlcommons/chakra">Chakra</a>
 */
public final class ExecutionTrace {
    private ExecutionTrace() {}

    /**
     * Writes a trace.
     *
     * @param trace the trace
     * @param file the file to write, whole or not at all, {@code .json} or compressed {@code .json.gz}; its directory
     *     is created, an older file replaced. HTA reads every such file in a directory as a Chrome trace, so a separate
     *     directory is better
     * @throws IllegalArgumentException if the file's name ends in something else
     * @throws IOException if the file cannot be written
     */
    public static void export(Trace trace, Path file) throws IOException {
        ExecutionTraceExporter.check(file);
        TraceFile.replace(
                file,
                out -> new ExecutionTraceExporter()
                        .export(trace, file.getFileName().toString(), out, ExportMeter.none()));
    }
}
