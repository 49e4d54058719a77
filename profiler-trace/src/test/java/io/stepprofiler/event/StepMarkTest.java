package io.stepprofiler.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class StepMarkTest {
    private static List<StepMark> steps(long first, long last, long unfinished) {
        return Stream.concat(
                        LongStream.rangeClosed(first, last).mapToObj(number -> step(number, false)),
                        LongStream.range(last + 1, last + 1 + unfinished).mapToObj(number -> step(number, true)))
                .toList();
    }

    private static StepMark step(long number, boolean unfinished) {
        return new StepMark(number, 10 * number, 10, 1, unfinished);
    }

    @Test
    void inWords_ofWholeSteps_namesTheFirstAndTheLast() {
        assertThat(StepMark.inWords(List.of())).isEmpty();
        assertThat(StepMark.inWords(steps(7, 7, 0))).isEqualTo("step 7");
        assertThat(StepMark.inWords(steps(7, 9, 0))).isEqualTo("steps 7 to 9");
    }

    @Test
    void inWords_ofAStepThatGoesOn_doesNotCountItToTheOthers() {
        assertThat(StepMark.inWords(steps(7, 9, 1))).isEqualTo("steps 7 to 9, and the beginning of step 10");
        assertThat(StepMark.inWords(steps(7, 6, 1))).isEqualTo("the beginning of step 7");
        assertThat(StepMark.inWords(steps(7, 7, 2))).isEqualTo("step 7, and the beginning of steps 8 to 9");
    }

    /** Number of the most marks of a set that do not overlap, by trying all sets. */
    private static int most(List<StepMark> marks, int from, long free) {
        int most = 0;
        for (int i = from; i < marks.size(); i++) {
            if (marks.get(i).startNanos() >= free) {
                long end = marks.get(i).startNanos() + marks.get(i).durationNanos();
                most = Math.max(most, 1 + most(marks, i + 1, end));
            }
        }
        return most;
    }

    @Test
    void disjoint_ofRandomMarks_areAsManyAsCanBe_andDoNotOverlap() {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            List<StepMark> marks = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                marks.add(new StepMark(i, random.nextInt(30), 1 + random.nextInt(12), i % 2, false));
            }
            List<StepMark> disjoint = StepMark.disjoint(marks);
            for (long thread = 0; thread < 2; thread++) {
                long own = thread;
                List<StepMark> kept =
                        disjoint.stream().filter(mark -> mark.trackId() == own).toList();
                List<StepMark> all = marks.stream()
                        .filter(mark -> mark.trackId() == own)
                        .sorted(StepMark.PARENTS_FIRST)
                        .toList();
                assertThat(kept).as("seed %d", seed).hasSize(most(all, 0, Long.MIN_VALUE));
                for (int i = 1; i < kept.size(); i++) {
                    assertThat(kept.get(i).startNanos())
                            .isGreaterThanOrEqualTo(kept.get(i - 1).startNanos()
                                    + kept.get(i - 1).durationNanos());
                }
            }
            assertThat(disjoint).isSortedAccordingTo(StepMark.PARENTS_FIRST);
        }
    }

    @Test
    void disjoint_aroundWholeSteps_hasNeitherUnfinishedNorEmptyMarks() {
        StepMark step = new StepMark(1, 10, 5, 1, false);
        StepMark last = new StepMark(2, 20, 5, 1, true);
        assertThat(StepMark.disjoint(
                        List.of(new StepMark(0, 0, 25, 1, true), new StepMark(3, 12, 0, 1, false), last, step)))
                .containsExactly(step, last);
    }
}
