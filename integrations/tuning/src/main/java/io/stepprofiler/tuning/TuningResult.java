package io.stepprofiler.tuning;

import java.util.List;

/**
 * Result of a {@link Tuning}: the times of each variant, the fastest one, and the differences of the others from it.
 *
 * <p>The fastest variant has the smallest mean. Each other variant has a confidence interval for its difference from
 * the fastest. All intervals together hold with the requested {@code confidence}, corrected for all pairs (Bonferroni),
 * because the compared pairs are only known afterwards. An interval is valid for calls in this process; another process
 * may compile the same code differently.
 *
 * @param name name of the function
 * @param variants times of each variant, in the order in which they were given
 * @param fastest id of the variant with the smallest mean
 * @param differences of each other variant that was measured, in the same order
 * @param confidence the requested probability
 * @param timedBy source of the times
 * @param warmupRounds rounds of calls before the measured rounds
 * @param steady whether times were steady by then
 * @param warnings deviations from the request, in sentences
 * @param cached whether the result was found in a {@link TuningCache}
 */
public record TuningResult(
        String name,
        List<VariantTimes> variants,
        String fastest,
        List<Difference> differences,
        double confidence,
        TimedBy timedBy,
        int warmupRounds,
        boolean steady,
        List<String> warnings,
        boolean cached) {
    /** Copies the lists. */
    public TuningResult {
        variants = List.copyOf(variants);
        differences = List.copyOf(differences);
        warnings = List.copyOf(warnings);
    }

    /**
     * {@return the times of a variant}
     *
     * @param id the variant
     * @throws IllegalArgumentException if there is none with that id
     */
    public VariantTimes times(String id) {
        return variants.stream()
                .filter(variant -> variant.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("id = " + id + " is not allowed: must be one of "
                        + variants.stream().map(VariantTimes::id).toList()));
    }

    /**
     * {@return the ids of the measured variants without a significant difference from the fastest, without the fastest}
     */
    public List<String> tied() {
        return differences.stream()
                .filter(difference -> !difference.isSignificant())
                .map(Difference::id)
                .toList();
    }

    /** {@return whether the fastest differs significantly from all other measured variants} */
    public boolean isDecided() {
        return tied().isEmpty();
    }

    /** {@return the answer in a sentence, and below it a row for each variant} */
    public String table() {
        return new TuningTable(this).text();
    }

    @Override
    public String toString() {
        return new TuningTable(this).answer();
    }
}
