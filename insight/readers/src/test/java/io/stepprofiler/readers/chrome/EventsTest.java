package io.stepprofiler.readers.chrome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.stepprofiler.averages.KeyAverages;
import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.event.MarkerScope;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.UnfinishedCause;
import io.stepprofiler.imports.ImportedTrace;
import io.stepprofiler.trace.CounterTrack;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import io.stepprofiler.trace.Track;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of events that any program may have written, and of those that none should have. */
class EventsTest {
    @TempDir
    Path dir;

    private ImportedTrace read(String... events) throws IOException {
        return ChromeFile.read(dir, ChromeFile.document(events));
    }

    private static List<String> names(Trace trace) {
        return trace.events().stream()
                .map(event -> event.name() + " " + event.startNanos() + "+" + event.durationNanos())
                .toList();
    }

    @Test
    void beginsAndEnds_nested_areEventsParentsFirst() throws IOException {
        Trace trace = read(
                        "{'ph':'B','name':'outer','pid':1,'tid':1,'ts':0,'args':{'a':1}}",
                        "{'ph':'B','name':'inner','pid':1,'tid':1,'ts':0}",
                        "{'ph':'B','name':'other','pid':1,'tid':2,'ts':1}",
                        "{'ph':'E','pid':1,'tid':1,'ts':3}",
                        "{'ph':'E','name':'outer','pid':1,'tid':1,'ts':3,'args':{'b':'x'}}",
                        "{'ph':'E','name':'other','pid':1,'tid':2,'ts':2}")
                .trace();

        assertThat(names(trace)).containsExactly("outer 0+3000", "inner 0+3000", "other 1000+1000");
        assertThat(trace.events().get(0).arguments()).containsExactly(entry("a", 1L), entry("b", "x"));
    }

    @Test
    void begins_withoutEnd_areUnfinishedToTheEndOfTheFile() throws IOException {
        ImportedTrace read = read(
                "{'ph':'B','name':'a','pid':1,'tid':1,'ts':1}",
                "{'ph':'X','name':'b','pid':1,'tid':1,'ts':2}",
                "{'ph':'X','name':'c','pid':1,'tid':1,'ts':3,'dur':7}");

        assertThat(names(read.trace())).containsExactly("a 1000+9000", "b 2000+8000", "c 3000+7000");
        assertThat(read.trace().account().unfinished()).containsExactly(entry(UnfinishedCause.WINDOW_ENDED, 2L));
    }

    @Test
    void ends_withoutBegin_areTold() throws IOException {
        ImportedTrace read = read(
                "{'ph':'B','name':'a','pid':1,'tid':1,'ts':1}",
                "{'ph':'E','name':'b','pid':1,'tid':1,'ts':2}",
                "{'ph':'E','pid':1,'tid':2,'ts':2}",
                "{'ph':'E','name':'a','pid':1,'tid':1,'ts':3}");

        assertThat(names(read.trace())).containsExactly("a 1000+2000");
        assertThat(read.missing()).containsExactly("not taken: 2 ends of events that have no begin");
    }

    @Test
    void ends_earlierThanTheirBegin_areNone() throws IOException {
        ImportedTrace read = read(
                "{'ph':'B','name':'a','pid':1,'tid':1,'ts':5}",
                "{'ph':'E','name':'a','pid':1,'tid':1,'ts':3}",
                "{'ph':'X','name':'b','pid':1,'tid':1,'ts':6,'dur':1}");

        assertThat(names(read.trace())).containsExactly("a 5000+2000", "b 6000+1000");
        assertThat(read.trace().account().unfinished()).containsExactly(entry(UnfinishedCause.WINDOW_ENDED, 1L));
        assertThat(read.missing()).containsExactly("not taken: 1 ends of events that have no begin");
    }

    @Test
    void negativeDurations_areNothingLongAndCounted() throws IOException {
        Trace trace =
                read("{'ph':'X','name':'b','pid':1,'tid':1,'ts':6,'dur':-2}").trace();

        assertThat(names(trace)).containsExactly("b 6000+0");
        assertThat(trace.account().anomalies()).containsExactly(entry(Anomaly.NEGATIVE_DURATION, 1L));
    }

    @ParameterizedTest
    @ValueSource(strings = {"NaN", "Infinity", "-Infinity", "1e300", "99999999999999999999", "'soon'", "null", "[1]"})
    void times_thatAreNone_dropTheEvent(String time) throws IOException {
        ImportedTrace read = read(
                "{'ph':'X','name':'a','pid':1,'tid':1,'ts':" + time + ",'dur':1}",
                "{'ph':'X','name':'b','pid':1,'tid':1,'ts':1,'dur':" + time + "}",
                "{'ph':'X','name':'c','pid':1,'tid':1,'ts':1,'dur':1}");

        assertThat(names(read.trace())).containsExactly("c 1000+1000");
        assertThat(read.trace().account().dropped()).containsExactly(entry(DropCause.INVALID, 2L));
        assertThat(read.missing())
                .containsExactly("not taken: 2 events without a time, or with one that is out of range");
    }

    @Test
    void times_asTexts_areTimes() throws IOException {
        assertThat(names(read("{'ph':'X','name':'a','pid':'1','tid':'1','ts':'1.5','dur':'2'}")
                        .trace()))
                .containsExactly("a 1500+2000");
    }

    @Test
    void events_overlappingPartially_stayOnTheirThreadAndShareItsTime() throws IOException {
        Trace trace = read(
                        "{'ph':'X','name':'a','pid':1,'tid':1,'ts':0,'dur':10}",
                        "{'ph':'X','name':'b','pid':1,'tid':1,'ts':5,'dur':10}")
                .trace();

        assertThat(trace.tracks()).hasSize(1);
        KeyAverages averages = KeyAverages.of(trace);
        assertThat(averages.get("a").orElseThrow().selfNanos()).isEqualTo(5000);
        assertThat(averages.get("b").orElseThrow().selfNanos()).isEqualTo(10_000);
    }

    @Test
    void rows_ofSeveralProcessesOrTexts_areThreadsOfTheirOwn() throws IOException {
        Trace trace = read(
                        "{'ph':'M','name':'process_name','pid':1,'args':{'name':'first'}}",
                        "{'ph':'M','name':'thread_name','pid':1,'tid':7,'args':{'name':'old'}}",
                        "{'ph':'X','name':'a','pid':1,'tid':7,'ts':0,'dur':1}",
                        "{'ph':'X','name':'b','pid':2,'tid':7,'ts':0,'dur':1}",
                        "{'ph':'X','name':'c','pid':'x','tid':'y','ts':0,'dur':1}",
                        "{'ph':'X','name':'d','pid':1,'tid':-7,'ts':0,'dur':1}",
                        "{'ph':'M','name':'thread_name','pid':1,'tid':7,'args':{'name':'main'}}",
                        "{'ph':'M','name':'thread_name','pid':2,'tid':7,'args':{'name':'main'}}")
                .trace();

        assertThat(trace.tracks())
                .extracting(Track::name)
                .containsExactly("main (first)", "main (2)", "thread y (x)", "thread -7 (first)");
        assertThat(trace.tracks().stream().map(Track::id))
                .doesNotHaveDuplicates()
                .first()
                .isEqualTo(7L);
    }

    @Test
    void names_withHalfSurrogates_controlCharactersOrNothing_areKept() throws IOException {
        Trace trace = read(
                        "{'ph':'X','name':'\\ud800x','pid':1,'tid':1,'ts':0,'dur':1}",
                        "{'ph':'X','name':'a\u0001b','pid':1,'tid':1,'ts':1,'dur':1}",
                        "{'ph':'X','pid':1,'tid':1,'ts':2,'dur':1}",
                        "{'ph':'X','name':5,'pid':1,'tid':1,'ts':3,'dur':1}")
                .trace();

        assertThat(trace.events())
                .extracting(TraceEvent::name)
                .containsExactly("\ud800x", "a\u0001b", "(unnamed)", "5");
        assertThat(trace.account().anomalies()).containsExactly(entry(Anomaly.UNNAMED, 1L));
    }

    @Test
    void asynchronousEvents_ofOneId_takeNoPartInTheNesting() throws IOException {
        Trace trace = read(
                        "{'ph':'b','cat':'net','id':'0x1','name':'request','pid':1,'tid':1,'ts':0}",
                        "{'ph':'b','cat':'net','id2':{'local':'0x2'},'name':'request','pid':1,'tid':1,'ts':1}",
                        "{'ph':'n','cat':'net','id':'0x1','name':'sent','pid':1,'tid':1,'ts':2}",
                        "{'ph':'e','cat':'net','id':'0x1','name':'request','pid':1,'tid':2,'ts':9}",
                        "{'ph':'e','cat':'net','id2':{'local':'0x2'},'name':'request','pid':1,'tid':1,'ts':5}")
                .trace();

        assertThat(names(trace)).containsExactly("request 0+9000", "request 1000+4000", "sent 2000+0");
        assertThat(trace.events()).allMatch(TraceEvent::async);
    }

    private static List<String> described(Trace trace) {
        return trace.events().stream()
                .map(event -> event.kind() + " " + event.name() + " of " + event.domain())
                .toList();
    }

    @Test
    void instants_areMarkersOfTheirScope() throws IOException {
        Trace trace = read(
                        "{'ph':'i','s':'g','cat':'c','name':'a','pid':1,'tid':1,'ts':1,'args':{'k':true}}",
                        "{'ph':'i','s':'p','name':'b','pid':1,'tid':1,'ts':2}",
                        "{'ph':'I','name':'c','pid':1,'tid':1,'ts':3}",
                        "{'ph':'n','id':'7','name':'d','pid':1,'tid':1,'ts':4}")
                .trace();

        assertThat(names(trace)).containsExactly("a 1000+0", "b 2000+0", "c 3000+0", "d 4000+0");
        assertThat(trace.events()).allMatch(TraceEvent::isInstant);
        assertThat(trace.events().get(0).domain()).isEqualTo("c");
        assertThat(IntStream.range(0, 4)
                        .mapToObj(i -> trace.markerScope(trace.tracks().get(0).nameId(i))))
                .containsExactly(MarkerScope.GLOBAL, MarkerScope.PROCESS, MarkerScope.THREAD, MarkerScope.PROCESS);
    }

    @Test
    void eventsOfMxnet_areTasksFramesAndMarkersOfTheirDomain() throws IOException {
        Trace trace = read(
                        "{'ph':'b','cat':'operator','id':9,'name':'task','pid':1,'tid':1,'ts':0}",
                        "{'ph':'e','cat':'operator','id':9,'name':'task','pid':1,'tid':1,'ts':5}",
                        "{'ph':'(','cat':'video,frame','name':'frame','pid':1,'tid':1,'ts':1}",
                        "{'ph':')','cat':'video,frame','name':'frame','pid':1,'tid':1,'ts':4}",
                        "{'ph':'n','cat':'video,instant_marker','s':'t','name':'mark','pid':1,'tid':1,'ts':2}",
                        "{'ph':'C','cat':'video','name':'queue','pid':1,'tid':1,'ts':3,'args':{'queue':7}}")
                .trace();

        assertThat(described(trace))
                .containsExactly("TASK task of operator", "FRAME frame of video", "MARKER mark of video");
        assertThat(names(trace)).containsExactly("task 0+5000", "frame 1000+3000", "mark 2000+0");
        assertThat(trace.counters()).singleElement().satisfies(counter -> {
            assertThat(counter.domain()).isEqualTo("video");
            assertThat(counter.longValue(0)).isEqualTo(7);
        });
    }

    @Test
    void counter_withANumberAsText_hasTheNumber() throws IOException {
        ImportedTrace read = read(
                "{'ph':'C','name':'a','pid':1,'ts':1,'args':{'value':'10'}}",
                "{'ph':'C','name':'a','pid':1,'ts':2,'args':{'value':'-2.5e1'}}");

        assertThat(read.missing()).isEmpty();
        assertThat(read.trace().counters()).singleElement().satisfies(counter -> {
            assertThat(counter.value(0)).isEqualTo(10);
            assertThat(counter.value(1)).isEqualTo(-25);
        });
    }

    @Test
    void counters_ofSeveralSeries_areOneEach() throws IOException {
        ImportedTrace read = read(
                "{'ph':'C','name':'loss','pid':1,'ts':1,'args':{'value':0.5}}",
                "{'ph':'C','name':'loss','pid':1,'ts':2,'args':{'loss':1}}",
                "{'ph':'C','name':'heap','pid':1,'ts':1,'args':{'used':5,'free':7}}",
                "{'ph':'C','name':'heap','id':3,'pid':1,'ts':1,'args':{'value':9}}",
                "{'ph':'C','name':'bad','pid':1,'ts':1,'args':{'value':'many'}}");

        assertThat(read.trace().counters())
                .extracting(CounterTrack::name)
                .containsExactly("loss", "heap: used", "heap: free", "heap[3]");
        assertThat(read.trace().counters().get(0).value(1)).isEqualTo(1.0);
        assertThat(read.missing()).containsExactly("not taken: 1 values of counters that are no numbers");
    }

    @Test
    void samples_ofTheDocumentAndAsEvents_haveTheirStacks() throws IOException {
        Trace trace = ChromeFile.read(
                        dir,
                        ChromeFile.json("{'samples':[{'tid':7,'ts':2,'name':'java','sf':3,'weight':10}],'traceEvents':["
                                + "{'ph':'P','name':'allocation','pid':1,'tid':7,'ts':1,'sf':2,'weight':64},"
                                + "{'ph':'P','name':'?','pid':1,'tid':7,'ts':3}],"
                                + "'stackFrames':{'3':{'name':'b.py(5): g','parent':2},'2':{'name':'a.py(1): f'},"
                                + "'8':{'name':'x','parent':9},'9':{'name':'y','parent':8}}}"))
                .trace();

        assertThat(trace.samples().size()).isEqualTo(3);
        assertThat(trace.samples().kind(0)).isEqualTo(SampleKind.ALLOCATION);
        assertThat(trace.samples().kind(1)).isEqualTo(SampleKind.JAVA);
        assertThat(trace.stack(trace.samples().stackId(1)))
                .containsExactly(
                        new StackTraceElement("b", "g", "b.py", 5), new StackTraceElement("a", "f", "a.py", 1));
        assertThat(trace.samples().stackId(2)).isEqualTo(-1);
    }

    @Test
    void samples_ofFramesInACircle_end() throws IOException {
        Trace trace = ChromeFile.read(
                        dir,
                        ChromeFile.json(
                                "{'samples':[{'tid':7,'ts':2,'name':'java','sf':8,'weight':10}],'traceEvents':[],"
                                        + "'stackFrames':{'8':{'name':'x','parent':9},'9':{'name':'y','parent':8}}}"))
                .trace();

        assertThat(trace.stack(trace.samples().stackId(0))).hasSize(1 << 14);
    }

    @Test
    void whatATraceHasNoRoomFor_isToldByKind() throws IOException {
        ImportedTrace read = read(
                "{'ph':'N','id':1,'name':'o','pid':1,'tid':1,'ts':1}",
                "{'ph':'D','id':1,'name':'o','pid':1,'tid':1,'ts':1}",
                "{'ph':'s','id':1,'cat':'mine','name':'o','pid':1,'tid':1,'ts':1}",
                "{'ph':'V','id':1,'name':'o','pid':1,'tid':1,'ts':1}",
                "{'name':'nothing'}",
                "7",
                "{}");

        assertThat(read.trace().eventCount()).isZero();
        assertThat(read.missing())
                .containsExactlyInAnyOrder(
                        "not taken: 2 events of objects (phases N, D and O)",
                        "not taken: 1 ends of arrows of neither backward operations nor launches",
                        "not taken: 1 events of an unknown phase",
                        "not taken: 1 entries without a phase",
                        "not taken: 1 entries that are no events");
        assertThat(read.trace().account().dropped()).containsExactly(entry(DropCause.INVALID, 2L));
    }

    @Test
    void arguments_ofAnyType_keepTheirValues() throws IOException {
        TraceEvent event = read("{'ph':'X','name':'a','pid':1,'tid':1,'ts':0,'dur':1,'args':{'l':5,'d':0.1,'t':true,"
                        + "'s':'x','n':null,'big':123456789012345678901,'nan':NaN,'grid':[1,{'a':2.50}],"
                        + "'device':3,'correlation':'none','unfinished':true}}")
                .trace()
                .events()
                .get(0);

        assertThat(event.arguments())
                .containsEntry("l", 5L)
                .containsEntry("d", 0.1)
                .containsEntry("t", true)
                .containsEntry("s", "x")
                .doesNotContainKey("n")
                .containsEntry("big", "123456789012345678901")
                .containsEntry("nan", Double.NaN)
                .containsEntry("grid", ChromeFile.json("[1,{'a':2.50}]"))
                .containsEntry("device", 3L)
                .containsEntry("correlation", "none")
                .containsEntry("unfinished", true);
        assertThat(event.unfinished()).isFalse();
    }

    @Test
    void arguments_beyondWhatAnyEventHas_areLeftOutAndCounted() throws IOException {
        StringBuilder many = new StringBuilder("'a0':0");
        for (int i = 1; i < 5000; i++) {
            many.append(",'a").append(i).append("':0");
        }
        Trace trace = read("{'ph':'X','name':'a','pid':1,'tid':1,'ts':0,'dur':1,'args':{" + many + "}}")
                .trace();

        assertThat(trace.events().get(0).arguments()).hasSize(ArgumentList.MOST);
        assertThat(trace.account().anomalies()).containsExactly(entry(Anomaly.ARGUMENT_DROPPED, 5000L - 4096));
    }
}
