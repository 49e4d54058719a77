package io.stepprofiler.agent;

import io.stepprofiler.djl.recording.NativeLayer;
import io.stepprofiler.pytorch.TorchSource;
import io.stepprofiler.pytorch.TorchStatus;

/**
 * DJL's operations and memory as reported by PyTorch's native library.
 *
 * @param operations whether operations are requested
 */
record TorchLayer(boolean operations) implements NativeLayer {
    @Override
    public boolean recordsOperations() {
        return operations && TorchSource.status().isAvailable();
    }

    @Override
    public boolean recordsMemory() {
        return TorchSource.status().hasMemory();
    }

    @Override
    public String status() {
        TorchStatus status = TorchSource.status();
        if (!status.isAvailable()) {
            return "no native operations: " + status.operations();
        }
        return operations ? "PyTorch " + status.version() : "native operations not asked for";
    }
}
