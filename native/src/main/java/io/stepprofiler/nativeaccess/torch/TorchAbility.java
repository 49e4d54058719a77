package io.stepprofiler.nativeaccess.torch;

/** Ability of a libtorch that the self-test has confirmed. */
public enum TorchAbility {
    /** Operations, their names and times. */
    OPERATIONS(2),
    /** The shapes and element types of tensors among the inputs. */
    INPUTS(4),
    /** Lists among the inputs. */
    LISTS(8),
    /** Numbers and truth values among the inputs. */
    SCALARS(16),
    /** Sequence numbers, and the thread of the forward operation. */
    SEQUENCE(32),
    /** Kind of the operation's scope. */
    SCOPE(64),
    /** Allocations and frees. */
    MEMORY(128);

    private final int bit;

    TorchAbility(int bit) {
        this.bit = bit;
    }

    /** Bit in torch_jni.c. */
    int bit() {
        return bit;
    }
}
