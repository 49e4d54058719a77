package io.stepprofiler.fleet.ranks;

import io.stepprofiler.fleet.RankPlace;
import java.util.Locale;
import java.util.function.Function;

/** Part of a fleet that may be slow as a whole, the smallest first. */
public enum PlaceLevel {
    /** A single rank. */
    RANK(place -> Integer.toString(place.rank())),
    /** A machine. */
    HOST(RankPlace::host),
    /** Machines with the same label {@code rack}. */
    RACK(place -> place.labels().getOrDefault("rack", ""));

    @SuppressWarnings("ImmutableEnumChecker") // Functions without state.
    private final Function<RankPlace, String> name;

    PlaceLevel(Function<RankPlace, String> name) {
        this.name = name;
    }

    /** {@return the level as a word of a sentence} */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * {@return the name of a rank's place; empty if it is not known}
     *
     * @param place the place of the rank
     */
    public String name(RankPlace place) {
        return name.apply(place);
    }
}
