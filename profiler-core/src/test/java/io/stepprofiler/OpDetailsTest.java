package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.Dims;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.Operand;
import io.stepprofiler.recording.Limits;
import io.stepprofiler.schedule.ProfilerAction;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class OpDetailsTest {
    private static final Label OPERATION = Label.of("aten::operation");

    private static Trace withShapes(Recorded.Body body) {
        return Recorded.trace(builder -> builder.recordShapes(true), body);
    }

    private static OpDetails tensor(long... dims) {
        return new OpDetails().tensor(ElementType.FLOAT, dims);
    }

    private static OpSignature signature(long... dims) {
        return OpSignature.of(Operand.tensor(ElementType.FLOAT, Dims.of(dims)));
    }

    /** Records an operation in one of the ways there are. */
    private static void record(Random random, OpDetails details) {
        switch (random.nextInt(4)) {
            case 0 -> Scope.open(OPERATION, details).close();
            case 1 -> Scope.end(Scope.begin(OPERATION, details));
            case 2 -> {
                Scope scope = Scope.open(OPERATION);
                scope.details(details);
                scope.close();
            }
            default -> {
                // The first details are replaced; an operation without any lies between.
                Scope scope = Scope.open(OPERATION, details);
                Scope.open("inner").close();
                scope.details(details);
                scope.close();
            }
        }
    }

    private static List<TraceEvent> operations(Trace trace) {
        return trace.events().stream()
                .filter(event -> event.name().equals(OPERATION.name()))
                .toList();
    }

    private static void assertSame(Trace trace, List<RandomOperation> expected, boolean shapes) {
        Track track = trace.tracks().get(0);
        int next = 0;
        for (int i = 0; i < track.size(); i++) {
            if (!track.eventName(i).equals(OPERATION.name())) {
                assertThat(track.signatureId(i)).isEqualTo(-1);
                continue;
            }
            RandomOperation operation = expected.get(next++);
            TraceEvent event = track.event(i);
            assertThat(event.sequenceNumber()).isEqualTo(operation.sequence);
            assertThat(event.forwardThread()).isEqualTo(operation.forwardThread);
            assertThat(event.correlation()).isEqualTo(operation.correlation);
            assertThat(event.async()).isEqualTo(operation.async);
            OpSignature full = operation.signature();
            OpSignature wanted = shapes ? full : new OpSignature(full.overload(), List.of(), List.of(), full.flops());
            assertThat(event.signature())
                    .isEqualTo(wanted.equals(OpSignature.UNKNOWN) ? Optional.empty() : Optional.of(wanted));
            int at = i;
            assertThat(IntStream.range(0, track.tensorCount(i)).mapToObj(t -> track.tensor(at, t)))
                    .containsExactlyElementsOf(shapes ? operation.knownStorages() : List.of());
        }
        assertThat(next).isEqualTo(expected.size());
        assertThat(trace.account().anomalies()).isEmpty();
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(ints = {1, 2, 3})
    void operations_madeUpAtRandom_comeOutOfTheTraceAsNaivelyBuilt(int seed) {
        Random random = new Random(seed);
        OpDetails details = new OpDetails();
        List<RandomOperation> expected = new ArrayList<>();
        Trace trace = withShapes(() -> {
            for (int i = 0; i < 4000; i++) {
                expected.add(new RandomOperation(random, details));
                record(random, details);
            }
        });
        assertSame(trace, expected, true);
    }

    @Test
    void operations_withoutRecordShapes_keepTheirConnectionsButNoOperands() {
        Random random = new Random(4);
        OpDetails details = new OpDetails();
        List<RandomOperation> expected = new ArrayList<>();
        Trace trace = Recorded.trace(() -> {
            for (int i = 0; i < 1000; i++) {
                expected.add(new RandomOperation(random, details));
                record(random, details);
            }
        });
        assertSame(trace, expected, false);
    }

    @Test
    void operations_inOneWindowAfterTheOther_carryNothingOver() {
        Random random = new Random(5);
        OpDetails details = new OpDetails();
        List<Trace> traces = new ArrayList<>();
        List<List<RandomOperation>> expected = new ArrayList<>();
        try (Profile profile = Profile.builder()
                .synchronousDelivery(true)
                .recordShapes(true)
                .schedule(step -> ProfilerAction.RECORD_AND_SAVE)
                .onTraceReady(traces::add)
                .start()) {
            for (int window = 0; window < 6; window++) {
                List<RandomOperation> operations = new ArrayList<>();
                // Fewer each time, so that what the last window left lies behind them.
                for (int i = 0; i < 3000 >> window; i++) {
                    operations.add(new RandomOperation(random, details));
                    record(random, details);
                }
                expected.add(operations);
                profile.step();
            }
        }
        for (int window = 0; window < expected.size(); window++) {
            assertSame(traces.get(window), expected.get(window), true);
        }
    }

    @Test
    void operations_onSeveralThreads_keepTheirOwnDetails() {
        Trace trace = withShapes(() -> Recorded.onThreads(4, number -> {
            OpDetails details = new OpDetails();
            for (int i = 0; i < 5000; i++) {
                details.clear().tensor(ElementType.FLOAT, number, i).sequenceNumber(i);
                Scope.open("thread " + number).details(details).close();
            }
        }));
        assertThat(trace.tracks()).hasSize(4).allSatisfy(track -> {
            long number = Long.parseLong(track.eventName(0).substring("thread ".length()));
            for (int i = 0; i < track.size(); i++) {
                assertThat(track.sequenceNumber(i)).isEqualTo(i);
                assertThat(trace.signature(track.signatureId(i))).isEqualTo(signature(number, i));
            }
        });
    }

    static Stream<Arguments> tooMuch() {
        long[] thousands = new long[10_000];
        return Stream.of(
                cut("65 operands", details -> LongStream.range(0, 65).forEach(details::scalar), 64),
                cut("65 dimensions", details -> details.tensor(ElementType.FLOAT, new long[65]), 0),
                cut("10,000 dimensions", details -> details.tensor(ElementType.FLOAT, thousands, thousands, 1), 0),
                cut("list of 65 tensors", details -> details.tensors(ElementType.FLOAT, new long[65][1]), 0),
                cut("list with 65 dimensions", details -> details.tensors(ElementType.FLOAT, new long[1][65]), 0),
                cut("list of 65 numbers", details -> details.scalars(new long[65]), 0),
                cut("list of 65 fractions", details -> details.scalars(new double[65]), 0),
                cut(
                        "fewer storages than tensors",
                        details -> details.tensors(ElementType.FLOAT, new long[2][1], new long[1]),
                        1),
                cut(
                        "strides of another rank in a list",
                        details -> details.tensors(ElementType.FLOAT, new long[2][1], new long[2][2], new long[2]),
                        1),
                cut(
                        "strides of fewer tensors",
                        details -> details.tensors(ElementType.FLOAT, new long[2][1], new long[1][1], new long[2]),
                        1),
                cut(
                        "more strides than there is room for",
                        details -> IntStream.range(0, 20)
                                .forEach(i -> details.tensors(
                                        ElementType.FLOAT, new long[2][30], new long[2][30], new long[2])),
                        8),
                cut(
                        "strides of another rank",
                        details -> details.tensor(ElementType.FLOAT, new long[2], new long[3], 1),
                        1),
                cut(
                        "more longs than there is room for",
                        details -> IntStream.range(0, 20).forEach(i -> details.tensor(ElementType.FLOAT, new long[60])),
                        16));
    }

    private static Arguments cut(String what, Consumer<OpDetails> filling, int kept) {
        return Arguments.of(what, filling, kept);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("tooMuch")
    void operands_beyondTheLimits_areLeftOutAndCounted(String what, Consumer<OpDetails> filling, int kept) {
        OpDetails details = new OpDetails();
        filling.accept(details);
        Trace trace = withShapes(() -> {
            Scope.open(OPERATION, details).close();
            Scope.open(OPERATION, details.clear().scalar(1)).close();
        });
        assertThat(trace.events().get(0).signature().map(OpSignature::inputs).orElse(List.of()))
                .filteredOn(operand -> operand.kind() != Operand.Kind.NONE)
                .hasSize(kept);
        assertThat(trace.events().get(1).signature()).contains(OpSignature.of(Operand.scalar("1")));
        assertThat(trace.account().anomalies()).containsExactly(entry(Anomaly.DETAILS_CUT, 1L));
    }

    @Test
    void scalars_ofBothKinds_keepTheirOwnText() {
        OpDetails details = new OpDetails().scalars(1, 2).scalars(0.9, 0.999).scalars(1, 0.5);
        Trace trace = withShapes(() -> Scope.open(OPERATION, details).close());
        assertThat(trace.events().get(0).signature().orElseThrow().inputs())
                .extracting(Operand::text)
                .containsExactly("[1, 2]", "[0.9, 0.999]", "[1.0, 0.5]");
    }

    @Test
    void operand_leftOut_keepsItsPlace() {
        OpDetails details =
                new OpDetails().tensor(ElementType.FLOAT, new long[65]).tensor(ElementType.FLOAT, 5);
        Trace trace = withShapes(() -> Scope.open(OPERATION, details).close());
        assertThat(trace.events().get(0).signature())
                .contains(OpSignature.of(Operand.ABSENT, Operand.tensor(ElementType.FLOAT, Dims.of(5))));
    }

    @Test
    void signatures_moreThanAreKept_areLeftOutAndCounted() {
        int operations = Limits.MAX_SIGNATURES + 100;
        OpDetails details = new OpDetails();
        Trace trace = withShapes(() -> {
            for (int i = 0; i < operations; i++) {
                Scope.open(OPERATION, details.clear().scalar(i)).close();
            }
        });
        assertThat(trace.signatureCount()).isEqualTo(Limits.MAX_SIGNATURES);
        assertThat(trace.account().anomalies()).containsEntry(Anomaly.DETAILS_CUT, 100L);
        assertThat(trace.events().get(operations - 1).signature()).isEmpty();
    }

    @Test
    void details_filledByTwoThreadsAtOnce_neverThrowAndLoseNoEvent() {
        OpDetails shared = new OpDetails();
        Trace trace = withShapes(() -> Recorded.onThreads(2, number -> {
            for (int i = 0; i < 20_000; i++) {
                shared.clear().tensor(ElementType.FLOAT, 1, 2, 3).text("text").scalar(i);
                Scope.open(OPERATION, shared).close();
            }
        }));
        assertThat(trace.eventCount()).isEqualTo(40_000);
    }

    @Test
    void operands_atTheLimits_areKept() {
        OpDetails details = new OpDetails();
        details.tensor(ElementType.FLOAT, new long[64], new long[64], 7).tensors(ElementType.FLOAT, new long[8][64]);
        details.scalars(new long[64]);
        Trace trace = withShapes(() -> Scope.open(OPERATION, details).close());
        assertThat(trace.events().get(0).signature().orElseThrow().inputs())
                .containsExactly(
                        Operand.tensor(ElementType.FLOAT, Dims.of(new long[64])).withStrides(Dims.of(new long[64])),
                        Operand.tensors(
                                ElementType.FLOAT,
                                Stream.generate(() -> Dims.of(new long[64]))
                                        .limit(8)
                                        .toList()),
                        Operand.scalars(new long[64]));
        assertThat(trace.account().anomalies()).isEmpty();
    }

    @Test
    void operands_fullOfStorages_fitARecord() {
        OpDetails details = new OpDetails().tensor(ElementType.FLOAT, new long[0], 42);
        for (int i = 0; i < 15; i++) {
            details.tensors(ElementType.FLOAT, new long[64][0]);
        }
        Trace trace = withShapes(() -> Scope.open(OPERATION, details).close());
        Track track = trace.tracks().get(0);
        assertThat(track.tensorCount(0)).isEqualTo(1 + 15 * 64);
        assertThat(track.tensor(0, 0)).isEqualTo(42);
        assertThat(trace.account().anomalies()).isEmpty();
    }

    @Test
    void text_longerThanIsKept_isCutAndCounted() {
        OpDetails details = new OpDetails().text("x".repeat(5000)).overload("y".repeat(5000));
        Trace trace = withShapes(() -> Scope.open(OPERATION, details).close());
        OpSignature signature = trace.events().get(0).signature().orElseThrow();
        assertThat(signature.inputs()).containsExactly(Operand.other("x".repeat(Label.MAX_LENGTH) + "…"));
        assertThat(signature.overload()).isEqualTo("y".repeat(Label.MAX_LENGTH) + "…");
        assertThat(trace.account().anomalies()).containsExactly(entry(Anomaly.TEXT_TRUNCATED, 2L));
    }

    @Test
    @SuppressWarnings("NullAway") // Null is what this is about.
    void details_nullEverywhere_neverThrow() {
        OpDetails details = new OpDetails();
        details.tensor(null, (long[]) null)
                .tensor(null, null, 1)
                .tensor(null, null, null, 1)
                .tensors(null, (long[][]) null)
                .tensors(null, new long[][] {null})
                .tensors(null, (long[][]) null, (long[]) null)
                .tensors(null, (long[][]) null, (long[][]) null, (long[]) null)
                .tensors(null, new long[][] {null}, new long[][] {null}, new long[1])
                .scalars((long[]) null)
                .scalars((double[]) null)
                .text(null)
                .overload(null);
        Trace trace = withShapes(() -> {
            Scope.open((Label) null, details).close();
            Scope.open(OPERATION, (OpDetails) null).details(null).close();
            Scope.end(Scope.begin(OPERATION, null));
        });
        assertThat(trace.account().written()).isEqualTo(3);
        assertThat(trace.account().anomalies())
                .containsOnly(entry(Anomaly.DETAILS_CUT, 1L), entry(Anomaly.UNNAMED, 1L));
    }

    @Test
    void details_ofAClosedScopeOrOnAnotherThread_areLeftOutAndCounted() {
        Trace trace = withShapes(() -> {
            Scope closed = Scope.open("closed");
            closed.close();
            closed.details(tensor(1));
            Scope open = Scope.open("open");
            Recorded.onNewThread("other", () -> open.details(tensor(2)));
            open.close();
        });
        assertThat(trace.events())
                .allSatisfy(event -> assertThat(event.signature()).isEmpty());
        assertThat(trace.account().anomalies()).containsExactly(entry(Anomaly.DETAILS_CUT, 2L));
    }

    @Test
    void details_ofAScopeWhoseWindowIsOver_doNothing() {
        List<Scope> opened = new ArrayList<>();
        Trace first = withShapes(() -> opened.add(Scope.open("early")));
        opened.get(0).details(tensor(1));
        Trace second = withShapes(() -> {
            Scope.open("now").details(tensor(2)).close();
            opened.get(0).details(tensor(3));
        });
        assertThat(first.events().get(0).signature()).isEmpty();
        assertThat(second.events())
                .singleElement()
                .satisfies(event -> assertThat(event.signature()).contains(signature(2)));
        assertThat(second.account().anomalies()).containsExactly(entry(Anomaly.DETAILS_CUT, 1L));
    }

    @Test
    void details_givenTwice_theLastCountsAlone() {
        Trace trace = withShapes(() -> {
            Scope scope = Scope.open(
                    OPERATION,
                    new OpDetails()
                            .tensor(ElementType.FLOAT, new long[] {1}, 42)
                            .overload("first")
                            .sequenceNumber(5)
                            .forwardThread(6)
                            .correlation(7)
                            .flops(8));
            scope.details(new OpDetails().tensor(ElementType.FLOAT, 2).tensor(ElementType.FLOAT, 3))
                    .close();
            Scope.open("none").details(tensor(4)).details(new OpDetails()).close();
        });
        TraceEvent event = trace.events().get(0);
        assertThat(event.signature())
                .contains(OpSignature.of(
                        Operand.tensor(ElementType.FLOAT, Dims.of(2)), Operand.tensor(ElementType.FLOAT, Dims.of(3))));
        assertThat(List.of(event.sequenceNumber(), event.forwardThread(), event.correlation()))
                .containsOnly(-1L);
        assertThat(trace.tracks().get(0).tensorCount(0)).isZero();
        assertThat(trace.events().get(1).signature()).isEmpty();
    }

    @Test
    void details_filledAgainWhileTheScopeIsOpen_areThoseOfItsBeginning() {
        OpDetails details = tensor(1);
        Trace trace = withShapes(() -> {
            Scope scope = Scope.open(OPERATION, details);
            details.clear().tensor(ElementType.FLOAT, 2);
            scope.close();
        });
        assertThat(trace.events().get(0).signature()).contains(signature(1));
    }

    @Test
    void details_ofDroppedEvents_areOnNoOther() {
        Trace trace = Recorded.trace(
                builder -> builder.recordShapes(true).limits(limits -> limits.withMaxEvents(100)), () -> {
                    for (int i = 0; i < 300; i++) {
                        Scope.open(Label.of("operation " + i), tensor(i));
                    }
                });
        assertThat(trace.account().dropped()).containsExactly(entry(DropCause.EVENT_LIMIT, 200L));
        Map<String, OpSignature> signatures = new HashMap<>();
        trace.events()
                .forEach(event -> signatures.put(event.name(), event.signature().orElseThrow()));
        assertThat(signatures).hasSize(100);
        signatures.forEach((name, signature) ->
                assertThat(signature).isEqualTo(signature(Long.parseLong(name.substring("operation ".length())))));
    }

    @Test
    void details_ofScopesNestedTooDeeply_areOnNoOther() {
        int levels = Limits.MAX_NESTING + 10;
        Trace trace = withShapes(() -> {
            List<Scope> open = new ArrayList<>();
            for (int i = 0; i < levels; i++) {
                open.add(Scope.open(Label.of("operation " + i), tensor(i)));
            }
            for (int i = levels - 1; i >= 0; i--) {
                open.get(i).close();
            }
            Scope.open("after").close();
        });
        assertThat(trace.account().dropped()).containsExactly(entry(DropCause.NESTING_LIMIT, 10L));
        assertThat(Recorded.event(trace, "after").signature()).isEmpty();
        assertThat(Recorded.event(trace, "operation " + (Limits.MAX_NESTING - 1))
                        .signature())
                .contains(signature(Limits.MAX_NESTING - 1));
    }

    @Test
    void details_beyondTheByteLimit_areLeftOutAndCounted() {
        Trace trace = Recorded.trace(
                builder -> builder.recordShapes(true).limits(limits -> limits.withMaxBufferBytes(100_000)), () -> {
                    OpDetails details = tensor(new long[60]);
                    for (int i = 0; i < 2000; i++) {
                        Scope.open(OPERATION, details).close();
                    }
                });
        long with = operations(trace).stream()
                .filter(event -> event.signature().isPresent())
                .count();
        assertThat(with).isBetween(20L, 200L);
        long cut = trace.account().anomalies().get(Anomaly.DETAILS_CUT);
        assertThat(with + cut).isEqualTo(trace.eventCount());
        assertThat(trace.account().begun()).isEqualTo(2000);
    }

    @Test
    void details_forScopesOfOneSignature_areOneSignatureInTheTrace() {
        Trace trace = withShapes(() -> {
            for (int i = 0; i < 1000; i++) {
                Scope.open(OPERATION, tensor(i % 2)).close();
            }
        });
        assertThat(trace.signatureCount()).isEqualTo(2);
    }
}
