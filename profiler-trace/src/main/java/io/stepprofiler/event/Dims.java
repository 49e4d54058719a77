package io.stepprofiler.event;

import java.util.Arrays;
import java.util.StringJoiner;

/** The extents of a tensor, one a dimension; also its strides. Immutable. */
public final class Dims {
    /** The dimensions of a scalar: none. */
    public static final Dims SCALAR = new Dims(new long[0]);

    private final long[] extents;

    private Dims(long[] extents) {
        this.extents = extents;
    }

    /**
     * {@return the dimensions with these extents}
     *
     * @param extents one a dimension; copied
     */
    public static Dims of(long... extents) {
        return extents.length == 0 ? SCALAR : new Dims(extents.clone());
    }

    /** {@return the number of dimensions} */
    public int rank() {
        return extents.length;
    }

    /**
     * {@return one extent}
     *
     * @param dimension which, 0 to {@link #rank()} - 1
     */
    public long get(int dimension) {
        return extents[dimension];
    }

    /**
     * {@return the number of elements: the product of the extents, 1 if there are none; {@link Long#MAX_VALUE} if it is
     * larger than that}
     */
    public long count() {
        long count = 1;
        boolean tooLarge = false;
        for (long extent : extents) {
            if (extent == 0) {
                return 0;
            }
            tooLarge |= Math.multiplyHigh(count, extent) != (count * extent) >> 63;
            count *= extent;
        }
        return tooLarge ? Long.MAX_VALUE : count;
    }

    /** {@return a copy of the extents} */
    public long[] toArray() {
        return extents.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Dims dims && Arrays.equals(extents, dims.extents);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(extents);
    }

    /** {@return the extents as PyTorch writes them, such as {@code [64, 784]}} */
    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(", ", "[", "]");
        for (long extent : extents) {
            text.add(Long.toString(extent));
        }
        return text.toString();
    }
}
