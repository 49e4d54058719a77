package io.stepprofiler.handlers.pprof;

import io.stepprofiler.export.TraceFile;
import io.stepprofiler.trace.Trace;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * Profile of the memory allocated at the end of a window, by device and call stack, in the form of JAX's {@code
 * device_memory_profile()}: a compressed profile for pprof.
 *
 * <p>The sample types are {@code allocations} in counts and {@code space} in bytes; the labels are {@code kind}, always
 * {@code buffer}, and {@code device}, such as {@code cpu:0}. A stack has the names of the events around the allocation,
 * and inside them its call stack if call stacks were recorded. Memory allocated before the window is not included,
 * because its allocation was not recorded. The trace's id and its account of losses are comments of the profile.
 *
 * <p>The same trace gives the same bytes. Safe on any thread.
 *
 * @see <a href="https://docs.jax.dev/en/latest/device_memory_profiling.html">JAX, "Profiling device memory"</a>
 */
public final class DeviceMemoryProfile {
    private DeviceMemoryProfile() {}

    /**
     * {@return the profile}
     *
     * @param trace a trace recorded with {@code profileMemory}
     * @throws IllegalArgumentException if it was recorded without
     */
    public static byte[] of(Trace trace) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            write(trace, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException("The profile is too large for an array", e);
        }
        return bytes.toByteArray();
    }

    /**
     * Writes the profile to a file, whole or not at all.
     *
     * @param trace a trace recorded with {@code profileMemory}
     * @param file the file; its directory is created, an older file replaced
     * @throws IllegalArgumentException if the trace was recorded without
     * @throws IOException if the file cannot be written
     */
    public static void export(Trace trace, Path file) throws IOException {
        check(trace);
        TraceFile.replace(file, out -> write(trace, out));
    }

    private static void check(Trace trace) {
        if (!trace.options().profileMemory()) {
            throw new IllegalArgumentException(
                    "trace = " + trace + " is not allowed: record it with profileMemory(true), or nothing is known");
        }
    }

    private static void write(Trace trace, OutputStream out) throws IOException {
        check(trace);
        ProfileWriter.write(out, profile -> {
            profile.samples(SampleType.OF_DEVICE_MEMORY, trace, new SampleStacks(trace));
            ProfileComments.write(trace, profile);
        });
    }
}
