package io.stepprofiler.analysis.rules;

import static io.stepprofiler.amount.Amount.bytes;
import static io.stepprofiler.amount.Amount.share;
import static io.stepprofiler.analysis.rules.Evidence.DEVICE_MEMORY;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.analysis.window.DeviceMemoryUse;
import io.stepprofiler.frameworks.Problem;
import io.stepprofiler.frameworks.PyTorch;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Rules about shortage of device memory. */
final class DeviceMemoryRules {
    /** Memory counts as fragmented if less than this part of the reserved memory is in use. */
    private static final double FRAGMENTED = 0.75;

    private static final List<Advice> LESS = Advice.about(
            Problem.TENSORS_KEPT,
            List.of(
                    Advice.of("a smaller batch, with gradients accumulated over several batches"),
                    Advice.of("recompute activations in the backward pass instead of keeping them; lower precision")),
            Advice.of(PyTorch.ALLOCATOR_OPTION));

    static final List<Rule> ALL = List.of(
            new Rule(
                    "device-memory-near-limit",
                    "GPU memory near its limit",
                    Role.REMARK,
                    Set.of(DEVICE_MEMORY),
                    // The first as in TensorBoard's recommendation, the second as in TraceML's "critical".
                    new Thresholds(0.9, 0.97),
                    DeviceMemoryRules::nearLimit),
            new Rule(
                    "device-out-of-memory",
                    "GPU memory ran out",
                    Role.REMARK,
                    Set.of(DEVICE_MEMORY),
                    new Thresholds(1, 1),
                    DeviceMemoryRules::outOfMemory));

    private DeviceMemoryRules() {}

    private static Optional<Symptom> nearLimit(WindowFacts facts) {
        return DeviceMemoryUse.of(facts.trace()).stream()
                .filter(use -> use.limitBytes() > 0)
                .max(Comparator.comparingDouble(DeviceMemoryUse::part))
                .map(use -> new Symptom(
                        Figure.share(use.part(), "the limit"),
                        bytes((double) use.heldBytes()) + " of the " + bytes((double) use.limitBytes()) + " of "
                                + use.device() + " are reserved (" + share(use.part(), "the limit") + "), "
                                + bytes((double) use.usedBytes()) + " of them by tensors"
                                + (use.usedBytes() < FRAGMENTED * use.heldBytes()
                                        ? ": the allocator caches the rest, in blocks that may be too small"
                                        : ""),
                        "keep less on the device",
                        0,
                        List.of(Proof.at("peak memory of " + use.device(), -1, use.nanos(), 0, List.of())),
                        LESS));
    }

    private static Optional<Symptom> outOfMemory(WindowFacts facts) {
        return DeviceMemoryUse.of(facts.trace()).stream()
                .filter(use -> use.failures() > 0)
                .max(Comparator.comparingLong(DeviceMemoryUse::failures))
                .map(use -> new Symptom(
                        new Figure((double) use.failures(), Amount.count(use.failures(), "time")),
                        use.device() + " ran out of memory " + Amount.count(use.failures(), "time") + ","
                                + " the last time for "
                                + bytes((double) use.failedBytes())
                                + ": the allocator releases its cache and tries again before it fails",
                        "keep less on the device",
                        0,
                        List.of(Proof.at(
                                "request of " + bytes((double) use.failedBytes()),
                                -1,
                                use.failedNanos(),
                                0,
                                use.failedStack())),
                        LESS));
    }
}
