package io.stepprofiler.fleet.ranks;

import io.stepprofiler.fleet.RankPlace;
import java.io.Serializable;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The groups of the compared ranks. */
public final class FleetGroups implements Serializable {
    private static final long serialVersionUID = 1;

    private final RankGroups stages;
    private final RankGroups peers;
    private final Map<PlaceLevel, RankGroups> places = new EnumMap<>(PlaceLevel.class);
    private final Map<PlaceLevel, BitSet> several = new EnumMap<>(PlaceLevel.class);

    /**
     * The groups of some ranks.
     *
     * @param ranks the places of the ranks
     */
    public FleetGroups(List<RankPlace> ranks) {
        stages = new RankGroups(ranks, place -> Integer.toString(place.stage()));
        peers = new RankGroups(ranks, place -> place.stage() + "/" + place.tensor() + "/" + place.expert());
        RankGroups below = new RankGroups(ranks, PlaceLevel.RANK::name);
        for (PlaceLevel level : PlaceLevel.values()) {
            RankGroups at = new RankGroups(ranks, level::name);
            places.put(level, at);
            several.put(level, level == PlaceLevel.RANK ? all(at) : several(at, below));
            below = at;
        }
    }

    /** {@return the stages of the pipeline} */
    public RankGroups stages() {
        return stages;
    }

    /** {@return the ranks that do the same work: in the same stage, at the same position of a tensor and of experts} */
    public RankGroups peers() {
        return peers;
    }

    /**
     * {@return the groups of a level}
     *
     * @param level the level
     */
    public RankGroups at(PlaceLevel level) {
        return Objects.requireNonNull(places.get(level), level.name());
    }

    /**
     * {@return whether a place has more than one place of the level below; true for ranks}
     *
     * @param level the level
     * @param group the group at this level
     */
    public boolean isSeveral(PlaceLevel level, int group) {
        return several.getOrDefault(level, new BitSet()).get(group);
    }

    private static BitSet all(RankGroups groups) {
        BitSet all = new BitSet();
        all.set(0, groups.size());
        return all;
    }

    private static BitSet several(RankGroups groups, RankGroups below) {
        BitSet several = new BitSet();
        for (int group = 0; group < groups.size(); group++) {
            several.set(
                    group,
                    groups.members(group).stream().map(below::of).distinct().count() > 1);
        }
        return several;
    }
}
