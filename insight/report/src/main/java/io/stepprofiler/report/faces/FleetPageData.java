package io.stepprofiler.report.faces;

import io.stepprofiler.fleet.comparison.Abstention;
import io.stepprofiler.fleet.comparison.Episode;
import io.stepprofiler.fleet.comparison.FleetComparison;
import io.stepprofiler.fleet.comparison.FleetPauses;
import io.stepprofiler.fleet.comparison.LengthEffect;
import io.stepprofiler.fleet.comparison.StageExcess;
import io.stepprofiler.fleet.comparison.Straggler;
import io.stepprofiler.fleet.comparison.WasteAccount;
import io.stepprofiler.fleet.report.FleetReport;
import io.stepprofiler.fleet.report.UnreadLedger;
import io.stepprofiler.fleet.sync.FleetClocks;
import io.stepprofiler.fleet.sync.FleetWaits;
import io.stepprofiler.fleet.sync.SlowLink;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Plain data of the page of a fleet, besides the figures of each rank and step. Lists are limited, unlike in {@link FleetFile}; the page
 * states the number of further entries.
 */
record FleetPageData(
        FleetVerdict verdict,
        Counts counts,
        Sources sources,
        @Nullable Waste waste,
        Slowest slowest,
        @Nullable StageExcess stage,
        @Nullable FleetPauses pauses,
        @Nullable String pausesSentence,
        @Nullable LengthEffect lengths,
        @Nullable Waits waits,
        List<String> waitSentences,
        Missing missing) {
    private static final int MOST_LISTED = 500;

    /** Sentences about the compared data. */
    record Sources(String evidence, String data, String falseRate, String losses) {
        static Sources of(FleetReport report) {
            return new Sources(
                    DataSentences.evidence(report) + ": "
                            + report.comparison().extent().evidence().sentence(),
                    DataSentences.of(report),
                    DataSentences.FALSE_RATE,
                    DataSentences.losses(report).orElse(""));
        }
    }

    /** Data that the comparison lacks, with reasons. */
    record Missing(Listed<Reason> leftOut, Listed<UnreadLedger> unread, List<String> abstentions) {
        static Missing of(FleetReport report) {
            FleetComparison fleet = report.comparison();
            return new Missing(
                    Listed.of(
                            fleet.extent().leftOut(),
                            each -> new Reason(each.rank(), each.reason().sentence())),
                    Listed.of(report.unread(), Function.identity()),
                    fleet.abstentions().stream().map(Abstention::sentence).toList());
        }
    }

    /** First entries of a list, and the number of the others. */
    record Listed<T>(List<T> first, int more) {
        static <S, T> Listed<T> of(List<S> all, Function<S, T> entry) {
            return new Listed<>(
                    all.stream().limit(MOST_LISTED).map(entry).toList(), Math.max(0, all.size() - MOST_LISTED));
        }
    }

    /** Numbers of ranks, steps and tests; the first and last step are -1 without steps. */
    record Counts(
            int ranks,
            int worldSize,
            int missingRanks,
            int withoutRank,
            long pooledRows,
            int steps,
            int missingSteps,
            long firstStep,
            long lastStep,
            int windows,
            int tests,
            int untestedRanks) {
        static Counts of(FleetReport report) {
            FleetComparison fleet = report.comparison();
            long[] numbers = report.read().steps().numbers();
            return new Counts(
                    fleet.extent().ranks(),
                    report.read().worldSize(),
                    fleet.extent().missingRanks(),
                    report.read().withoutRank(),
                    report.read().pooledRows(),
                    fleet.extent().steps(),
                    fleet.extent().missingSteps(),
                    numbers.length == 0 ? -1 : numbers[0],
                    numbers.length == 0 ? -1 : numbers[numbers.length - 1],
                    fleet.extent().windows(),
                    fleet.extent().tests(),
                    fleet.extent().untestedRanks());
        }
    }

    /** A reason, with the rank or the number that it is about. */
    record Reason(long about, String sentence) {}

    /** A time with its name. */
    record Part(String name, long nanos) {}

    /** The account of waste, with sentences. */
    record Waste(
            long stepNanos,
            long ownNanos,
            long wasteNanos,
            double slowdown,
            List<Part> parts,
            List<Part> events,
            String sentence,
            String wandering) {
        static Waste of(WasteAccount account, FleetComparison fleet) {
            return new Waste(
                    account.stepNanos(),
                    account.ownNanos(),
                    account.wasteNanos(),
                    account.slowdown(),
                    account.parts().stream()
                            .map(part -> new Part(FleetSentences.of(part), part.nanos()))
                            .toList(),
                    account.events().entrySet().stream()
                            .map(event -> new Part(event.getKey().phrase(), event.getValue()))
                            .toList(),
                    FleetSentences.of(account),
                    FleetSentences.wandering(account, fleet));
        }
    }

    /** Difference of a place from its peers, and the possible gain. */
    record Slowness(long excessNanos, double excess, double recurrence, long gainNanos, double gain) {}

    /** A slow rank, host or rack. */
    record Slow(
            String level,
            String name,
            int ranks,
            boolean isSure,
            Slowness slowness,
            String place,
            String cause,
            String partOf,
            String nextStep) {
        static Slow of(Straggler slow, RankParts ranks) {
            return new Slow(
                    slow.level().word(),
                    slow.name(),
                    slow.ranks().size(),
                    slow.certainty() == Straggler.Certainty.SURE,
                    new Slowness(slow.excessNanos(), slow.excess(), slow.recurrence(), slow.gainNanos(), slow.gain()),
                    FleetSentences.place(slow, ranks),
                    ranks.cause(slow),
                    slow.partOf(),
                    FleetSentences.nextStep(slow.cause(), ranks.first(slow)));
        }
    }

    /** An episode, with its sentence. */
    record Times(List<Integer> ranks, long firstStep, long lastStep, boolean isFinding, String sentence, String cause) {
        static Times of(Episode episode) {
            return new Times(
                    episode.ranks(),
                    episode.firstStep(),
                    episode.lastStep(),
                    episode.isFinding(),
                    FleetSentences.of(episode),
                    episode.cause().phrase());
        }
    }

    /** Slow places, and episodes of ranks. */
    record Slowest(Listed<Slow> slow, Listed<Times> episodes, long gainNanos) {}

    /** Collectives, links and clocks. */
    record Waits(
            long collectives,
            List<Reason> leftOut,
            long negativeTransfers,
            int comparedLinks,
            Listed<SlowLink> slowLinks,
            int hosts,
            long clockErrorNanos,
            Listed<String> unaligned) {
        static Waits of(FleetWaits waits) {
            FleetClocks clocks = waits.clocks();
            return new Waits(
                    waits.collectives(),
                    waits.leftOut().entrySet().stream()
                            .map(each ->
                                    new Reason(each.getValue(), each.getKey().sentence()))
                            .toList(),
                    waits.negativeTransfers(),
                    waits.comparedLinks(),
                    Listed.of(waits.slowLinks(), Function.identity()),
                    clocks.clocks().size(),
                    clocks.errorNanos(),
                    Listed.of(clocks.unaligned(), Function.identity()));
        }
    }

    static FleetPageData of(FleetReport report) {
        FleetComparison fleet = report.comparison();
        RankParts ranks = new RankParts(report);
        return new FleetPageData(
                FleetVerdict.of(report),
                Counts.of(report),
                Sources.of(report),
                fleet.account().map(account -> Waste.of(account, fleet)).orElse(null),
                new Slowest(
                        Listed.of(fleet.stragglers(), slow -> Slow.of(slow, ranks)),
                        Listed.of(fleet.episodes(), Times::of),
                        fleet.verdict().gainNanos()),
                fleet.stage().orElse(null),
                fleet.pauses().orElse(null),
                fleet.pauses().map(FleetSentences::of).orElse(null),
                fleet.lengths().orElse(null),
                report.waits().map(Waits::of).orElse(null),
                WaitSentences.of(report),
                Missing.of(report));
    }
}
