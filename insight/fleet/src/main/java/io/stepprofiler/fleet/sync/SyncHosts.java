package io.stepprofiler.fleet.sync;

import io.stepprofiler.fleet.RankPlace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Hosts of the ranks, each with a clock. A rank whose host is not known has a clock of its own.
 *
 * @param names name of each host
 * @param ofRanks index of the host of each rank
 */
@SuppressWarnings("ArrayRecordComponent") // Never changed, never compared.
record SyncHosts(List<String> names, int[] ofRanks) {
    static SyncHosts of(List<RankPlace> places) {
        List<String> names = new ArrayList<>();
        Map<String, Integer> known = new HashMap<>();
        int[] ofRanks = new int[places.size()];
        for (int i = 0; i < ofRanks.length; i++) {
            String host = places.get(i).host();
            ofRanks[i] = host.isEmpty() ? names.size() : known.computeIfAbsent(host, any -> names.size());
            if (ofRanks[i] == names.size()) {
                names.add(host.isEmpty() ? "rank " + places.get(i).rank() : host);
            }
        }
        return new SyncHosts(names, ofRanks);
    }
}
