package io.stepprofiler.fleet.ranks;

import io.stepprofiler.analysis.breakdown.Distribution;
import io.stepprofiler.fleet.RankPlace;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/** Division of the compared ranks into groups, such as hosts. A rank whose group has no name is a group of its own. */
public final class RankGroups implements Serializable {
    private static final long serialVersionUID = 1;

    private final int[] groups;
    private final List<String> names = new ArrayList<>();
    private final List<List<Integer>> members = new ArrayList<>();

    /**
     * Groups of ranks with equal names, in the order of their first ranks.
     *
     * @param places the ranks
     * @param name the name of a rank's group; empty if it is not known
     */
    public RankGroups(List<RankPlace> places, Function<RankPlace, String> name) {
        groups = new int[places.size()];
        Map<String, Integer> known = new HashMap<>();
        for (int rank = 0; rank < groups.length; rank++) {
            String of = name.apply(places.get(rank));
            int group = of.isEmpty() ? names.size() : known.computeIfAbsent(of, any -> names.size());
            if (group == names.size()) {
                names.add(of);
                members.add(new ArrayList<>());
            }
            groups[rank] = group;
            members.get(group).add(rank);
        }
    }

    /** {@return the number of groups} */
    public int size() {
        return names.size();
    }

    /**
     * {@return the group of a rank}
     *
     * @param rank the rank
     */
    public int of(int rank) {
        return groups[rank];
    }

    /**
     * {@return the name of a group; empty if it is not known}
     *
     * @param group the group
     */
    public String name(int group) {
        return names.get(group);
    }

    /**
     * {@return the ranks of a group}
     *
     * @param group the group
     */
    public List<Integer> members(int group) {
        return List.copyOf(members.get(group));
    }

    /**
     * {@return whether a rank is the only one of its group}
     *
     * @param rank the rank
     */
    public boolean isAlone(int rank) {
        return members.get(groups[rank]).size() == 1;
    }

    /**
     * {@return the distribution of a figure over the ranks of each group}
     *
     * @param counts true for the ranks that count
     * @param figure the figure of a rank
     */
    public List<Distribution> distributions(IntPredicate counts, IntToLongFunction figure) {
        return members.stream()
                .map(ranks -> Distribution.of(ranks.stream()
                        .mapToInt(Integer::intValue)
                        .filter(counts)
                        .mapToLong(figure)))
                .toList();
    }

    /**
     * {@return for each rank, the median of a figure over the ranks of its group that count; 0 if none does}
     *
     * @param counts true for the ranks that count
     * @param figure the figure of a rank
     */
    public long[] medians(IntPredicate counts, IntToLongFunction figure) {
        List<Distribution> each = distributions(counts, figure);
        return IntStream.range(0, groups.length)
                .mapToLong(rank -> each.get(groups[rank]).median())
                .toArray();
    }
}
