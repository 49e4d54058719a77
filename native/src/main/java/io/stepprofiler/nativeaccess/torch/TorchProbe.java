package io.stepprofiler.nativeaccess.torch;

import java.util.Set;

/**
 * Result of probing the libtorch in this process.
 *
 * @param abilities working abilities; may be empty
 * @param version version of libtorch; 0.0.0 if unknown, empty if there is none
 * @param path path of the used libtorch; empty if there is none
 * @param copies number of copies of libtorch in the process; the first one is used
 * @param reason reason why operations cannot be recorded; empty if they can
 * @param inputsReason reason why inputs cannot be read; empty if they can
 * @param sequenceReason reason why sequence numbers cannot be read; empty if they can
 * @param memoryReason reason why memory events cannot be recorded; empty if they can
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
     * {@return whether an ability works}
     *
     * @param ability the ability
     */
    public boolean can(TorchAbility ability) {
        return abilities.contains(ability);
    }
}
