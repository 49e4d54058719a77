package io.stepprofiler.fleet.ranks;

import io.stepprofiler.ledger.StepValue;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Time of a step, or mean time of a rank, above the usual time. Times are nanoseconds.
 *
 * @param nanos the time above the usual
 * @param usualNanos the usual time
 * @param values values above the usual; absent if they are not known
 * @param usualValues the usual values, for the same columns
 */
public record Excess(long nanos, long usualNanos, Map<StepValue, Long> values, Map<StepValue, Long> usualValues) {
    /** Copies the collections. */
    public Excess {
        values = Map.copyOf(values);
        usualValues = Map.copyOf(usualValues);
    }

    /**
     * {@return the cause: the column that explains at least a part of the time}
     *
     * @param part the part, above 0.5
     */
    public ExcessCause cause(double part) {
        if (nanos <= 0) {
            return ExcessCause.SEVERAL; // Slow by its median, but not by its mean.
        }
        return Stream.of(ExcessCause.values())
                .filter(cause -> cause.time().isPresent() && of(cause) >= part * nanos)
                .max(Comparator.comparingLong(this::of))
                .orElseGet(() -> causeOfWork(part));
    }

    private ExcessCause causeOfWork(double part) {
        long usualBatch = usualValues.getOrDefault(StepValue.BATCH, 0L);
        if (usualBatch > 0 && (double) of(StepValue.BATCH) / usualBatch >= part * nanos / Math.max(1, usualNanos)) {
            return ExcessCause.DATA;
        }
        Long processor = values.get(StepValue.CPU_NANOS);
        if (processor == null) {
            return Stream.of(ExcessCause.values())
                            .anyMatch(each ->
                                    each.time().filter(values::containsKey).isPresent())
                    ? ExcessCause.SEVERAL
                    : ExcessCause.UNKNOWN;
        }
        if (processor >= part * nanos) {
            return ExcessCause.WORK;
        }
        return processor <= (1 - part) * nanos && parts() <= (1 - part) * nanos
                ? ExcessCause.MACHINE
                : ExcessCause.SEVERAL;
    }

    /** Returns the time that columns of waits explain, none of them alone. */
    private long parts() {
        return Stream.of(ExcessCause.values())
                .mapToLong(cause -> Math.max(0, of(cause)))
                .sum();
    }

    private long of(ExcessCause cause) {
        return cause.time().map(this::of).orElse(0L);
    }

    private long of(StepValue value) {
        return values.getOrDefault(value, 0L);
    }
}
