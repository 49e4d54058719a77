package io.stepprofiler.readers.perfetto;

import static io.stepprofiler.readers.perfetto.PacketFile.annotation;
import static io.stepprofiler.readers.perfetto.PacketFile.begin;
import static io.stepprofiler.readers.perfetto.PacketFile.bytes;
import static io.stepprofiler.readers.perfetto.PacketFile.compressed;
import static io.stepprofiler.readers.perfetto.PacketFile.count;
import static io.stepprofiler.readers.perfetto.PacketFile.counterTrack;
import static io.stepprofiler.readers.perfetto.PacketFile.end;
import static io.stepprofiler.readers.perfetto.PacketFile.event;
import static io.stepprofiler.readers.perfetto.PacketFile.instant;
import static io.stepprofiler.readers.perfetto.PacketFile.message;
import static io.stepprofiler.readers.perfetto.PacketFile.process;
import static io.stepprofiler.readers.perfetto.PacketFile.thread;
import static io.stepprofiler.readers.perfetto.PacketFile.trace;
import static io.stepprofiler.readers.perfetto.PacketFile.track;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MarkerScope;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.imports.ImportCandidate;
import io.stepprofiler.imports.ImportOptions;
import io.stepprofiler.imports.ImportedTrace;
import io.stepprofiler.imports.Traces;
import io.stepprofiler.readers.perfetto.PacketFile.Message;
import io.stepprofiler.trace.CounterTrack;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import io.stepprofiler.trace.Track;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files as Perfetto's SDK and others write them. */
class PerfettoImporterTest {
    private static final long PROCESS = 1;
    private static final long MAIN = 2;
    private static final Message NAMED = process(PROCESS, 7, "trainer");
    private static final Message MAIN_THREAD = thread(MAIN, 7, 70, "main");

    @TempDir
    private Path directory;

    private ImportedTrace open(byte[] bytes) throws IOException {
        return Traces.open(Files.write(directory.resolve("x.pftrace"), bytes), ImportOptions.DEFAULT);
    }

    private Trace read(Message... packets) throws IOException {
        ImportedTrace read = open(trace(packets));
        assertThat(read.missing()).isEmpty();
        return read.trace();
    }

    private static List<String> shown(Trace trace) {
        return trace.events().stream()
                .map(each -> each.name() + " " + each.startNanos() + "+" + each.durationNanos()
                        + (each.unfinished() ? " unfinished" : ""))
                .toList();
    }

    @Test
    void process_ofSeveral_isNone() throws IOException {
        Trace trace = read(
                NAMED, process(99, 0, "swapper"), MAIN_THREAD, event(100, begin(MAIN, "outer")), event(110, end(MAIN)));

        assertThat(trace.process()).isEqualTo(new ProcessInfo(0, "", ""));
    }

    @Test
    void slices_ofAThread_areNestedEvents() throws IOException {
        Trace trace = read(
                NAMED,
                MAIN_THREAD,
                event(100, begin(MAIN, "outer")),
                event(110, begin(MAIN, "inner")),
                event(130, end(MAIN)),
                event(200, end(MAIN)));

        assertThat(shown(trace)).containsExactly("outer 100+100", "inner 110+20");
        Track main = trace.tracks().get(0);
        assertThat(main.isThread()).isTrue();
        assertThat(main.id()).isEqualTo(70);
        assertThat(main.name()).isEqualTo("main");
        assertThat(trace.process()).isEqualTo(new ProcessInfo(7, "", "trainer"));
    }

    @Test
    void descriptors_behindTheEvents_areTheirTracks() throws IOException {
        Trace trace = read(event(1, begin(MAIN, "a")), event(2, end(MAIN)), MAIN_THREAD);

        assertThat(trace.tracks()).extracting(Track::name).containsExactly("main");
    }

    @Test
    void packets_outOfTheOrderOfTime_areTakenByTime() throws IOException {
        Trace trace = read(
                MAIN_THREAD,
                event(40, end(MAIN)),
                event(20, begin(MAIN, "inner")),
                event(30, end(MAIN)),
                event(10, begin(MAIN, "outer")));

        assertThat(shown(trace)).containsExactly("outer 10+30", "inner 20+10");
    }

    @Test
    void slice_withoutEnd_isUnfinishedUntilTheLastEvent() throws IOException {
        Trace trace = read(MAIN_THREAD, event(5, begin(MAIN, "a")), event(9, instant(MAIN, "last")));

        assertThat(shown(trace)).contains("a 5+4 unfinished");
        assertThat(trace.account().unfinishedTotal()).isEqualTo(1);
    }

    @Test
    void end_withoutBegin_isTold() throws IOException {
        ImportedTrace read = open(trace(MAIN_THREAD, event(5, end(MAIN))));

        assertThat(read.missing()).containsExactly("not taken: 1 ends of events that have no begin");
    }

    @Test
    void instants_areMarkersWithTheReachOfTheirTrack() throws IOException {
        Trace trace = read(
                NAMED,
                MAIN_THREAD,
                event(1, instant(MAIN, "thread")),
                event(2, instant(PROCESS, "process")),
                event(3, instant(0, "global")));

        assertThat(trace.events()).extracting(TraceEvent::kind).containsOnly(EventKind.MARKER);
        for (Track track : trace.tracks()) {
            for (int i = 0; i < track.size(); i++) {
                MarkerScope scope = trace.markerScope(track.nameId(i));
                assertThat(scope.name()).isEqualToIgnoringCase(trace.name(track.nameId(i)));
            }
        }
    }

    @Test
    void stepNames_onAThread_areSteps() throws IOException {
        Trace trace = read(
                MAIN_THREAD,
                event(10, begin(MAIN, "ProfilerStep#3")),
                event(12, begin(MAIN, "work")),
                event(18, end(MAIN)),
                event(20, end(MAIN)));

        assertThat(trace.steps()).containsExactly(new StepMark(3, 10, 10, 70, false));
        assertThat(shown(trace)).containsExactly("work 12+6");
    }

    @Test
    void counters_haveTheirUnitAndSumsOfChanges() throws IOException {
        Message incremental = message().number(5, 1).number(4, 10);
        Trace trace = read(
                NAMED,
                counterTrack(5, PROCESS, "loss", message()),
                counterTrack(6, 0, "bytes", incremental),
                event(1, message().number(9, 4).number(11, 5).real(44, 0.5)),
                event(2, count(6, 3)),
                event(3, count(6, -1)));

        assertThat(trace.counters()).extracting(CounterTrack::name).containsExactlyInAnyOrder("loss", "bytes");
        for (CounterTrack counter : trace.counters()) {
            if (counter.name().equals("loss")) {
                assertThat(counter.value(0)).isEqualTo(0.5);
            } else {
                assertThat(counter.value(0)).isEqualTo(30);
                assertThat(counter.value(1)).isEqualTo(20);
            }
        }
    }

    @Test
    void otherTracks_areLanesByTheirPath() throws IOException {
        Trace trace = read(
                NAMED,
                track(10, PROCESS, "requests"),
                track(11, 10, "GET"),
                event(1, begin(11, "a")),
                event(2, end(11)));

        assertThat(trace.tracks()).extracting(Track::name).containsExactly("requests / GET");
        assertThat(trace.tracks().get(0).isThread()).isFalse();
    }

    @Test
    void threads_ofSeveralProcesses_keepApartAndNameThem() throws IOException {
        Trace trace = read(
                NAMED,
                MAIN_THREAD,
                process(3, 8, "loader"),
                thread(4, 8, 70, "main"),
                event(1, begin(MAIN, "a")),
                event(2, end(MAIN)),
                event(1, begin(4, "b")),
                event(2, end(4)));

        assertThat(trace.tracks()).extracting(Track::name).containsExactlyInAnyOrder("main (trainer)", "main (loader)");
        assertThat(trace.tracks()).extracting(Track::id).doesNotHaveDuplicates();
    }

    @Test
    void internedTexts_defaultsAndOwnClocks_ofASequenceAreMinded() throws IOException {
        Message state = message()
                .number(10, 9)
                .number(13, 1)
                .message(59, message().number(58, 64).message(11, message().number(11, MAIN)))
                .message(
                        6,
                        message()
                                .message(
                                        1,
                                        message()
                                                .number(1, 64)
                                                .number(2, 5)
                                                .number(3, 1)
                                                .number(4, 1000))
                                .message(1, message().number(1, 6).number(2, 1_000_000)));
        Message first = message()
                .number(8, 1)
                .number(10, 9)
                .message(
                        11,
                        message()
                                .number(9, 1)
                                .number(10, 1)
                                .number(3, 1)
                                .message(4, message().number(1, 1).number(17, 1)))
                .message(
                        12,
                        message()
                                .message(1, interned("category"))
                                .message(2, interned("name"))
                                .message(3, interned("key"))
                                .message(29, interned("value")));
        Message last =
                message().number(8, 2).number(10, 9).message(11, message().number(9, 2));

        Trace trace = read(MAIN_THREAD, state, first, last);

        assertThat(shown(trace)).containsExactly("name 1001000+2000");
        assertThat(trace.events().get(0).arguments()).isEqualTo(Map.of("key", "value"));
    }

    private static Message interned(String text) {
        return message().number(1, 1).text(2, text);
    }

    @Test
    void clocks_thatSnapshotsTie_areMadeOne() throws IOException {
        Message snapshot = message()
                .message(
                        6,
                        message()
                                .message(1, message().number(1, 6).number(2, 1_000))
                                .message(1, message().number(1, 3).number(2, 400))
                                .message(1, message().number(1, 1).number(2, 1_700_000_000_000_000_000L)));
        Trace trace = read(snapshot, MAIN_THREAD, event(450, begin(MAIN, "a")).number(58, 3), event(1_060, end(MAIN)));

        assertThat(shown(trace)).containsExactly("a 1050+10");
        assertThat(trace.start().epochNanos()).isEqualTo(1_700_000_000_000_000_050L);
    }

    @Test
    void events_onAClockThatIsTiedToNone_areDroppedAndTold() throws IOException {
        ImportedTrace read = open(trace(MAIN_THREAD, event(1, begin(MAIN, "a")).number(58, 70)));

        assertThat(read.trace().eventCount()).isZero();
        assertThat(read.missing())
                .containsExactly("not taken: 1 events without a time, or on a clock that is tied to no other one");
        assertThat(read.trace().account().droppedTotal()).isEqualTo(1);
    }

    @Test
    void annotations_ofAllTypes_areArguments() throws IOException {
        Message slice = begin(MAIN, "a")
                .message(4, annotation("flag").number(2, 1))
                .message(4, annotation("unsigned").number(3, -1))
                .message(4, annotation("whole").number(4, -5))
                .message(4, annotation("real").real(5, 0.25))
                .message(4, annotation("text").text(6, "t"))
                .message(4, annotation("pointer").number(7, 255))
                .message(4, annotation("json").text(9, "[1]"))
                .message(
                        4,
                        annotation("parts")
                                .message(11, annotation("x").number(4, 1))
                                .message(
                                        11,
                                        annotation("y").message(12, message().number(4, 2))));
        Message close = end(MAIN).message(4, annotation("late").number(4, 9));

        Trace trace = read(MAIN_THREAD, event(1, slice), event(2, close));

        assertThat(trace.events().get(0).arguments())
                .containsEntry("flag", true)
                .containsEntry("unsigned", "18446744073709551615")
                .containsEntry("whole", -5L)
                .containsEntry("real", 0.25)
                .containsEntry("text", "t")
                .containsEntry("pointer", "0xff")
                .containsEntry("json", "[1]")
                .containsEntry("parts", "{\"x\":1,\"y\":[2]}")
                .containsEntry("late", 9L);
    }

    @Test
    void callStack_ofASlice_isInnermostFirst() throws IOException {
        Message stack = message()
                .message(1, message().text(1, "main"))
                .message(1, message().text(1, "work").text(2, "a.cc").number(3, 12));

        Trace trace = read(MAIN_THREAD, event(1, begin(MAIN, "a").message(55, stack)), event(2, end(MAIN)));

        assertThat(trace.events().get(0).stack())
                .containsExactly(
                        new StackTraceElement("", "work", "a.cc", 12), new StackTraceElement("", "main", null, -1));
    }

    @Test
    void whatATraceHasNoPlaceFor_isTold() throws IOException {
        ImportedTrace read = open(trace(
                MAIN_THREAD,
                event(1, begin(MAIN, "a").fixed(47, 5).number(12, 3)),
                event(2, end(MAIN)),
                event(3, message().number(11, MAIN).message(6, message().number(2, 'X'))),
                message().number(8, 4).message(1, message().number(1, 0)),
                message().number(10, 1).number(42, 1)));

        assertThat(read.missing())
                .containsExactlyInAnyOrder(
                        "not taken: 1 ends of arrows",
                        "not taken: 1 values of counters that are beside events",
                        "not taken: 1 events of the old form of Chromium",
                        "not taken: 1 packets of other data sources than track events, such as the scheduler's or the"
                                + " heap's",
                        "its recorder had no room left 1 times: events are missing where that was");
    }

    @Test
    void compressedPackets_areReadInTheirPlace() throws IOException {
        byte[] inside = trace(event(1, begin(MAIN, "a")), event(2, end(MAIN)));

        Trace trace = read(MAIN_THREAD, compressed(inside), event(3, instant(MAIN, "after")));

        assertThat(shown(trace)).containsExactly("a 1+1", "after 3+0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"trace", "trace.pb", "trace.unknown"})
    void file_byAnyName_isKnownByItsFirstPacket(String name) throws IOException {
        for (Message first :
                List.of(NAMED, event(1, instant(0, "a")), compressed(trace(NAMED)), bytes(33, new byte[9]))) {
            Path file = Files.write(directory.resolve(name), trace(first, NAMED));
            assertThat(new PerfettoImporter().recognizedBytes(ImportCandidate.of(file)))
                    .isPositive();
            assertThat(Traces.open(file, ImportOptions.DEFAULT)).isNotNull();
        }
    }

    @Test
    void aXSpace_isNotTakenForATraceOfPerfetto() throws IOException {
        Message plane = message().number(1, 1).text(2, "/host:CPU");
        Path file =
                Files.write(directory.resolve("x"), message().message(1, plane).bytes());

        assertThat(new PerfettoImporter().recognizedBytes(ImportCandidate.of(file)))
                .isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\nxb text", "\n2b\n more of it", "\n", "\n@@@@@@@@@@"})
    void text_thatBeginsWithANewLine_isNotTakenForATraceOfPerfetto(String text) throws IOException {
        String whole = text + " and so on".repeat(20);
        Path file = Files.writeString(directory.resolve("x"), whole);

        assertThat(new PerfettoImporter().recognizedBytes(ImportCandidate.of(file)))
                .isZero();
    }
}
