package io.stepprofiler.agent.options;

/** Devices that are recorded. */
public enum DeviceSelection {
    /** CUDA devices, if the program has loaded CUDA. */
    AUTO,
    /** No devices. */
    NONE
}
