package io.stepprofiler.tuning;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Thrown when too few variants of a function could be measured to choose among them. */
public final class TuningException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private TuningException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** Throws unless at least half of the variants have times. */
    static void requireHalf(String name, List<VariantTimes> variants, @Nullable Throwable cause) {
        long measured = variants.stream().filter(VariantTimes::isMeasured).count();
        if (2 * measured < variants.size() || measured == 0) {
            throw new TuningException(
                    name + ": only " + measured + " of " + variants.size() + " variants could be measured; "
                            + variants.stream()
                                    .filter(variant -> !variant.isMeasured())
                                    .map(variant -> variant.id() + ": " + variant.failure())
                                    .collect(Collectors.joining("; ")),
                    cause);
        }
    }
}
