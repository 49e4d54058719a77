package io.stepprofiler.report.faces;

import static io.stepprofiler.amount.Amount.count;
import static io.stepprofiler.amount.Amount.share;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.fleet.RankPlace;
import io.stepprofiler.fleet.report.FleetReport;
import io.stepprofiler.fleet.sync.FleetClocks;
import io.stepprofiler.fleet.sync.FleetWaits;
import io.stepprofiler.fleet.sync.RankStep;
import io.stepprofiler.fleet.sync.RankWaits;
import io.stepprofiler.fleet.sync.SlowLink;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToLongFunction;

/** Sentences about the waits of ranks for each other, which the text, Markdown and page of a fleet share. */
final class WaitSentences {
    private static final int SHOWN = 3;
    private static final int SHOWN_HOSTS = 10;

    /** Part of the waits from which on a place is named, if it causes twice its equal share, too. */
    private static final double NAMED = 0.1;

    private final FleetWaits waits;
    private final Map<Integer, String> hostOf = new HashMap<>();
    private final List<String> sentences = new ArrayList<>();

    private WaitSentences(FleetWaits waits, List<RankPlace> places) {
        this.waits = waits;
        places.forEach(place -> hostOf.put(place.rank(), place.host()));
    }

    /** Returns the sentences; one with the reason if the waits are not known. */
    static List<String> of(FleetReport report) {
        return report.waits()
                .map(waits -> new WaitSentences(waits, report.read().steps().places()).sentences())
                .orElse(List.of(
                        "Waits for other ranks: not known, because fewer than two ranks recorded collectives."));
    }

    private List<String> sentences() {
        if (waits.collectives() == 0) {
            sentences.add("Waits for other ranks: not known, because no recorded collective can be used.");
        } else {
            means();
            causes();
            if (waits.negativeTransfers() > 0) {
                sentences.add(count(waits.negativeTransfers(), "collective")
                        + " ended before the last rank arrived, by the" + " fitted clocks.");
            }
            waits.slowLinks().forEach(link -> sentences.add(link(link)));
            clocks(waits.clocks());
        }
        waits.leftOut()
                .forEach((problem, parts) -> sentences.add(
                        "Left out: " + count(parts, "part") + " of collectives: " + problem.sentence() + "."));
        return sentences;
    }

    private void means() {
        sentences.add("In a step, a rank waits " + mean(RankStep::waitNanos)
                + " in collectives until the last rank arrives, then transfers for " + mean(RankStep::transferNanos)
                + "; " + mean(RankStep::unaccountedNanos) + " in collectives are unaccounted for ("
                + count(waits.collectives(), "collective") + ").");
    }

    private String mean(ToLongFunction<RankStep> part) {
        double sum = 0;
        long steps = 0;
        for (RankWaits rank : waits.ranks()) {
            sum += part.applyAsLong(rank.parts());
            steps += rank.steps();
        }
        return Amount.time(sum / Math.max(1, steps));
    }

    /** Names the hosts, then the ranks that cause many waits. */
    private void causes() {
        int before = sentences.size();
        Map<String, Long> hosts = new LinkedHashMap<>();
        Map<String, Long> ranks = new LinkedHashMap<>();
        Map<String, Double> alone = new HashMap<>();
        for (RankWaits rank : waits.ranks()) {
            String name = "rank " + rank.rank();
            String host = hostOf.getOrDefault(rank.rank(), "");
            ranks.put(name, rank.causedNanos());
            hosts.merge(host.isEmpty() ? name : "host " + host, rank.causedNanos(), Long::sum);
            alone.put(name, (double) rank.marginalNanos() / Math.max(1, rank.steps()));
        }
        causes(hosts.size() < ranks.size() ? hosts : Map.of(), alone);
        causes(ranks, alone);
        if (sentences.size() == before) {
            sentences.add("No rank or host causes most of the waits: ranks arrive last in turn.");
        }
    }

    private void causes(Map<String, Long> caused, Map<String, Double> alone) {
        double all = caused.values().stream().mapToDouble(Long::doubleValue).sum();
        double named = Math.max(NAMED, 2.0 / Math.max(1, caused.size()));
        caused.entrySet().stream()
                .filter(each -> all > 0 && each.getValue() >= named * all)
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .limit(SHOWN)
                .forEach(each -> sentences.add("Waits for " + each.getKey() + ": " + share(each.getValue() / all)
                        + " of all"
                        + (alone.containsKey(each.getKey())
                                ? "; if only this rank were faster, collectives would begin "
                                        + Amount.time(alone.getOrDefault(each.getKey(), 0.0)) + " a step earlier."
                                : ".")));
    }

    static String link(SlowLink link) {
        return String.format(
                Locale.ROOT,
                "Slow link: group %s of %s transfers %s of %s at %s, equal groups at %s.",
                link.group().isEmpty() ? "of all ranks" : link.group(),
                hosts(link.hosts()),
                link.kind().label(),
                Amount.bytes(link.bytes()),
                Amount.bandwidth(link.gigabytesPerSecond()),
                Amount.bandwidth(link.usualGigabytesPerSecond()));
    }

    private void clocks(FleetClocks clocks) {
        List<String> unaligned = clocks.unaligned();
        sentences.add("Clocks: " + clock(clocks) + ".");
        if (!unaligned.isEmpty()) {
            sentences.add(
                    "Not aligned, because they have too few collectives with the other hosts, or their clocks jump: "
                            + hosts(unaligned) + ".");
        }
    }

    /** Returns the error of the clocks. */
    static String clock(FleetClocks clocks) {
        int hosts = clocks.clocks().size();
        return hosts == 1
                ? "all ranks share the clock of one host"
                : hosts - clocks.unaligned().size() + " of " + hosts + " hosts fitted to each other within ± "
                        + Amount.time(clocks.errorNanos());
    }

    private static String hosts(List<String> hosts) {
        return String.join(", ", hosts.subList(0, Math.min(SHOWN_HOSTS, hosts.size())))
                + (hosts.size() > SHOWN_HOSTS ? " and " + (hosts.size() - SHOWN_HOSTS) + " more" : "");
    }
}
