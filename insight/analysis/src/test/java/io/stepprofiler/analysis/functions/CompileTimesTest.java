package io.stepprofiler.analysis.functions;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.analysis.functions.CompileTimes.Compilation;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import org.junit.jupiter.api.Test;

class CompileTimesTest {
    private static final long MAIN = 1;
    private static final long OTHER = 2;

    private final TraceBuilder trace = new TraceBuilder();

    private TrackBuilder span(String lane, String name, long start, long nanos) {
        TrackBuilder track = trace.lane(lane);
        track.add(trace.nameId(name, EventKind.VIRTUAL_MACHINE, ""), start, nanos);
        return track;
    }

    private void load(String lane, String name, String key, String what, long thread, long start, long nanos) {
        TrackBuilder track = trace.lane(lane);
        int event = track.add(trace.nameId(name, EventKind.VIRTUAL_MACHINE, ""), start, nanos);
        track.argument(event, trace.nameId(key), what);
        track.argument(event, trace.nameId("thread"), thread);
    }

    private void classLoad(String name, long thread, long start, long nanos) {
        load("Class loading", "Class load", "class", name, thread, start, nanos);
    }

    private void libraryLoad(String name, long thread, long start, long nanos) {
        load("Native libraries", "Library load", "library", name, thread, start, nanos);
    }

    private void compilation(String compiler, String method, long level, long start, long nanos) {
        TrackBuilder track = trace.lane("JIT compiler");
        int event = track.add(trace.nameId(compiler + " compilation", EventKind.VIRTUAL_MACHINE, ""), start, nanos);
        track.argument(event, trace.nameId("method"), method);
        track.argument(event, trace.nameId("level"), level);
    }

    private CompileTimes times() {
        return CompileTimes.of(trace.build());
    }

    @Test
    void loads_nestedInEachOther_countOnce() {
        classLoad("com.acme.Model", MAIN, 100, 50);
        classLoad("com.acme.Base", MAIN, 110, 20);
        assertThat(times().within(MAIN, 0, 1000)).isEqualTo(new CompileTime(0, 50, 0, 0));
    }

    @Test
    void library_loadedInsideAClassAndAGraph_isTheLibrary() {
        trace.thread(MAIN, "main").add(trace.nameId("graph building (net)"), 0, 100);
        classLoad("com.acme.Native", MAIN, 20, 60);
        libraryLoad("/lib/libacme.so", MAIN, 30, 40);
        assertThat(times().within(MAIN, 0, 1000)).isEqualTo(new CompileTime(40, 20, 40, 0));
    }

    @Test
    void loads_ofAnotherThread_areNotWaitedFor() {
        classLoad("com.acme.Model", OTHER, 100, 50);
        assertThat(times().within(MAIN, 0, 1000)).isEqualTo(CompileTime.NONE);
    }

    @Test
    void stretch_thatCutsALoad_hasItsPart() {
        classLoad("com.acme.Model", MAIN, 100, 50);
        assertThat(times().within(MAIN, 120, 130).classLoadingNanos()).isEqualTo(10);
    }

    @Test
    void compilations_sideBySide_addUp() {
        compilation("C1", "com.acme.Model.forward", 3, 0, 100);
        TrackBuilder second = span("JIT compiler 2", "C2 compilation", 50, 100);
        assertThat(second).isNotNull();
        assertThat(times().within(MAIN, 0, 200)).isEqualTo(new CompileTime(0, 0, 0, 200));
        assertThat(times().within(MAIN, 50, 100).jitNanos()).isEqualTo(100);
    }

    @Test
    void compilations_ofOneClass_areThoseOfItsMethods() {
        compilation("C1", "com.acme.Model.forward", 3, 0, 100);
        compilation("C2", "java.lang.String.hashCode", 4, 100, 50);
        CompileTimes times = times();
        assertThat(times.compilations())
                .filteredOn(each -> each.method().startsWith("com.acme.Model."))
                .extracting(Compilation::durationNanos)
                .containsExactly(100L);
        assertThat(times.compilations())
                .containsExactly(
                        new Compilation("C1", 3, "com.acme.Model.forward", 0, 100),
                        new Compilation("C2", 4, "java.lang.String.hashCode", 100, 50));
    }

    /** The flight recorder's source names long ones once more, inside. */
    @Test
    void spans_thatNameALongLoadOnceMore_countOnce() {
        classLoad("com.acme.Model", MAIN, 100, 9_000_000);
        span("Class loading", "Class load (Model)", 100, 9_000_000);
        assertThat(times().loads()).hasSize(1);
    }

    @Test
    void missing_withoutTheFlightRecorder_saysWhatToTurnOn() {
        assertThat(times().missing()).singleElement().asString().contains("FlightRecorderSource", "jvm=flight");
    }

    @Test
    void missing_whereLibrariesAreNotTold_saysSo() {
        trace.metadata("jvm_flight_recorder", new MetadataValue("recorded 20 types of events", false));
        assertThat(times().missing()).isEmpty();
        trace.metadata("jvm_flight_recorder_missing", new MetadataValue("jdk.NativeLibraryLoad, jdk.Other", false));
        assertThat(times().missing()).singleElement().asString().contains("libraries");
    }
}
