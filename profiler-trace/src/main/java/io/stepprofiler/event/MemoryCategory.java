package io.stepprofiler.event;

/** Category of a memory block, in the order and with the numbers of the files of PyTorch's memory timeline. */
public enum MemoryCategory {
    /** A parameter of the model. */
    PARAMETER("parameter"),
    /** State of the optimizer, kept from step to step. */
    OPTIMIZER_STATE("optimizer state"),
    /** A batch of data. */
    INPUT("input"),
    /** A tensor that one operation makes and drops. */
    TEMPORARY("temporary"),
    /** A result of the forward pass. */
    ACTIVATION("activation"),
    /** A gradient of a parameter. */
    GRADIENT("gradient"),
    /** An intermediate result of the backward pass. */
    AUTOGRAD_DETAIL("autograd detail"),
    /** Not known. */
    UNKNOWN("unknown");

    private final String label;

    MemoryCategory(String label) {
        this.label = label;
    }

    /** {@return the category in words, as tables and pages show it} */
    public String label() {
        return label;
    }
}
