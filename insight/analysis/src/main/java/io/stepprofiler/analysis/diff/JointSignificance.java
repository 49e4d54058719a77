package io.stepprofiler.analysis.diff;

import io.stepprofiler.analysis.report.Polarity;
import io.stepprofiler.analysis.statistics.Divisions;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Permutation test of all figures of a family at once: a figure differs if few divisions of the runs into two sides put
 * any figure of the family as many noise bands apart (single-step maxT of Westfall and Young, "Resampling-Based Multiple
 * Testing", Wiley 1993). All figures together have the probability of a false alarm of one test, also if they depend
 * on each other.
 */
final class JointSignificance {
    private static final double EPSILON = 1e-9;

    /** Logarithms of a figure in all runs, the base first, so that more is worse; their mean is 0. */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    private record Figure(double[] logs, double squares, Optional<Spread> known) {
        static Figure of(Sides sides, Optional<Spread> known) {
            double sign = sides.metric().polarity() == Polarity.HIGHER_IS_BETTER ? -1 : 1;
            double mean = Spread.meanLog(sides.all());
            double[] logs = Arrays.stream(sides.all())
                    .map(value -> sign * (Math.log(value) - mean))
                    .toArray();
            return new Figure(logs, Arrays.stream(logs).map(each -> each * each).sum(), known);
        }
    }

    private final List<Figure> figures;
    private final int base;
    private final int next;
    private final double floor;
    private final double[] observed;
    private final int[] asBad;
    private final int[] asGood;
    private int divisions;

    /**
     * Tests some figures.
     *
     * @param family the figures, each above 0 in all runs, and in the same number of runs of both sides
     * @param known spread of each figure if the runs do not show it
     * @param floor smallest band, as a logarithm
     */
    JointSignificance(List<Sides> family, List<Optional<Spread>> known, double floor) {
        base = family.get(0).base().length;
        next = family.get(0).next().length;
        this.floor = floor;
        figures = IntStream.range(0, family.size())
                .mapToObj(i -> Figure.of(family.get(i), known.get(i)))
                .toList();
        int[] ofNext = new int[next];
        Arrays.setAll(ofNext, i -> base + i);
        observed = bands(ofNext);
        asBad = new int[observed.length];
        asGood = new int[observed.length];
        Divisions.forEach(base, next, this::count);
    }

    private void count(int[] chosen) {
        double[] bands = bands(chosen);
        double worst = Double.NEGATIVE_INFINITY;
        double best = Double.POSITIVE_INFINITY;
        for (double each : bands) {
            worst = Math.max(worst, each);
            best = Math.min(best, each);
        }
        divisions++;
        for (int i = 0; i < observed.length; i++) {
            asBad[i] += worst >= observed[i] - EPSILON ? 1 : 0;
            asGood[i] += best <= observed[i] + EPSILON ? 1 : 0;
        }
    }

    /** Returns by how many noise bands each figure is worse in the chosen runs than in the others. */
    private double[] bands(int[] chosen) {
        double[] bands = new double[figures.size()];
        for (int i = 0; i < bands.length; i++) {
            Figure figure = figures.get(i);
            double sum = 0;
            for (int run : chosen) {
                sum += figure.logs[run];
            }
            double within = figure.squares - sum * sum / next - sum * sum / base;
            double deviation = figure.known.isPresent()
                    ? figure.known.get().deviation()
                    : Math.sqrt(Math.max(0, within) / (base + next - 2));
            bands[i] = (sum / next + sum / base) / Math.max(floor, Spread.band(deviation, base, next));
        }
        return bands;
    }

    /** Returns the part of the divisions in which any figure is at least as much worse as one in these runs. */
    double worse(int figure) {
        return (double) asBad[figure] / divisions;
    }

    /** Returns the part of the divisions in which any figure is at least as much better as one in these runs. */
    double better(int figure) {
        return (double) asGood[figure] / divisions;
    }
}
