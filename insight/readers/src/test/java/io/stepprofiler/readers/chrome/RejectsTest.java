package io.stepprofiler.readers.chrome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.stepprofiler.event.DropCause;
import io.stepprofiler.imports.ImportedTrace;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Events with impossible times, and copies of events. */
class RejectsTest {
    private static final long BASE = 1_700_000_000_000_000L;
    private static final long HOUR = 3_600_000_000L;

    @TempDir
    Path dir;

    private ImportedTrace read(List<String> events) throws IOException {
        return ChromeFile.read(dir, ChromeFile.document(events.toArray(String[]::new)));
    }

    private static String event(String category, String name, int row, long micros, int duration) {
        return "{'ph':'X','cat':'" + category + "','name':'" + name + "','pid':0,'tid':" + row + ",'ts':" + micros
                + ",'dur':" + duration + "}";
    }

    private static List<String> steps() {
        List<String> events = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            events.add(event("user_annotation", "ProfilerStep#" + i, 100, BASE + 1000L * i, 1000));
            events.add(event("cpu_op", "aten::mm", 100, BASE + 1000L * i + 100, 300));
            events.add(event("kernel", "gemm", 7, BASE + 1000L * i + 200, 400));
        }
        return events;
    }

    @ParameterizedTest
    @CsvSource({
        "kernel, 7, -100000000000, 27.8 h",
        "kernel, 7, 100000000000, 27.8 h",
        "cpu_op, 100, -1700000000000000, 472222 h",
        "cpu_op, 101, 100000000000, 27.8 h"
    })
    void event_farFromAllOthers_isLeftOutAndNamed(String category, int row, long micros, String where)
            throws IOException {
        List<String> events = steps();
        events.add(4, event(category, "other", row, BASE + micros, 0));
        ImportedTrace read = read(events);

        assertThat(read.missing())
                .containsExactly("1 event is left out: it lies " + where + " away from all others, by a wrong time");
        assertWindow(read.trace());
        assertThat(read.trace().account().dropped()).containsExactly(entry(DropCause.INVALID, 1L));
    }

    private static void assertWindow(Trace trace) {
        assertThat(trace.start().epochNanos()).isEqualTo(BASE * 1000);
        assertThat(trace.end().monotonicNanos() - trace.start().monotonicNanos())
                .isEqualTo(5_000_000);
        assertThat(trace.events()).extracting(TraceEvent::name).doesNotContain("other");
    }

    @Test
    void kernelsAndCountersAtZero_areLeftOut_howeverMany() throws IOException {
        List<String> events = steps();
        for (int i = 0; i < 50; i++) {
            events.add(event("kernel", "other", 7, 0, 0));
            events.add("{'ph':'s','cat':'ac2g','id':" + i + ",'pid':0,'tid':7,'ts':0}");
        }
        events.add("{'ph':'C','name':'c','pid':1,'tid':1,'ts':0,'args':{'value':1}}");
        ImportedTrace read = read(events);

        assertThat(read.missing())
                .contains("51 events are left out: they lie up to 472222 h away from all others, by a wrong time");
        assertWindow(read.trace());
        assertThat(read.trace().counters()).isEmpty();
    }

    @Test
    void event_ofImpossibleLength_isLeftOut() throws IOException {
        List<String> events = steps();
        events.add(event("cpu_op", "other", 100, BASE + 100, 5).replace("'dur':5", "'dur':1e15"));
        ImportedTrace read = read(events);

        assertThat(read.missing())
                .singleElement()
                .asString()
                .startsWith("1 event is left out: it lies 277778 h away from all others");
        assertWindow(read.trace());
    }

    @Test
    void events_ofARunOfHours_stay() throws IOException {
        List<String> events = steps();
        for (int i = 0; i < 20; i++) {
            events.add(event("cpu_op", "validate", 100, BASE + i * HOUR, 5));
        }
        assertThat(read(events).missing()).isEmpty();
    }

    @Test
    void events_ofTwoTimesOfWhichNoneIsMost_stay() throws IOException {
        List<String> events = steps();
        for (int i = 0; i < 5; i++) {
            events.add(event("cpu_op", "aten::add", 100, BASE + 30 * HOUR + i, 1));
        }
        assertThat(read(events).missing()).isEmpty();
    }

    @Test
    void copies_ofAllEvents_countOnce() throws IOException {
        List<String> events = steps();
        events.addAll(steps());
        ImportedTrace read = read(events);

        assertThat(read.trace().steps()).hasSize(5);
        assertThat(read.trace().eventCount()).isEqualTo(10);
        assertThat(read.missing())
                .containsExactly(
                        "15 events are left out: they are copies of another with the same values of all" + " members");
        assertThat(read.trace().account().dropped()).isEmpty();
    }

    @Test
    void events_thatDifferInOneArgumentOnly_areAllEvents() throws IOException {
        List<String> events = steps();
        for (String id : List.of("{'External id':1}", "{'External id':2}", "{'a':1}", "{'a':2}", "{'a':'1'}")) {
            events.add(event("cpu_op", "aten::mm", 100, BASE + 600, 5).replace("}", ",'args':" + id + "}"));
        }
        ImportedTrace read = read(events);

        assertThat(read.trace().eventCount()).isEqualTo(15);
        assertThat(read.missing()).isEmpty();
    }
}
