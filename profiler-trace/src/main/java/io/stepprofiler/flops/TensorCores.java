package io.stepprofiler.flops;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.trace.Trace;
import java.util.BitSet;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The kernels that use tensor cores, recognized by name: no counter is read. NVIDIA's libraries put the instruction or
 * its shape into the names of their kernels; a kernel with any other name counts as one without tensor cores.
 */
public final class TensorCores {
    /** Patterns in the names of kernels that use tensor cores. */
    private static final List<Pattern> USED = List.of(
            // cuBLAS and cuDNN since Volta: type and shape of the instruction, as in volta_h884gemm, ampere_s16816gemm.
            Pattern.compile("[a-z](?:884|8816|8832|1684|1688|16816|16832|16864|168128|168256)(?![0-9])"),
            // The instruction itself: from Volta to Ampere, and for warp groups since Hopper.
            Pattern.compile("(?:^|[^a-z])(?:h|i|d|b)mma(?![a-z])"),
            Pattern.compile("(?:wg|q?g|ut)mma(?![a-z])"),
            // CUTLASS: the kind of operation, or the shape of its tile.
            Pattern.compile("tensorop"),
            Pattern.compile("_tensor[0-9]+x[0-9]+x[0-9]+"),
            // cuDNN's and cuBLASLt's generated kernels, unless they say that they compute otherwise.
            Pattern.compile("xmma_(?!.*(?:simt|ffma|sgemm))"),
            // Attention kernels, which have no other implementation.
            Pattern.compile("flash_(?:fwd|bwd)_"));

    private final BitSet names = new BitSet();

    private TensorCores(Trace trace) {
        for (int name = 0; name < trace.nameCount(); name++) {
            names.set(name, trace.kind(name) == EventKind.KERNEL && areUsedBy(trace.name(name)));
        }
    }

    /**
     * {@return the tensor core kernels of a trace, matched once for each name}
     *
     * @param trace the trace
     */
    public static TensorCores in(Trace trace) {
        return new TensorCores(trace);
    }

    /**
     * {@return whether the events of a name are kernels that use tensor cores}
     *
     * @param nameId the name
     */
    public boolean areUsedBy(int nameId) {
        return names.get(nameId);
    }

    /**
     * {@return whether a kernel uses tensor cores, according to its name}
     *
     * @param kernel the name, demangled or not
     */
    public static boolean areUsedBy(String kernel) {
        return USED.stream().anyMatch(pattern -> pattern.matcher(kernel).find());
    }
}
