package io.stepprofiler.pytorch;

import io.stepprofiler.nativeaccess.torch.TorchAbility;
import io.stepprofiler.nativeaccess.torch.TorchProbe;

/**
 * Abilities of a {@link TorchSource} in this process, with the reason for each missing one.
 *
 * @param version version of the libtorch that was found, such as {@code 2.7.1}; empty if none is loaded, {@code 0.0.0}
 *     if it does not say
 * @param path its file; empty if none is loaded
 * @param copies how many copies of libtorch are loaded; operations of the first are recorded
 * @param operations {@code ok}, or why operations cannot be recorded
 * @param shapes {@code ok}, or why the inputs of operations cannot be read
 * @param sequenceNumbers {@code ok}, or why backward operations cannot be linked to forward operations
 * @param memory {@code ok}, or why memory events cannot be recorded
 */
public record TorchStatus(
        String version,
        String path,
        int copies,
        String operations,
        String shapes,
        String sequenceNumbers,
        String memory) {
    private static final String OK = "ok";

    static TorchStatus of(TorchProbe probe) {
        return new TorchStatus(
                probe.version(),
                probe.path(),
                probe.copies(),
                text(probe, TorchAbility.OPERATIONS, probe.reason()),
                text(probe, TorchAbility.INPUTS, or(probe.inputsReason(), probe.reason())),
                text(probe, TorchAbility.SEQUENCE, or(probe.sequenceReason(), probe.reason())),
                text(probe, TorchAbility.MEMORY, or(probe.memoryReason(), probe.reason())));
    }

    /** {@return whether operations can be recorded, and with them perhaps the rest} */
    public boolean isAvailable() {
        return operations.equals(OK);
    }

    /** {@return whether memory events can be recorded} */
    public boolean hasMemory() {
        return memory.equals(OK);
    }

    private static String text(TorchProbe probe, TorchAbility ability, String reason) {
        return probe.can(ability) ? OK : reason;
    }

    private static String or(String reason, String other) {
        return reason.isEmpty() ? other : reason;
    }
}
