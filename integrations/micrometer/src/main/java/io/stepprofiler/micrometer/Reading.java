package io.stepprofiler.micrometer;

import io.stepprofiler.Profile;
import io.stepprofiler.ProfileFailure;
import io.stepprofiler.ledger.StepLedger;
import io.stepprofiler.trace.LossAccount;
import io.stepprofiler.trace.Trace;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Figures of a profile at one time.
 *
 * @param sums sums so far by {@link Total}, and numbers of failures by their kind
 * @param shares parts of the last minute of steps
 * @param longestNanos longest step of the last minute
 * @param account loss account of the last window; empty before the first
 */
record Reading(
        Map<Enum<?>, Long> sums, Map<StepPart, Double> shares, double longestNanos, Optional<LossAccount> account) {
    /** Before the first profile. */
    static final Reading NONE = new Reading(Map.of(), Map.of(), Double.NaN, Optional.empty());

    Reading {
        sums = Map.copyOf(sums);
        shares = Map.copyOf(shares);
    }

    static Reading of(Profile profile) {
        StepLedger ledger = profile.ledger();
        Map<Enum<?>, Long> sums = new HashMap<>();
        for (Total total : Total.values()) {
            sums.put(total, total.of(profile, ledger));
        }
        for (ProfileFailure.Kind kind : ProfileFailure.Kind.values()) {
            sums.put(kind, profile.failureCount(kind));
        }
        Map<StepPart, Double> shares = new EnumMap<>(StepPart.class);
        for (StepPart part : StepPart.values()) {
            shares.put(part, part.recentShare(ledger));
        }
        return new Reading(
                sums,
                shares,
                StepPart.longest(ledger),
                profile.lastTrace().map(Trace::account));
    }

    /** This reading with the sums of other profiles added, a number of times. */
    Reading plus(Reading others, int times) {
        Map<Enum<?>, Long> all = new HashMap<>(sums);
        others.sums.forEach((key, sum) -> all.merge(key, times * sum, Long::sum));
        return new Reading(all, shares, longestNanos, account);
    }

    long sum(Enum<?> key) {
        return sums.getOrDefault(key, 0L);
    }

    double share(StepPart part) {
        return shares.getOrDefault(part, Double.NaN);
    }
}
