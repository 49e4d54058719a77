package io.stepprofiler.columns;

import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Constructors of the exported classes that fill and read columns. Public ones would name columns, which are not
 * exported, so the package of these classes puts them here for the other packages of the profiler.
 *
 * @param <B> builder of a trace; like the other classes a type parameter, because this package does not know them
 * @param <E> builder of a track
 * @param <T> track
 * @param <C> counter
 * @param traceBuilder the constructor of a builder that adds to columns
 * @param trackBuilder the constructor of a builder that adds to the columns of a track
 * @param track the constructor of a thread's track, whose columns hold values of the tables by number
 * @param counter the constructor of a counter
 */
public record HiddenConstructors<B, E, T, C>(
        Function<TraceColumns, B> traceBuilder,
        Function<TrackColumns, E> trackBuilder,
        BiFunction<PiecedTrack, NameTables, T> track,
        BiFunction<DomainName, CounterColumns, C> counter) {
    private static volatile @Nullable HiddenConstructors<?, ?, ?, ?> known;

    /** {@return the constructors; null before the classes are loaded} */
    public static @Nullable HiddenConstructors<?, ?, ?, ?> known() {
        return known;
    }

    /** Makes the constructors known to the other packages. */
    public void makeKnown() {
        known = this;
    }
}
