package io.stepprofiler.nativeaccess.torch;

import java.util.Set;

/**
 * Probe of the libtorch in this process: what can be recorded.
 *
 * @param abilities what works; empty if nothing does
 * @param version version of libtorch; 0.0.0 if not known, empty if there is none
 * @param path file of the libtorch that is used; empty if there is none
 * @param copies copies of libtorch in the process, of which the first is used
 * @param reason why operations cannot be recorded; empty if they can
 * @param inputsReason why inputs cannot be read; empty if they can
 * @param sequenceReason why sequence numbers cannot be read; empty if they can
 * @param memoryReason why memory events cannot be had; empty if they can
 */
public record TorchProbe(
        Set<TorchAbility> abilities,
        String version,
        String path,
        int copies,
        String reason,
        String inputsReason,
        String sequenceReason,
        String memoryReason) {
    static TorchProbe absent(String reason) {
        return new TorchProbe(Set.of(), "", "", 0, reason, reason, reason, reason);
    }

    /**
     * {@return whether something works}
     *
     * @param ability what
     */
    public boolean can(TorchAbility ability) {
        return abilities.contains(ability);
    }
}
