package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

@SuppressWarnings("try") // The scope variables are there to be closed.
class ProfiledFunctionTest {
    private interface Body {
        void run() throws Exception;
    }

    private static Trace recorded(Body body) throws Exception {
        Profile profile = Profile.builder().synchronousDelivery(true).start();
        try (profile) {
            body.run();
        }
        return profile.lastTrace().orElseThrow();
    }

    @Test
    void functions_ofAllKinds_doTheSameAndAreCalls() throws Exception {
        List<Object> done = new ArrayList<>();
        ProfiledFunction f = ProfiledFunction.of("f");
        Trace trace = recorded(() -> {
            Function<Integer, Integer> twice = f.function(x -> 2 * x);
            Supplier<String> text = f.supplier(() -> "text");
            Consumer<Object> add = f.consumer(done::add);
            add.accept(twice.apply(4));
            add.accept(text.get());
            add.accept(f.callable(() -> 5).call());
            add.accept(f.biFunction((Integer a, Integer b) -> a * b).apply(2, 3));
            f.runnable(() -> done.add("run")).run();
            try (Scope ignored = f.open()) {
                done.add("by hand");
            }
        });
        assertThat(done).containsExactly(8, "text", 5, 6, "run", "by hand");
        assertThat(trace.events()).hasSize(6 + 4).allSatisfy(event -> {
            assertThat(event.name()).isEqualTo("f");
            assertThat(event.kind()).isEqualTo(EventKind.FUNCTION);
        });
    }

    @Test
    void function_thatThrows_isRecordedToItsEndAndThrowsTheSame() throws Exception {
        IOException thrown = new IOException("as it is");
        Trace trace = recorded(() -> assertThatThrownBy(() -> ProfiledFunction.of("f")
                        .callable(() -> {
                            throw thrown;
                        })
                        .call())
                .isSameAs(thrown));
        assertThat(trace.events())
                .singleElement()
                .satisfies(event -> assertThat(event.unfinished()).isFalse());
    }

    @Test
    void function_thatNobodyRecords_doesTheSame() {
        assertThat(ProfiledFunction.of("f").supplier(() -> 3).get()).isEqualTo(3);
    }

    @Test
    void name_thatIsBlankOrTooLong_isRefused() {
        assertThatThrownBy(() -> ProfiledFunction.of(" "))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("name = ' ' is not allowed: must have 1 to 1024 characters");
        assertThatThrownBy(() -> ProfiledFunction.of("x".repeat(2000))).isInstanceOf(IllegalArgumentException.class);
    }
}
