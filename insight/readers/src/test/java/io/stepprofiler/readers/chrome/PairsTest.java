package io.stepprofiler.readers.chrome;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.imports.ImportedTrace;
import io.stepprofiler.trace.TraceEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Begins and ends of events, in any order of the file. */
class PairsTest {
    private static final int FILES = 60;

    @TempDir
    Path dir;

    /** Begin or end of an event, which is nested or asynchronous, and the time of the event that a program meant. */
    private record Mark(String text, String meant) {}

    private List<String> read(List<Mark> marks) throws IOException {
        ImportedTrace read = ChromeFile.read(
                dir, ChromeFile.document(marks.stream().map(Mark::text).toArray(String[]::new)));
        assertThat(read.missing()).isEmpty();
        assertThat(read.trace().account().unfinishedTotal()).isZero();
        return read.trace().events().stream().map(PairsTest::shown).sorted().toList();
    }

    private static String shown(TraceEvent event) {
        return event.name() + " " + event.startNanos() / 1000 + "+" + event.durationNanos() / 1000;
    }

    private static void add(
            String begin, String end, String name, int thread, long from, long until, List<Mark> marks) {
        String rest = "','name':'" + name + "','cat':'c','id':'" + thread + "','pid':1,'tid':" + thread + ",'ts':";
        marks.add(new Mark("{'ph':'" + begin + rest + from + "}", name + " " + from + "+" + (until - from)));
        marks.add(new Mark("{'ph':'" + end + rest + until + "}", ""));
    }

    /** Calls of a random program, in the order in which it ends them; calls of one name are not within each other. */
    private static void call(Random random, int depth, int thread, long from, long until, List<Mark> marks) {
        boolean isAsync = thread > 1;
        add(isAsync ? "b" : "B", isAsync ? "e" : "E", "f" + depth, thread, from, until, marks);
        long at = from;
        while (depth < 3 && until - at > 4 && random.nextInt(4) > 0) {
            long begin = at + random.nextInt(2);
            long end = begin + 1 + random.nextLong(until - begin - 1);
            call(random, depth + 1, thread, begin, end, marks);
            at = end;
        }
    }

    @Test
    void marks_inAnyOrder_giveTheEventsOfTheProgram() throws IOException {
        for (int seed = 0; seed < FILES; seed++) {
            Random random = new Random(seed);
            List<Mark> marks = new ArrayList<>();
            for (int thread = 0; thread < 4; thread++) {
                long at = 0;
                for (int i = 0; i < 5; i++) {
                    long until = at + 1 + random.nextInt(40);
                    call(random, 0, thread, at, until, marks);
                    at = until;
                }
            }
            List<String> meant = marks.stream()
                    .map(Mark::meant)
                    .filter(each -> !each.isEmpty())
                    .sorted()
                    .toList();
            assertThat(read(marks)).as("seed %d", seed).isEqualTo(meant);
            Collections.shuffle(marks, random);
            assertThat(read(marks)).as("seed %d, shuffled", seed).isEqualTo(meant);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0 1 2 3", "1 0 3 2", "3 2 1 0", "2 0 1 3"})
    void ends_atTheBeginOfTheNext_areOfTheFirst(String order) throws IOException {
        List<Mark> marks = new ArrayList<>();
        add("B", "E", "a", 1, 0, 10, marks);
        add("B", "E", "a", 1, 10, 15, marks);

        assertThat(read(IntStream.of(List.of(order.split(" ", -1)).stream()
                                .mapToInt(Integer::parseInt)
                                .toArray())
                        .mapToObj(marks::get)
                        .toList()))
                .containsExactly("a 0+10", "a 10+5");
    }

    @Test
    void endsWithoutName_ofEventsThatTakeNoTime_areOfTheInnermostInTheOrderOfTheFile() throws IOException {
        List<Mark> marks = List.of(
                new Mark("{'ph':'B','name':'outer','pid':1,'tid':1,'ts':0}", ""),
                new Mark("{'ph':'B','name':'inner','pid':1,'tid':1,'ts':5}", ""),
                new Mark("{'ph':'E','pid':1,'tid':1,'ts':5}", ""),
                new Mark("{'ph':'E','pid':1,'tid':1,'ts':9}", ""));

        assertThat(read(marks)).containsExactly("inner 5+0", "outer 0+9");
    }
}
