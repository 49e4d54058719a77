package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.event.UnfinishedCause;
import io.stepprofiler.recording.Limits;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

@SuppressWarnings("try") // A scope variable is there to be closed.
class ScopeTest {
    private static final Label LABEL = Label.of("labelled");

    @Test
    void open_byStringLabelAndToken_recordsAllThree() {
        Trace trace = Recorded.trace(() -> {
            try (Scope named = Scope.open("named");
                    Scope labelled = Scope.open(LABEL)) {
                Scope.end(Scope.begin(Label.of("token")));
            }
        });
        assertThat(Recorded.names(trace)).containsExactly("named", "labelled", "token");
        assertThat(trace.account().begun()).isEqualTo(3);
        assertThat(trace.account().written()).isEqualTo(3);
    }

    @Test
    void runAndCall_ofWorkThatReturnsOrThrows_areScopesAroundIt() {
        IOException thrown = new IOException("disk");
        Trace trace = Recorded.trace(() -> {
            Scope.run("run", () -> Scope.open("inner").close());
            assertThat(Scope.<String, RuntimeException>call("call", () -> "result"))
                    .isEqualTo("result");
            assertThatThrownBy(() -> Scope.run("failing", () -> {
                        throw thrown;
                    }))
                    .isSameAs(thrown);
        });
        assertThat(Recorded.names(trace)).containsExactly("run", "inner", "call", "failing");
        assertThat(trace.account().unfinished()).isEmpty();
        assertThat(Recorded.event(trace, "inner").endNanos())
                .isLessThanOrEqualTo(Recorded.event(trace, "run").endNanos());
    }

    @Test
    void open_nested_liesWithinTheOuterScopeAndTheWindow() {
        long before = System.nanoTime();
        Trace trace = Recorded.trace(() -> {
            try (Scope outer = Scope.open("outer")) {
                try (Scope inner = Scope.open("inner")) {
                    Thread.onSpinWait();
                }
            }
        });
        long after = System.nanoTime();
        TraceEvent outer = Recorded.event(trace, "outer");
        TraceEvent inner = Recorded.event(trace, "inner");
        assertThat(List.of(
                        before,
                        trace.start().monotonicNanos(),
                        outer.startNanos(),
                        inner.startNanos(),
                        inner.endNanos(),
                        outer.endNanos(),
                        trace.end().monotonicNanos(),
                        after))
                .isSorted();
    }

    @Test
    void open_whileNotRecording_isTheSharedScopeThatDoesNothing() {
        try (Scope scope = Scope.open("nobody")) {
            assertThat(scope).isSameAs(Scope.open(LABEL)).isSameAs(scope.arg("key", 1));
        }
        assertThat(Scope.begin(LABEL)).isZero();
        Scope.end(0);
    }

    @Test
    void open_sameNameManyTimes_isOneNameInTheTrace() {
        Trace trace = Recorded.trace(() -> {
            for (int i = 0; i < 1000; i++) {
                Scope.open(new String("equal".toCharArray())).close();
            }
        });
        assertThat(trace.nameCount()).isEqualTo(1);
        assertThat(trace.eventCount()).isEqualTo(1000);
    }

    @Test
    void arg_eachType_isInTheTrace() {
        Trace trace = Recorded.trace(() -> {
            try (Scope scope =
                    Scope.open("outer").arg("whole", 7).arg("part", 0.5).arg("last", true)) {
                Scope.open("inner").arg("text", "seven").arg("last", false).close();
                scope.arg("later", "after the inner scope");
            }
        });
        assertThat(Recorded.event(trace, "outer").arguments())
                .containsExactly(
                        entry("whole", 7L),
                        entry("part", 0.5),
                        entry("last", true),
                        entry("later", "after the inner scope"));
        assertThat(Recorded.event(trace, "inner").arguments())
                .containsExactly(entry("text", "seven"), entry("last", false));
    }

    @Test
    @SuppressWarnings("NullAway") // Null is what this is about.
    void arg_afterCloseOrNull_isLeftOutAndCounted() {
        Trace trace = Recorded.trace(() -> {
            Scope scope = Scope.open("scope");
            scope.arg(null, 1).arg("key", null);
            scope.close();
            scope.arg("late", 1);
        });
        assertThat(Recorded.event(trace, "scope").arguments()).isEmpty();
        assertThat(trace.account().anomalies()).containsExactly(entry(Anomaly.ARGUMENT_DROPPED, 3L));
    }

    @Test
    void arg_veryMany_areAllKept() {
        Trace trace = Recorded.trace(() -> {
            try (Scope scope = Scope.open("scope")) {
                for (int i = 0; i < 1000; i++) {
                    scope.arg("key" + i, i);
                }
            }
        });
        assertThat(Recorded.event(trace, "scope").arguments()).hasSize(1000).containsEntry("key999", 999L);
    }

    @Test
    void close_twice_countsOnceAndKeepsTheFirstEnd() {
        Trace trace = Recorded.trace(() -> {
            Scope scope = Scope.open("scope");
            scope.close();
            Scope.open("next").close();
            scope.close();
        });
        assertThat(trace.account().written()).isEqualTo(2);
        assertThat(trace.account().anomalies()).containsExactly(entry(Anomaly.CLOSED_TWICE, 1L));
        assertThat(Recorded.event(trace, "scope").endNanos())
                .isLessThanOrEqualTo(Recorded.event(trace, "next").startNanos());
    }

    @Test
    void end_sameTokenTwice_countsOnce() {
        Trace trace = Recorded.trace(() -> {
            long token = Scope.begin(LABEL);
            Scope.end(token);
            Scope.end(token);
        });
        assertThat(trace.account().written()).isEqualTo(1);
        assertThat(trace.account().anomalies()).containsExactly(entry(Anomaly.CLOSED_TWICE, 1L));
    }

    @Test
    void close_outerFirst_keepsBothEndsAndCounts() {
        Trace trace = Recorded.trace(() -> {
            Scope outer = Scope.open("outer");
            Scope inner = Scope.open("inner");
            outer.close();
            Scope next = Scope.open("next");
            Scope deeper = Scope.open("deeper");
            inner.close();
            deeper.close();
            next.close();
        });
        assertThat(trace.account().written()).isEqualTo(4);
        assertThat(trace.account().anomalies()).containsExactly(entry(Anomaly.CLOSED_OUT_OF_ORDER, 1L));
        TraceEvent inner = Recorded.event(trace, "inner");
        assertThat(inner.endNanos())
                .isGreaterThan(Recorded.event(trace, "outer").endNanos());
        assertThat(inner.endNanos()).isLessThan(Recorded.event(trace, "deeper").endNanos());
    }

    @Test
    void close_onAnotherThread_endsThereAndIsAsync() {
        Trace trace = Recorded.trace(() -> {
            Scope scope = Scope.open("handed over");
            long token = Scope.begin(Label.of("token handed over"));
            Recorded.onNewThread("other", () -> {
                Scope.open("on other").close();
                scope.close();
                Scope.end(token);
                return "";
            });
        });
        assertThat(trace.account().written()).isEqualTo(3);
        assertThat(trace.account().anomalies()).containsExactly(entry(Anomaly.CLOSED_ON_OTHER_THREAD, 2L));
        TraceEvent scope = Recorded.event(trace, "handed over");
        assertThat(scope.async()).isTrue();
        assertThat(scope.unfinished()).isFalse();
        assertThat(scope.endNanos())
                .isGreaterThan(Recorded.event(trace, "on other").endNanos());
        assertThat(Recorded.event(trace, "token handed over").async()).isTrue();
    }

    @Test
    void close_onOtherThreadsAllTheTime_doesNotDeepenTheNesting() {
        int scopes = 4 * Limits.MAX_NESTING;
        Trace trace = Recorded.trace(() -> {
            for (int i = 0; i < scopes; i++) {
                Scope scope = Scope.open("handed over");
                Recorded.onNewThread("other", () -> {
                    scope.close();
                    return "";
                });
            }
        });
        assertThat(trace.account().written()).isEqualTo(scopes);
        assertThat(trace.account().dropped()).isEmpty();
    }

    @Test
    void close_byBothThreads_endsOnce() {
        Trace trace = Recorded.trace(() -> {
            long token = Scope.begin(LABEL);
            Recorded.onNewThread("other", () -> {
                Scope.end(token);
                return "";
            });
            Scope.end(token);
        });
        assertThat(trace.account().begun()).isEqualTo(1);
        assertThat(trace.account().written()).isEqualTo(1);
        assertThat(trace.account().anomalies()).containsEntry(Anomaly.CLOSED_TWICE, 1L);
    }

    @Test
    void close_never_isUnfinishedAndReachesToTheWindowsEnd() {
        Trace trace = Recorded.trace(() -> {
            Scope.open("left open");
            Scope.open("closed").close();
        });
        TraceEvent open = Recorded.event(trace, "left open");
        assertThat(open.unfinished()).isTrue();
        assertThat(open.endNanos()).isEqualTo(trace.end().monotonicNanos());
        assertThat(trace.account().unfinished()).containsExactly(entry(UnfinishedCause.WINDOW_ENDED, 1L));
        assertThat(trace.account().written()).isEqualTo(1);
        assertThat(trace.account().begun()).isEqualTo(2);
    }

    @Test
    void thread_endsWithOpenScope_isUnfinishedAndReachesToTheLastTimeSeen() {
        Trace trace = Recorded.trace(() -> Recorded.onNewThread("short-lived", () -> {
            Scope.open("left open");
            Scope.open("last seen").close();
            return "";
        }));
        TraceEvent open = Recorded.event(trace, "left open");
        assertThat(open.unfinished()).isTrue();
        assertThat(open.endNanos()).isEqualTo(Recorded.event(trace, "last seen").endNanos());
        assertThat(trace.account().unfinished()).containsExactly(entry(UnfinishedCause.THREAD_ENDED, 1L));
    }

    @Test
    void close_inALaterWindow_isCountedThereAndChangesNothing() {
        List<Scope> opened = new ArrayList<>();
        Trace first = Recorded.trace(() -> opened.add(Scope.open("early")));
        Trace second = Recorded.trace(() -> {
            Scope now = Scope.open("now");
            opened.get(0).close();
            now.close();
        });
        assertThat(first.account().unfinishedTotal()).isEqualTo(1);
        assertThat(second.account().anomalies()).containsExactly(entry(Anomaly.CLOSED_AFTER_WINDOW, 1L));
        assertThat(second.account().written()).isEqualTo(1);
    }

    @Test
    void close_whenNoWindowIsOpen_doesNothing() {
        List<Scope> opened = new ArrayList<>();
        List<Long> tokens = new ArrayList<>();
        Trace trace = Recorded.trace(() -> {
            opened.add(Scope.open("early"));
            tokens.add(Scope.begin(LABEL));
        });
        opened.get(0).close();
        Scope.end(tokens.get(0));
        assertThat(trace.account().unfinishedTotal()).isEqualTo(2);
    }

    @Test
    @SuppressWarnings("NullAway") // Null is what this is about.
    void open_nullOrEmptyName_isUnnamedAndCounted() {
        Trace trace = Recorded.trace(() -> {
            Scope.open((String) null).close();
            Scope.open((Label) null).close();
            Scope.open("").close();
        });
        assertThat(Recorded.names(trace)).containsExactly("(unnamed)", "(unnamed)", "(unnamed)");
        assertThat(trace.account().anomalies()).containsExactly(entry(Anomaly.UNNAMED, 3L));
    }

    @Test
    void open_nameOfAMegabyte_isCutAndCounted() {
        String name = "x".repeat(1 << 20);
        Trace trace = Recorded.trace(() -> Scope.open(name).arg("long", name).close());
        TraceEvent event = trace.events().get(0);
        assertThat(event.name()).isEqualTo("x".repeat(Label.MAX_LENGTH) + "…");
        assertThat(event.arguments()).containsEntry("long", event.name());
        assertThat(trace.account().anomalies()).containsExactly(entry(Anomaly.TEXT_TRUNCATED, 2L));
    }

    @Test
    void open_moreNamesThanAreKept_recordsTheRestUnderOneNameAndCounts() {
        int names = Limits.MAX_NAMES + 10;
        Trace trace = Recorded.trace(() -> {
            for (int i = 0; i < names; i++) {
                Scope.open("name " + i).close();
            }
        });
        assertThat(trace.account().written()).isEqualTo(names);
        assertThat(trace.account().anomalies()).containsExactly(entry(Anomaly.TOO_MANY_NAMES, 10L));
        assertThat(trace.events().get(names - 1).name()).isEqualTo("(too many names)");
    }

    @Test
    void open_tenThousandLevels_keepsAThousandAndCountsTheRest() {
        int levels = 10_000;
        Trace trace = Recorded.trace(() -> {
            List<Scope> open = new ArrayList<>();
            for (int i = 0; i < levels; i++) {
                open.add(Scope.open("level"));
            }
            for (int i = levels - 1; i >= 0; i--) {
                open.get(i).close();
            }
            Scope.open("after").close();
        });
        assertThat(trace.account().begun()).isEqualTo(levels + 1);
        assertThat(trace.account().written()).isEqualTo(Limits.MAX_NESTING + 1);
        assertThat(trace.account().dropped())
                .containsExactly(entry(DropCause.NESTING_LIMIT, (long) levels - Limits.MAX_NESTING));
        assertThat(trace.account().anomalies()).isEmpty();
        assertThat(Recorded.names(trace)).contains("after");
    }

    @Test
    void threads_aliveBeforeOrBornInTheWindow_areRecordedUnderTheirNames() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        Thread early = new Thread(
                () -> {
                    try {
                        go.await();
                    } catch (InterruptedException e) {
                        return;
                    }
                    Scope.open("by early").close();
                },
                "born-before");
        early.start();
        Trace trace = Recorded.trace(() -> {
            go.countDown();
            early.join();
            Recorded.onNewThread("born-within", () -> {
                Scope.open("by late").close();
                Thread.currentThread().setName("renamed");
                return "";
            });
        });
        assertThat(trace.tracks())
                .extracting(track -> track.name() + ": " + track.eventName(0))
                .containsExactlyInAnyOrder("born-before: by early", "renamed: by late");
    }

    @Test
    void threads_manyAtOnce_loseNothing() {
        int threads = 8;
        int scopes = 20_000;
        Trace trace = Recorded.trace(() -> Recorded.onThreads(threads, number -> {
            for (int i = 0; i < scopes; i++) {
                try (Scope outer = Scope.open("outer")) {
                    Scope.open(LABEL).arg("i", i).close();
                }
            }
        }));
        assertThat(trace.account().begun()).isEqualTo(2L * threads * scopes);
        assertThat(trace.account().written()).isEqualTo(2L * threads * scopes);
        assertThat(trace.tracks()).hasSize(threads).allSatisfy(track -> {
            assertThat(track.size()).isEqualTo(2 * scopes);
            assertThat(track.arguments(2 * scopes - 1)).containsExactly(entry("i", (long) scopes - 1));
        });
    }
}
