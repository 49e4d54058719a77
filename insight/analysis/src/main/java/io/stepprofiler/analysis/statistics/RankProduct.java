package io.stepprofiler.analysis.statistics;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Test of an item's positions in several independent orders of the same items: the rank product of Breitling et al.
 * ("Rank products: a simple, yet powerful, new method to detect differentially regulated genes", FEBS Letters 573,
 * 2004, 83-92). It assumes no distribution of the figures that the items are ordered by.
 *
 * <p>Results are the same on any machine. Not safe for threads: it keeps counts for the next call.
 */
public final class RankProduct {
    /** Largest product whose probability is exact: larger products are so likely that the bound suffices. */
    private static final long MOST_EXACT = 100_000;

    private final int items;
    private final int orders;
    private final List<Map<Long, Double>> counts = new ArrayList<>();

    /**
     * A test.
     *
     * @param items number of items
     * @param orders number of orders
     */
    public RankProduct(int items, int orders) {
        this.items = items;
        this.orders = orders;
        for (int order = 0; order <= orders; order++) {
            counts.add(new HashMap<>());
        }
    }

    /**
     * {@return the probability that positions at random have at most the product of these} It is exact up to a product
     * of 100,000; above, it is the chi-square distribution's, which is for positions without steps and never smaller.
     *
     * @param positions the position in each order, from 1 for the first to the number of items
     */
    public double probability(long[] positions) {
        long product = 1;
        double surprise = 0;
        for (long position : positions) {
            product = Math.min(MOST_EXACT + 1, product * Math.min(position, MOST_EXACT + 1));
            surprise -= StrictMath.log((double) position / items);
        }
        return product <= MOST_EXACT ? ways(orders, product) / StrictMath.pow(items, orders) : chiSquare(surprise);
    }

    /** {@return the smallest probability that the test can give, if an item is the first in each order} */
    public double smallest() {
        return StrictMath.pow(items, -orders);
    }

    /** Returns the number of lists of positions whose product is at most the given one. */
    private double ways(int length, long product) {
        if (length == 1) {
            return Math.min(items, product);
        }
        Double known = counts.get(length).get(product);
        if (known != null) {
            return known;
        }
        double sum = 0;
        long end = Math.min(items, product);
        for (long first = 1; first <= end; ) {
            long rest = product / first;
            long last = Math.min(end, product / rest);
            sum += (last - first + 1) * ways(length - 1, rest);
            first = last + 1;
        }
        counts.get(length).put(product, sum);
        return sum;
    }

    /** Returns the upper tail at twice the surprise, with two degrees of freedom for each order. */
    private double chiSquare(double surprise) {
        double term = StrictMath.exp(-surprise);
        double sum = term;
        for (int order = 1; order < orders; order++) {
            term *= surprise / order;
            sum += term;
        }
        return sum;
    }
}
