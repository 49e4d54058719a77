package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.stepprofiler.event.Collective;
import io.stepprofiler.event.Dims;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.Operand;
import io.stepprofiler.trace.ProcessGroup;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommunicationTest {
    private static TraceEvent recorded(Communication communication) {
        return Recorded.trace(
                        () -> communication.open(10, 40, ElementType.FLOAT).close())
                .events()
                .get(0);
    }

    @ParameterizedTest
    @CsvSource({
        "gloo, ALL_REDUCE, gloo:all_reduce",
        "nccl, ALL_REDUCE, nccl:all_reduce",
        "mpi, REDUCE_SCATTER, gloo:reduce_scatter",
        "nccl, ALL_TO_ALL, nccl:all_to_all"
    })
    void open_backendAndCollective_hasTheNameThatViewersKnow(String backend, Collective collective, String name) {
        TraceEvent event = recorded(Communication.of(backend, collective));
        assertThat(event.name()).isEqualTo(name);
        assertThat(event.kind()).isEqualTo(EventKind.COMMUNICATION);
    }

    @Test
    void open_withoutRecordShapes_hasArgumentsAndDimensionsAllTheSame() {
        TraceEvent event = recorded(Communication.of("gloo", Collective.ALL_GATHER));
        assertThat(event.arguments())
                .containsExactly(
                        entry("Collective name", "all_gather"),
                        entry("dtype", "float"),
                        entry("In msg nelems", 10L),
                        entry("Out msg nelems", 40L),
                        entry("bytes", 160L));
        assertThat(event.signature())
                .contains(OpSignature.of(Operand.tensor(ElementType.FLOAT, Dims.of(10)))
                        .withOutputs(Operand.tensor(ElementType.FLOAT, Dims.of(40))));
    }

    @Test
    void open_inAGroupBetweenWorkersOfAnotherBackend_saysSo() {
        Communication send = Communication.of("mpi", Collective.SEND)
                .in(new ProcessGroup("7", "pipeline", "mpi", List.of(2, 5)))
                .between(2, 5);
        assertThat(recorded(send).arguments())
                .containsEntry("Backend", "mpi")
                .containsEntry("Group size", 2L)
                .containsEntry("Process Group Name", "7")
                .containsEntry("Process Group Description", "pipeline")
                .containsEntry("Process Group Ranks", "[2, 5]")
                .containsEntry("Src Rank", 2L)
                .containsEntry("Dst Rank", 5L);
    }

    @Test
    @SuppressWarnings("NullAway") // Null is what this is about.
    void open_numbersAndTypesThatMakeNoSense_neverThrows() {
        Communication reduce = Communication.of("gloo", Collective.REDUCE);
        Trace trace = Recorded.trace(() -> {
            reduce.open(-1, null).close();
            reduce.open(Long.MAX_VALUE, ElementType.DOUBLE).close();
        });
        assertThat(trace.account().written()).isEqualTo(2);
        assertThat(trace.events().get(0).arguments()).containsEntry("dtype", "");
    }

    @Test
    @SuppressWarnings("NullAway") // Null is what this is about.
    void of_null_isRefused() {
        assertThatThrownBy(() -> Communication.of(null, Collective.REDUCE)).hasMessage("backend");
        assertThatThrownBy(() -> Communication.of("gloo", null)).hasMessage("collective");
        assertThatThrownBy(() -> Communication.of("gloo", Collective.REDUCE).in(null))
                .hasMessage("workers");
    }

    @Test
    void open_beyondTheEventLimit_leavesNothingOnOtherScopes() {
        Communication reduce = Communication.of("gloo", Collective.REDUCE);
        Trace trace = Recorded.trace(builder -> builder.limits(limits -> limits.withMaxEvents(1)), () -> {
            Scope scope = Scope.open("scope");
            reduce.open(1, ElementType.FLOAT).close();
            scope.close();
        });
        assertThat(trace.events()).singleElement().satisfies(event -> {
            assertThat(event.arguments()).isEmpty();
            assertThat(event.signature()).isEmpty();
        });
        assertThat(trace.account().dropped()).containsExactly(entry(DropCause.EVENT_LIMIT, 1L));
    }

    @Test
    void open_whileNotRecording_onAThreadThatEndsNoSteps_isTheScopeThatDoesNothing() {
        Communication barrier = Communication.of("gloo", Collective.BARRIER);
        assertThat(CompletableFuture.supplyAsync(() -> barrier.open(0, ElementType.FLOAT))
                        .join())
                .isSameAs(Scope.NONE);
    }
}
