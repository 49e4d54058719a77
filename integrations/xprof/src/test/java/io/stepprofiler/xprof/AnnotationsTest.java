package io.stepprofiler.xprof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepprofiler.Profile;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import java.io.IOException;
import java.util.AbstractMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

class AnnotationsTest {
    private static Trace recorded(Runnable body) {
        Profile profile = Profile.builder().synchronousDelivery(true).start();
        try (profile) {
            body.run();
        }
        return profile.lastTrace().orElseThrow();
    }

    private static TraceEvent only(Trace trace) {
        assertThat(trace.events()).hasSize(1);
        return trace.events().get(0);
    }

    @Test
    void annotation_withMetadata_hasItsValuesByType() {
        Map<String, Object> metadata = new LinkedHashMap<>();
        metadata.put("int", 7);
        metadata.put("long", 1L << 40);
        metadata.put("float", 0.5f);
        metadata.put("flag", true);
        metadata.put("text", "a#b=c");
        metadata.put("other", List.of(1, 2));
        TraceEvent event = only(recorded(() -> {
            try (TraceAnnotation annotation = TraceAnnotation.open("decode", metadata)) {
                annotation
                        .setMetadata("late", 3)
                        .setMetadata("d", 2.5)
                        .setMetadata("s", "x")
                        .setMetadata("b", false);
            }
        }));
        assertThat(event.name()).isEqualTo("decode");
        assertThat(event.arguments())
                .containsEntry("int", 7L)
                .containsEntry("long", 1L << 40)
                .containsEntry("float", 0.5)
                .containsEntry("flag", true)
                .containsEntry("text", "a#b=c")
                .containsEntry("other", "[1, 2]")
                .containsEntry("late", 3L)
                .containsEntry("d", 2.5)
                .containsEntry("s", "x")
                .containsEntry("b", false);
    }

    @Test
    void isEnabled_insideAndOutsideOfAProfile_saysSo() {
        assertThat(TraceAnnotation.isEnabled()).isFalse();
        boolean[] inside = new boolean[1];
        recorded(() -> inside[0] = TraceAnnotation.isEnabled());
        assertThat(inside[0]).isTrue();
    }

    @Test
    @SuppressWarnings("NullAway") // What a caller without a null checker may pass.
    void annotations_withValuesThatMakeNoSense_throwNothing() {
        Map<String, Object> hostile = new AbstractMap<>() {
            @Override
            public Set<Entry<String, Object>> entrySet() {
                throw new IllegalStateException("hostile");
            }
        };
        Trace trace = recorded(() -> {
            TraceAnnotation.open(null).setMetadata(null).setMetadata(null, 1).close();
            TraceAnnotation.open("hostile", hostile).close();
            StepTraceAnnotation.open(null, -1, hostile).close();
        });
        assertThat(trace.eventCount()).isEqualTo(3);
        assertThat(trace.steps()).extracting(StepMark::number).containsExactly(-1L);
    }

    @Test
    @SuppressWarnings("try") // The variable is there to be closed.
    void stepAnnotation_inAProfileWithoutSchedule_isAStepWithItsNumber() {
        Trace trace = recorded(() -> {
            try (StepTraceAnnotation ignored = StepTraceAnnotation.open("train", 41, Map.of("lr", 0.1))) {
                TraceAnnotation.open("forward").close();
            }
        });
        assertThat(trace.steps()).extracting(StepMark::number).containsExactly(41L);
        TraceEvent scope = trace.events().get(0);
        assertThat(scope.name()).isEqualTo("train");
        assertThat(scope.arguments()).containsEntry("step_num", 41L).containsEntry("lr", 0.1);
    }

    @Test
    void functions_ofAllKinds_areAnnotatedAndDoTheSame() {
        AnnotatedFunction annotate = XProf.annotateFunction("f").metadata("layers", 12);
        StringBuilder seen = new StringBuilder();
        Trace trace = recorded(() -> {
            annotate.runnable(() -> seen.append('r')).run();
            assertThat(annotate.supplier(() -> 1).get()).isEqualTo(1);
            assertThat(call(annotate.callable(() -> 2))).isEqualTo(2);
            assertThat(annotate.<Integer, Integer>function(x -> x + 1).apply(2)).isEqualTo(3);
            assertThat(annotate.<Integer, Integer, Integer>biFunction(Integer::sum)
                            .apply(2, 3))
                    .isEqualTo(5);
            annotate.<String>consumer(seen::append).accept("c");
        });
        assertThat(seen).hasToString("rc");
        assertThat(trace.events())
                .hasSize(6)
                .allMatch(event -> event.name().equals("f"))
                .allMatch(event -> event.arguments().equals(Map.of("layers", 12L)));
    }

    private static <T> T call(Callable<T> function) {
        try {
            return function.call();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void function_thatThrows_isRecordedToItsEndAndThrows() {
        Callable<String> failing = XProf.annotateFunction("read").callable(() -> {
            throw new IOException("gone");
        });
        Trace trace = recorded(() -> assertThatThrownBy(failing::call).isInstanceOf(IOException.class));
        assertThat(only(trace).unfinished()).isFalse();
    }

    @Test
    void functionName_thatIsNone_isRefused() {
        for (String name : List.of("", "  ", "x".repeat(1025))) {
            assertThatThrownBy(() -> XProf.annotateFunction(name))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("must have 1 to 1024 characters");
        }
    }
}
