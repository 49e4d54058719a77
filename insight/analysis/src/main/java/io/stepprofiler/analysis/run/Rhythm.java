package io.stepprofiler.analysis.run;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Period of slow steps, such as a validation after each 20th step.
 *
 * <p>A period is accepted if most of its steps are slow and chance hardly explains that: by the binomial distribution
 * with the share of slow steps in the run, that many slow steps at a given period and offset have a probability below a
 * hundredth of the number of periods and offsets.
 *
 * @param period distance of the slow steps, 2 or more
 * @param first number of the first of these steps that is slow
 * @param hits number of these steps that are slow
 */
public record Rhythm(long period, long first, long hits) {
    private static final int LEAST_HITS = 3;
    private static final int MOST_DISTANCES = 500;

    /** Number of following slow steps to which distances are tried: others may be slow for another reason. */
    private static final int NEIGHBOURS = 4;

    private static final double MOST_OF = 0.7;
    private static final double CHANCE = 0.01;

    /**
     * {@return the period of slow steps; empty if they have none} Takes time proportional to their number.
     *
     * @param slow numbers of the slow steps, ascending
     * @param first number of the run's first step
     * @param last number of its last step
     */
    public static Optional<Rhythm> of(long[] slow, long first, long last) {
        double count = last - first + 1.0;
        if (slow.length < LEAST_HITS || slow.length > count / 2) {
            return Optional.empty();
        }
        Rhythm best = null;
        for (long period : distances(slow, (last - first) / (LEAST_HITS - 1))) {
            Rhythm found = best(slow, period);
            double possible =
                    Math.floorDiv(last - found.first, period) + Math.floorDiv(found.first - first, period) + 1;
            boolean isSure = found.hits >= LEAST_HITS
                    && found.hits >= MOST_OF * possible
                    && chance(found.hits, (long) possible, slow.length / count) * period * count < CHANCE;
            if (isSure && (best == null || found.hits > best.hits)) {
                best = found;
            }
        }
        return Optional.ofNullable(best);
    }

    private static TreeSet<Long> distances(long[] slow, long longest) {
        TreeSet<Long> distances = new TreeSet<>();
        for (int i = 0; i < slow.length && distances.size() < MOST_DISTANCES; i++) {
            for (int j = i + 1; j < slow.length && j <= i + NEIGHBOURS; j++) {
                long distance = slow[j] - slow[i];
                if (distance >= 2 && distance <= longest) {
                    distances.add(distance);
                }
            }
        }
        return distances;
    }

    /** Returns the slow steps at multiples of a period from the offset that has the most. */
    private static Rhythm best(long[] slow, long period) {
        Map<Long, Rhythm> byOffset = new HashMap<>();
        Rhythm best = new Rhythm(period, 0, 0);
        for (long number : slow) {
            Rhythm more = byOffset.merge(
                    Math.floorMod(number, period),
                    new Rhythm(period, number, 1),
                    (before, one) -> new Rhythm(period, before.first, before.hits + 1));
            best = more.hits > best.hits ? more : best;
        }
        return best;
    }

    /** Returns the probability of at least some successes in a number of trials. */
    private static double chance(long least, long trials, double probability) {
        double sum = 0;
        double logWays = 0;
        for (long k = 1; k <= trials; k++) {
            logWays += Math.log((double) (trials - k + 1) / k);
            if (k >= least) {
                sum += Math.exp(logWays + k * Math.log(probability) + (trials - k) * Math.log1p(-probability));
            }
        }
        return sum;
    }
}
