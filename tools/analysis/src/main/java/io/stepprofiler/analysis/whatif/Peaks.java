package io.stepprofiler.analysis.whatif;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What the results of a graph would need on one device, or on all, in bytes.
 *
 * @param device the device, such as {@code cpu}; {@code unknown device} or {@code all devices}
 * @param asIs with what was written in place and what are views sharing memory
 * @param withoutInPlace if operations that wrote over something had put out memory of their own
 * @param withoutFreeing if nothing were freed
 * @param recorded the most that results had at a time as the program freed them; empty if that was not recorded
 * @param minimal the smallest peak of all valid orders; empty if it was not asked for
 */
public record Peaks(
        String device,
        Peak asIs,
        Peak withoutInPlace,
        long withoutFreeing,
        OptionalLong recorded,
        Optional<MinimalPeak> minimal) {
    /**
     * Checks for null.
     *
     * @param device the device
     * @param asIs the peak as it is
     * @param withoutInPlace the peak without writing in place
     * @param withoutFreeing the sum
     * @param recorded the peak as recorded
     * @param minimal the smallest peak
     */
    public Peaks {
        Objects.requireNonNull(device, "device");
        Objects.requireNonNull(asIs, "asIs");
        Objects.requireNonNull(withoutInPlace, "withoutInPlace");
    }

    /** The larger of each figure; both are of one device. */
    Peaks or(Peaks other) {
        OptionalLong larger = recorded.isEmpty() || other.recorded.isEmpty()
                ? (recorded.isPresent() ? recorded : other.recorded)
                : OptionalLong.of(Math.max(recorded.getAsLong(), other.recorded.getAsLong()));
        Optional<MinimalPeak> least = minimal.isEmpty() || other.minimal.isEmpty()
                ? minimal.or(other::minimal)
                : Optional.of(minimal.get().or(other.minimal.get()));
        return new Peaks(
                device,
                asIs.or(other.asIs),
                withoutInPlace.or(other.withoutInPlace),
                Math.max(withoutFreeing, other.withoutFreeing),
                larger,
                least);
    }
}
