package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.Dims;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryCategory;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.Operand;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.event.UnfinishedCause;
import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.ActivitySource;
import io.stepprofiler.source.Attributes;
import io.stepprofiler.source.SpanReport;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.StackSamples;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What activity sources can tell beside spans and samples. */
class SourceReportsTest {
    private static final OpSignature ONE_TENSOR = OpSignature.of(Operand.tensor(ElementType.FLOAT, Dims.of(2)));

    private static Trace collected(Consumer<ActivitySink> collecting) {
        return Recorded.trace(builder -> builder.source(ScriptedSource.collecting(collecting)), () -> {
            Scope first = Scope.open("first");
            first.close();
            Scope.open("last").close();
        });
    }

    @Test
    void operation_onAThreadThatRecordedScopes_takesItsPlaceAmongThem() {
        long thread = Thread.currentThread().getId();
        Trace trace = Recorded.trace(
                builder -> builder.source(ScriptedSource.collecting(sink ->
                        sink.span(new SpanReport().onThread(thread, "nobody").named("aten::mm", 0, 10)))),
                () -> Scope.open("scope").close());
        assertThat(trace.tracks()).singleElement().satisfies(track -> {
            assertThat(track.name()).isEqualTo(Thread.currentThread().getName());
            assertThat(List.of(track.eventName(0), track.eventName(1))).containsExactly("aten::mm", "scope");
        });
        assertThat(trace.account().written()).isEqualTo(2);
    }

    @Test
    void operation_withEverything_isInTheTraceAsTold() {
        List<StackTraceElement> stack = List.of(new StackTraceElement("Class", "method", "file", 1));
        SpanReport all = new SpanReport()
                .onThread(77, "elsewhere")
                .named("backward", 100, 10)
                .module("Linear")
                .async(true)
                .signature(ONE_TENSOR)
                .storages(42)
                .sequence(5, 6)
                .correlation(7)
                .stack(stack);
        Trace trace = collected(sink -> sink.span(all));
        Track track = trace.tracks().stream()
                .filter(each -> each.id() == 77)
                .findFirst()
                .orElseThrow();
        assertThat(track.name()).isEqualTo("elsewhere");
        assertThat(track.isThread()).isTrue();
        assertThat(track.event(0)).satisfies(event -> {
            assertThat(event.kind()).isEqualTo(EventKind.MODULE);
            assertThat(event.async()).isTrue();
            assertThat(event.signature()).contains(ONE_TENSOR);
            assertThat(event.stack()).isEqualTo(stack);
            assertThat(List.of(event.sequenceNumber(), event.forwardThread(), event.correlation()))
                    .containsExactly(5L, 6L, 7L);
        });
        assertThat(trace.moduleType(track.nameId(0))).isEqualTo("Linear");
        assertThat(track.tensor(0, 0)).isEqualTo(42);
    }

    @Test
    void operation_storagesOfAnotherNumberThanTensors_areLeftOutAndCounted() {
        Trace trace = collected(sink -> sink.span(new SpanReport()
                .onThread(77, "elsewhere")
                .named("op", 1, 1)
                .signature(ONE_TENSOR)
                .storages(1, 2)));
        assertThat(trace.tracks())
                .filteredOn(track -> track.id() == 77)
                .singleElement()
                .satisfies(track -> assertThat(track.tensorCount(0)).isZero());
        assertThat(trace.account().anomalies()).containsExactly(entry(Anomaly.DETAILS_CUT, 1L));
    }

    @Test
    void deviceSpan_onAStream_isOnATrackOfThatStream() {
        Trace trace = collected(sink -> {
            SpanReport span = new SpanReport().onStream(Device.cuda(1), 7);
            sink.span(span.named("gemm", 100, 50).kind(EventKind.KERNEL).correlation(12));
            sink.span(span.named("copy", 50, 10).kind(EventKind.MEMORY_COPY));
        });
        assertThat(trace.tracks())
                .filteredOn(track -> !track.isThread())
                .singleElement()
                .satisfies(track -> {
                    assertThat(track.device()).contains(Device.cuda(1));
                    assertThat(track.stream()).isEqualTo(7);
                    assertThat(List.of(track.eventName(0), track.eventName(1))).containsExactly("copy", "gemm");
                    assertThat(List.of(track.correlation(0), track.correlation(1)))
                            .containsExactly(-1L, 12L);
                    assertThat(trace.kind(track.nameId(1))).isEqualTo(EventKind.KERNEL);
                });
    }

    @Test
    void memory_ofASource_isInTheTraceWithoutACallStackOfAnother() {
        Trace trace = collected(sink -> sink.memory(
                MemoryEvent.allocated(1, 77, 5, 10).on(Device.cuda(0)).withStack(3)));
        assertThat(trace.memory().event(0).device()).isEqualTo(Device.cuda(0));
        assertThat(trace.memory().stackId(0)).isEqualTo(-1);
        assertThat(trace.account().begun()).isEqualTo(3);
    }

    @Test
    @SuppressWarnings("NullAway") // Null is what this is about.
    void reports_thatMakeNoSense_areDroppedAndCountedAndCostNothingElse() {
        Trace trace = collected(sink -> {
            sink.memory(null);
            sink.memory(MemoryEvent.allocated(1, 1, 1, -1));
            sink.memory(MemoryEvent.freed(1, 1, 1, -1));
            sink.memory(MemoryEvent.allocated(1, 1, 1, 1).on(null));
            sink.memory(new MemoryEvent(1, 1, null, Device.CPU, 1, 1, -1, 0, MemoryCategory.INPUT, -1));
            sink.memory(new MemoryEvent(1, 1, MemoryAction.ALLOCATE, Device.CPU, 1, 1, -1, 0, null, -1));
            sink.span(null);
            SpanReport span = new SpanReport();
            sink.span(span.onThread(1, "thread").named("op", 1, 1).stack(Arrays.asList((StackTraceElement) null)));
            sink.span(span.onThread(1L << 40, "lane").named("op", 1, 1));
            sink.span(span.onLane("lane").named("kernel", 1, 1).attributes(null));
            sink.span(span.onStream(Device.cuda(0), 0).named("kernel", 1, 1).attributes(null));
            sink.span(span.onStream(null, 0).named("kernel", 1, 1));
            sink.span(span.onStream(Device.cuda(0), 0).named("kernel", 1, 1).kind(null));
            sink.span(span.onStream(Device.cuda(0), -1).named("kernel", 1, 1));
            sink.sample("good", 1, 1);
        });
        assertThat(trace.account().dropped()).isEqualTo(Map.of(DropCause.INVALID, 14L));
        assertThat(trace.account().written()).isEqualTo(3);
        assertThat(trace.account().anomalies()).isEmpty();
    }

    @Test
    void report_numberBelowNone_namesTheNumberAndWhatIsAllowed() {
        SpanReport report = new SpanReport();
        assertThatThrownBy(() -> report.sequence(-2, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("number = -2 is not allowed: must be 0 or more, or -1 for none");
        assertThatThrownBy(() -> report.sequence(0, -2)).hasMessageStartingWith("thread = -2");
        assertThatThrownBy(() -> report.correlation(-2)).hasMessageStartingWith("number = -2");
    }

    @Test
    void report_usedAgain_hasThePlaceAndNothingElseOfTheLastSpan() {
        SpanReport used = new SpanReport()
                .onThread(7, "main")
                .named("op", 1, 2)
                .module("Linear")
                .async(true)
                .unfinished(true)
                .signature(ONE_TENSOR)
                .storages(1)
                .sequence(2, 3)
                .correlation(4)
                .stack(List.of(new StackTraceElement("Type", "method", null, 1)))
                .attributes(new Attributes().put("key", 1));
        assertThat(content(used.named("next", 3, 4)))
                .isEqualTo(content(new SpanReport().onThread(7, "main").named("next", 3, 4)));
    }

    private static List<Object> content(SpanReport span) {
        return List.of(
                span.place(),
                span.placeName(),
                span.placeNumber(),
                span.device(),
                span.name(),
                span.startNanos(),
                span.durationNanos(),
                span.kind(),
                span.moduleType(),
                span.isAsync(),
                span.isUnfinished(),
                span.signature(),
                span.storages().length,
                span.sequenceNumber(),
                span.forwardThread(),
                span.correlation(),
                span.stack(),
                span.attributes().size());
    }

    @Test
    void operation_withNumbersAdded_sharesThemWithOthers() {
        Trace trace = collected(sink -> sink.span(new SpanReport()
                .onThread(1, "autograd")
                .named("MmBackward0", 0, 10)
                .sequence(7, 3)
                .correlation(11)));
        assertThat(trace.events())
                .filteredOn(event -> event.name().equals("MmBackward0"))
                .singleElement()
                .returns(7L, TraceEvent::sequenceNumber)
                .returns(3L, TraceEvent::forwardThread)
                .returns(11L, TraceEvent::correlation);
    }

    @Test
    void span_withAKind_isInTheTraceWithIt() {
        Trace trace = collected(sink ->
                sink.span(new SpanReport().onLane("GC").named("pause", 100, 10).kind(EventKind.VIRTUAL_MACHINE)));
        assertThat(trace.events())
                .filteredOn(event -> event.name().equals("pause"))
                .singleElement()
                .satisfies(event -> assertThat(event.kind()).isEqualTo(EventKind.VIRTUAL_MACHINE));
    }

    @Test
    void stackSamples_reportedInAnyOrder_areInTheTraceInThatOfTime() {
        List<StackTraceElement> stack = List.of(new StackTraceElement("Class", "method", "file", 1));
        Trace trace = collected(sink -> {
            sink.stackSample(77, "pool", SampleKind.ALLOCATION, 200, List.of(), 4096);
            sink.stackSample(77, "pool", SampleKind.NATIVE, 100, stack, 20_000_000);
        });
        StackSamples samples = trace.samples();
        assertThat(samples.size()).isEqualTo(2);
        assertThat(samples.sample(0))
                .isEqualTo(new StackSample(100, 77, SampleKind.NATIVE, samples.stackId(0), 20_000_000));
        assertThat(trace.stack(samples.stackId(0))).isEqualTo(stack);
        assertThat(samples.sample(1)).isEqualTo(new StackSample(200, 77, SampleKind.ALLOCATION, -1, 4096));
        assertThat(trace.tracks()).anySatisfy(track -> {
            assertThat(track.id()).isEqualTo(77);
            assertThat(track.name()).isEqualTo("pool");
        });
        assertThat(trace.account().written()).isEqualTo(4);
    }

    @Test
    void stackSamples_thatMakeNoSense_areCountedAsInvalid() {
        Trace trace = collected(sink -> {
            sink.stackSample(1, "main", null, 100, List.of(), 1);
            sink.stackSample(-1, "main", SampleKind.JAVA, 100, List.of(), 1);
            sink.stackSample(1, "main", SampleKind.JAVA, 100, null, 1);
            sink.stackSample(1, "main", SampleKind.JAVA, 100, List.of(), -1);
            sink.stackSample(1, "main", SampleKind.JAVA, 100, List.of(), Long.MAX_VALUE);
        });
        assertThat(trace.samples().size()).isZero();
        assertThat(trace.account().dropped()).containsExactly(entry(DropCause.INVALID, 5L));
    }

    @Test
    void note_onAKeyThatTheUserSetsToo_leavesTheUsers() {
        Profile profile = Profile.builder()
                .synchronousDelivery(true)
                .source(ScriptedSource.collecting(sink -> {
                    sink.note("layer", "native");
                    sink.note("mine", "source's");
                }))
                .start();
        profile.addMetadata("mine", "user's");
        profile.close();
        Trace trace = profile.lastTrace().orElseThrow();
        assertThat(trace.metadata())
                .containsEntry("layer", new MetadataValue("native", false))
                .containsEntry("mine", new MetadataValue("user's", false));
    }

    @Test
    void start_ofASourceThatAsks_isToldWhatIsRecorded() {
        List<RecordingOptions> told = new ArrayList<>();
        ActivitySource source = new ActivitySource() {
            @Override
            public ActivityRecording start(RecordingOptions options) {
                told.add(options);
                return ScriptedSource.collecting(sink -> {}).start(options);
            }
        };
        Recorded.trace(builder -> builder.source(source).recordShapes(true).profileMemory(true), () -> {});
        assertThat(told).singleElement().satisfies(options -> {
            assertThat(options.recordShapes()).isTrue();
            assertThat(options.profileMemory()).isTrue();
            assertThat(options.withStack()).isFalse();
        });
    }

    @Test
    void unfinishedOperation_isShownAsFarAsItWasSeenAndCountedAsSuch() {
        Trace trace = collected(sink -> sink.span(new SpanReport()
                .onThread(77, "elsewhere")
                .named("aten::mm", 100, 10)
                .signature(ONE_TENSOR)
                .unfinished(true)));
        assertThat(trace.events())
                .filteredOn(event -> event.name().equals("aten::mm"))
                .singleElement()
                .satisfies(event -> {
                    assertThat(event.unfinished()).isTrue();
                    assertThat(event.durationNanos()).isEqualTo(10);
                    assertThat(event.signature()).contains(ONE_TENSOR);
                });
        assertThat(trace.account().unfinished()).containsExactly(entry(UnfinishedCause.WINDOW_ENDED, 1L));
    }
}
