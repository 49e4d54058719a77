package io.stepprofiler.fleet.comparison;

import io.stepprofiler.fleet.RankPlace;
import io.stepprofiler.fleet.ranks.PlaceLevel;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Places of some ranks among all ranks.
 *
 * @param kind the kind
 * @param names the repeated places: racks, hosts, positions on each host; the distance and the first of regular numbers; else
 *     nothing
 * @param isStagePossible whether the ranks may be a part of the model as well as machines, because no rank has a known
 *     position in the model, and the numbers are as regular as such parts are
 */
public record RankPattern(Kind kind, List<String> names, boolean isStagePossible) {
    static final RankPattern NONE = new RankPattern(Kind.NONE, List.of(), false);

    private static final int FEWEST_REGULAR = 3;

    /** Kind of a pattern, the most special first. */
    public enum Kind {
        /** No rank. */
        NONE,
        /** One rank. */
        RANK,
        /** All ranks of some racks. */
        RACKS,
        /** All ranks of some hosts. */
        HOSTS,
        /** The same positions on each host. */
        LOCAL_RANKS,
        /** Numbers at the same distance from each other, over the whole run. */
        EVERY,
        /** The last ranks. */
        LAST,
        /** Any ranks. */
        RANKS
    }

    /** Copies the names. */
    public RankPattern {
        names = List.copyOf(names);
    }

    /** Returns the pattern of some numbers of ranks; positions on hosts are known if no rank of the run is missing. */
    static RankPattern of(Set<Integer> slow, List<RankPlace> places, boolean isWhole) {
        boolean isPlaced = places.stream()
                .anyMatch(place -> place.stage() != RankPlace.UNKNOWN || place.tensor() != RankPlace.UNKNOWN);
        int[] numbers = slow.stream().mapToInt(Integer::intValue).sorted().toArray();
        int all = places.size();
        boolean isLast = numbers.length > 1
                && all % numbers.length == 0
                && all > numbers.length
                && slow.contains(places.get(all - 1).rank())
                && numbers[numbers.length - 1] - numbers[0] == numbers.length - 1;
        int distance = distance(all == 0 ? 0 : places.get(all - 1).rank(), numbers);
        boolean isPossible = !isPlaced && (isLast || distance > 1);
        if (numbers.length < 2) {
            return numbers.length == 0 ? NONE : new RankPattern(Kind.RANK, List.of(), false);
        }
        return whole(slow, places, PlaceLevel.RACK)
                .map(names -> new RankPattern(Kind.RACKS, names, isPossible))
                .or(() -> whole(slow, places, PlaceLevel.HOST)
                        .map(names -> new RankPattern(Kind.HOSTS, names, isPossible)))
                .or(() ->
                        local(slow, places, isWhole).map(names -> new RankPattern(Kind.LOCAL_RANKS, names, isPossible)))
                .orElseGet(() -> distance > 1
                        ? new RankPattern(
                                Kind.EVERY,
                                List.of(Integer.toString(distance), Integer.toString(numbers[0])),
                                isPossible)
                        : new RankPattern(isLast ? Kind.LAST : Kind.RANKS, List.of(), isPossible));
    }

    /** Returns the distance of regular numbers up to the last rank; 0 if they are not regular. */
    private static int distance(int last, int... numbers) {
        int distance = numbers.length < FEWEST_REGULAR ? 0 : numbers[1] - numbers[0];
        return distance > 1
                        && numbers[numbers.length - 1] + distance > last
                        && numbers[0] < distance
                        && IntStream.range(1, numbers.length).allMatch(i -> numbers[i] - numbers[i - 1] == distance)
                ? distance
                : 0;
    }

    /** Returns the places of a level if the ranks are all ranks of some of them, two or more of each. */
    private static Optional<List<String>> whole(Set<Integer> slow, List<RankPlace> places, PlaceLevel level) {
        List<String> names = names(places, place -> slow.contains(place.rank()), level::name);
        boolean isWhole = !names.contains("")
                && names.size() < names(places, any -> true, level::name).size()
                && places.stream().allMatch(place -> slow.contains(place.rank()) == names.contains(level.name(place)))
                && slow.size() >= 2 * names.size();
        return isWhole ? Optional.of(names) : Optional.empty();
    }

    /** Returns the positions on the hosts if the ranks are all ranks there, on two hosts or more with other positions. */
    private static Optional<List<String>> local(Set<Integer> slow, List<RankPlace> places, boolean isWhole) {
        List<Culprit> all = Culprit.all(places, isWhole);
        Set<Integer> positions = all.stream()
                .filter(each -> slow.contains(each.rank()))
                .map(Culprit::localRank)
                .collect(Collectors.toSet());
        boolean isSame = isWhole
                && all.stream().allMatch(each -> slow.contains(each.rank()) == positions.contains(each.localRank()))
                && slow.size() > positions.size()
                && places.stream().noneMatch(place -> place.host().isEmpty());
        return isSame
                ? Optional.of(positions.stream().sorted().map(String::valueOf).toList())
                : Optional.empty();
    }

    private static List<String> names(
            List<RankPlace> places, Predicate<RankPlace> counts, Function<RankPlace, String> name) {
        return places.stream().filter(counts).map(name).distinct().toList();
    }
}
