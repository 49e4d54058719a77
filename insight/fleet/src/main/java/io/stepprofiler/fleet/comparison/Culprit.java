package io.stepprofiler.fleet.comparison;

import io.stepprofiler.fleet.RankPlace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A rank with the facts to find its process and machine.
 *
 * @param rank its number
 * @param host name of its machine; may be empty
 * @param localRank position among the ranks of its host, from 0; -1 if ranks of the run are missing
 * @param pid id of its process; 0 if it is not known
 * @param labels further facts by name, such as the rack
 */
public record Culprit(int rank, String host, int localRank, long pid, Map<String, String> labels) {
    /**
     * {@return all ranks with their positions on their hosts}
     *
     * @param places the ranks of a run, by increasing number
     * @param isWhole true if these are all ranks of the run
     */
    public static List<Culprit> all(List<RankPlace> places, boolean isWhole) {
        Map<String, Integer> counts = new HashMap<>();
        List<Culprit> all = new ArrayList<>();
        for (RankPlace place : places) {
            int local = isWhole ? counts.merge(place.host(), 1, Integer::sum) - 1 : -1;
            all.add(new Culprit(place.rank(), place.host(), local, place.pid(), place.labels()));
        }
        return all;
    }
}
