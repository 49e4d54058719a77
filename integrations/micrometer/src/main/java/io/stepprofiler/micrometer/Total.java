package io.stepprofiler.micrometer;

import io.stepprofiler.Profile;
import io.stepprofiler.ledger.StepLedger;
import java.util.stream.IntStream;

/** A sum over all profiles of the process. */
enum Total {
    STEPS("", (profile, ledger) -> ledger.stepCount()),
    STEP_NANOS("", (profile, ledger) -> nanos(ledger)),
    WINDOWS("", (profile, ledger) -> profile.windowCount()),
    OVERWRITTEN_STEPS(
            "overwritten_steps", (profile, ledger) -> ledger.losses().overwrittenSteps()),
    OVERWRITTEN_COLLECTIVES(
            "overwritten_collectives", (profile, ledger) -> ledger.losses().overwrittenSyncs()),
    DROPPED_COLLECTIVES(
            "dropped_collectives", (profile, ledger) -> ledger.losses().droppedSyncs()),
    FAILED_WRITES("failed_writes", (profile, ledger) -> ledger.losses().failedWrites());

    private interface Source {
        long of(Profile profile, StepLedger ledger);
    }

    /** Cause of a loss, as a tag has it; empty if the sum counts no losses. */
    final String cause;

    private final Source source;

    Total(String cause, Source source) {
        this.cause = cause;
        this.source = source;
    }

    /** The sum of one profile so far. */
    long of(Profile profile, StepLedger ledger) {
        return source.of(profile, ledger);
    }

    private static long nanos(StepLedger ledger) {
        return IntStream.range(0, ledger.size()).mapToLong(ledger::durationNanos).sum();
    }
}
