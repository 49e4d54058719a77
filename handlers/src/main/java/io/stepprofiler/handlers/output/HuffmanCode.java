package io.stepprofiler.handlers.output;

import java.util.Arrays;

/**
 * The shortest prefix code for symbols that occur so often, no code longer than a limit, as deflate has them: given by
 * the lengths alone, and written from the last bit on.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc1951#page-7">RFC 1951, 3.2.2</a>
 */
final class HuffmanCode {
    private final int[] lengths;
    private final int[] codes;

    /** At least two symbols get a code, for which some may be taken that do not occur. */
    HuffmanCode(int[] counts, int maxLength) {
        int[] weights = counts.clone();
        for (int symbol = 0, used = used(weights); used < 2; symbol++) {
            used += weights[symbol] == 0 ? 1 : 0;
            weights[symbol] = Math.max(weights[symbol], 1);
        }
        lengths = lengths(weights);
        while (Arrays.stream(lengths).max().orElse(0) > maxLength) {
            // More alike they make a flatter tree.
            Arrays.setAll(weights, symbol -> (weights[symbol] + 1) / 2);
            System.arraycopy(lengths(weights), 0, lengths, 0, lengths.length);
        }
        codes = codes(lengths);
    }

    int length(int symbol) {
        return lengths[symbol];
    }

    /** The code, its first bit lowest. */
    int code(int symbol) {
        return codes[symbol];
    }

    private static int used(int[] weights) {
        return (int) Arrays.stream(weights).filter(weight -> weight > 0).count();
    }

    /** Joins the two lightest trees until one is left; a symbol's length is how deep it is then. */
    private static int[] lengths(int[] weights) {
        long[] leaves = new long[used(weights)];
        int next = 0;
        for (int symbol = 0; symbol < weights.length; symbol++) {
            if (weights[symbol] > 0) {
                leaves[next++] = (long) weights[symbol] << 32 | symbol;
            }
        }
        Arrays.sort(leaves);
        int count = leaves.length;
        // First the leaves, from the lightest on, then the trees, which come into being from the lightest on.
        long[] weight = new long[2 * count - 1];
        int[] parent = new int[2 * count - 1];
        int leaf = 0;
        int tree = count;
        for (int made = count; made < weight.length; made++) {
            for (int half = 0; half < 2; half++) {
                boolean takesLeaf = leaf < count && (tree == made || (leaves[leaf] >>> 32) <= weight[tree]);
                weight[made] += takesLeaf ? leaves[leaf] >>> 32 : weight[tree];
                parent[takesLeaf ? leaf++ : tree++] = made;
            }
        }
        int[] depth = new int[weight.length];
        int[] lengths = new int[weights.length];
        for (int node = weight.length - 2; node >= 0; node--) {
            depth[node] = depth[parent[node]] + 1;
            if (node < count) {
                lengths[(int) leaves[node]] = depth[node];
            }
        }
        return lengths;
    }

    /** Shorter codes come before longer ones, and those of one length in the order of their symbols. */
    private static int[] codes(int[] lengths) {
        int[] codes = new int[lengths.length];
        int code = 0;
        for (int length = 1; length < Integer.SIZE; length++) {
            for (int symbol = 0; symbol < lengths.length; symbol++) {
                if (lengths[symbol] == length) {
                    codes[symbol] = Integer.reverse(code++) >>> (Integer.SIZE - length);
                }
            }
            code <<= 1;
        }
        return codes;
    }
}
