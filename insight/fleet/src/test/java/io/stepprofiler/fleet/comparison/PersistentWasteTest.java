package io.stepprofiler.fleet.comparison;

import static io.stepprofiler.fleet.RankPlace.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.fleet.RankPlace;
import io.stepprofiler.fleet.ranks.FleetGroups;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PersistentWasteTest {
    /** Reads the places of ranks as stage, rack and host, one character each; - is not known. */
    private static FleetGroups groups(String places) {
        String[] each = places.trim().split(" ", -1);
        return new FleetGroups(IntStream.range(0, each.length)
                .mapToObj(rank -> new RankPlace(
                        rank,
                        name(each[rank].charAt(2)),
                        each[rank].charAt(0) == '-' ? UNKNOWN : each[rank].charAt(0) - '0',
                        UNKNOWN,
                        UNKNOWN,
                        UNKNOWN,
                        Map.of("rack", name(each[rank].charAt(1)))))
                .toList());
    }

    private static String name(char name) {
        return name == '-' ? "" : String.valueOf(name);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // The last stage is slow.
                "0-- 1-- 2-- 3-- 0-- 1-- 2-- 3-- | 887 887 887 1424 887 887 887 1424 | 403 0 0 0 | 3,,,",
                // A host is slow.
                "--a --a --b --b --c --c --d --d | 100 100 150 150 100 100 100 100   | 0 0 38 0  | ,,b,",
                // A rank is slow, and its host is not.
                "--a --a --b --b --c --c --d --d | 100 100 100 100 100 180 100 100   | 0 0 0 70  | ,,,5",
                // A rack is slow, but none of its hosts more than the other.
                "-xa -xa -xb -xb -yc -yc -yd -yd | 100 100 100 100 140 140 140 140   | 0 20 0 0  | ,y,,",
                // A host of a slow rack is even slower, and so is one of its ranks.
                "-xa -xa -xb -xb -yc -yc -yd -yd | 100 100 100 100 120 120 160 170   | 0 0 39 10 | ,,d,7",
                // A host that has ranks of both stages is slow.
                "0-a 1-a 0-b 1-b 0-c 1-c 0-d 1-d | 100 200 100 200 120 220 100 200   | 45 0 20 0 | 1,,c,",
                // Hosts with one rank each cannot be told from their ranks.
                "--a --b --c --d                 | 100 100 140 100                   | 0 0 0 30  | ,,,2",
                // All ranks are equal.
                "0-a 0-a 1-b 1-b                 | 100 100 100 100                   | 0 0 0 0   | ,,,"
            })
    void parts_areTheExcessOfTheSlowestGroupOfEachLevel(String places, String medians, String parts, String names) {
        long[] nanos = Arrays.stream(medians.trim().split(" +", -1))
                .mapToLong(Long::parseLong)
                .toArray();

        List<WastePart> waste = PersistentWaste.of(nanos, groups(places));

        assertThat(waste.stream().map(WastePart::nanos))
                .containsExactlyElementsOf(Arrays.stream(parts.trim().split(" ", -1))
                        .map(Long::valueOf)
                        .toList());
        assertThat(waste.stream().map(WastePart::name)).containsExactly(names.split(",", -1));
    }

    @Test
    void parts_ofRandomRanks_addUpToTheExcessOfTheSlowest() {
        SplittableRandom random = new SplittableRandom(3);
        for (int trial = 0; trial < 500; trial++) {
            int ranks = random.nextInt(1, 30);
            StringBuilder places = new StringBuilder();
            for (int rank = 0; rank < ranks; rank++) {
                places.append("01-".charAt(random.nextInt(3)))
                        .append("xyz-".charAt(random.nextInt(4)))
                        .append("abcdef-".charAt(random.nextInt(7)))
                        .append(' ');
            }
            long[] medians = random.longs(ranks, 0, 1000).toArray();

            List<WastePart> waste = PersistentWaste.of(medians, groups(places.toString()));

            assertThat(waste).extracting(WastePart::nanos).allMatch(nanos -> nanos >= 0);
            assertThat(waste.stream().mapToLong(WastePart::nanos).sum())
                    .isEqualTo(Arrays.stream(medians).max().orElseThrow()
                            - Arrays.stream(medians).sum() / ranks);
        }
    }
}
