package io.stepprofiler.tuning;

import java.util.List;

/**
 * Outcome of a {@link Tuning}: the times of each variant, which of them is the fastest, and from which others it can be
 * told.
 *
 * <p>The fastest is the one with the smallest mean. Each other variant has an interval for how much longer it takes, in
 * which the truth is with the {@code confidence} asked for, of all intervals together: each is one of all pairs that
 * might have been compared (Bonferroni), since which pairs are is only known afterwards. An interval says what these
 * calls would show again in this process; another process may compile the same code otherwise.
 *
 * @param name name of the function
 * @param variants times of each variant, in the order in which they were given
 * @param fastest id of the variant with the smallest mean
 * @param differences of each other variant that was measured, in the same order
 * @param confidence the probability asked for
 * @param timedBy where the times come from
 * @param warmupRounds rounds of calls before those that were measured
 * @param steady whether times were steady by then
 * @param warnings what was not as asked for, in sentences
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
    /**
     * Copies the lists.
     *
     * @param name name of the function
     * @param variants times of each variant
     * @param fastest id of the fastest
     * @param differences of each other variant
     * @param confidence the probability asked for
     * @param timedBy where the times come from
     * @param warmupRounds rounds before
     * @param steady whether times were steady
     * @param warnings what was not as asked for
     * @param cached whether it was found in a cache
     */
    public TuningResult {
        variants = List.copyOf(variants);
        differences = List.copyOf(differences);
        warnings = List.copyOf(warnings);
    }

    /**
     * {@return the times of a variant}
     *
     * @param id the variant
     * @throws IllegalArgumentException if there is none of that id
     */
    public VariantTimes times(String id) {
        return variants.stream()
                .filter(variant -> variant.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("id = " + id + " is not allowed: must be one of "
                        + variants.stream().map(VariantTimes::id).toList()));
    }

    /** {@return the ids of the measured variants that cannot be told from the fastest, without that one} */
    public List<String> tied() {
        return differences.stream()
                .filter(difference -> !difference.isTold())
                .map(Difference::id)
                .toList();
    }

    /** {@return whether the fastest can be told from all others that were measured} */
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
