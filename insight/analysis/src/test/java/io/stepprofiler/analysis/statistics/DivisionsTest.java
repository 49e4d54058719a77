package io.stepprofiler.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DivisionsTest {
    private static List<List<Integer>> of(int first, int second) {
        List<List<Integer>> divisions = new ArrayList<>();
        Divisions.forEach(
                first,
                second,
                chosen -> divisions.add(Arrays.stream(chosen).sorted().boxed().toList()));
        return divisions;
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 2", "1, 5, 6", "5, 1, 6", "3, 3, 20", "4, 3, 35", "5, 5, 252", "8, 8, 12870"})
    void divisions_ofFewValues_areAll(int first, int second, int expected) {
        List<List<Integer>> divisions = of(first, second);
        assertThat(divisions).hasSize(expected).doesNotHaveDuplicates();
        assertThat(divisions)
                .allSatisfy(each -> assertThat(each).hasSize(second).allMatch(place -> place < first + second));
    }

    @Test
    void divisions_ofManyValues_areTheGivenOneAndTheSameSampleEachTime() {
        List<List<Integer>> divisions = of(15, 12);
        assertThat(divisions).hasSize(20_001).isEqualTo(of(15, 12));
        assertThat(divisions.get(0)).isEqualTo(IntStream.range(15, 27).boxed().toList());
        assertThat(divisions).allSatisfy(each -> assertThat(new HashSet<>(each)).hasSize(12));
        double mean = divisions.stream()
                .flatMap(List::stream)
                .mapToInt(Integer::intValue)
                .average()
                .orElse(0);
        assertThat(mean).isBetween(12.95, 13.05);
    }
}
