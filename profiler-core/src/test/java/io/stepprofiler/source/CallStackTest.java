package io.stepprofiler.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.stepprofiler.Communication;
import io.stepprofiler.Label;
import io.stepprofiler.Memory;
import io.stepprofiler.ModuleScope;
import io.stepprofiler.OpDetails;
import io.stepprofiler.Profile;
import io.stepprofiler.ProfileBuilder;
import io.stepprofiler.Scope;
import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.Collective;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.recording.Limits;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** In a package of its own, because the frames of the profiler's main package are left out. */
class CallStackTest {
    private static final Label LABEL = Label.of("labelled");

    private static Trace withStacks(Runnable body) {
        return withStacks(builder -> builder, body);
    }

    private static Trace withStacks(UnaryOperator<ProfileBuilder> options, Runnable body) {
        Profile profile = options.apply(
                        Profile.builder().synchronousDelivery(true).withStack(true))
                .start();
        try (profile) {
            body.run();
        }
        return profile.lastTrace().orElseThrow();
    }

    private static void opening() {
        Scope.open("opened").close();
    }

    private static StackTraceElement innermost(TraceEvent event) {
        return event.stack().get(0);
    }

    @Test
    void stack_ofAScope_beginsWithWhoOpenedIt() {
        Trace trace = withStacks(CallStackTest::opening);
        List<StackTraceElement> stack = trace.events().get(0).stack();
        assertThat(stack.get(0).getClassName()).isEqualTo(CallStackTest.class.getName());
        assertThat(stack.get(0).getMethodName()).isEqualTo("opening");
        assertThat(stack.get(0).getLineNumber()).isPositive();
        assertThat(stack).extracting(StackTraceElement::getMethodName).contains("withStacks");
        assertThat(trace.options().withStack()).isTrue();
    }

    @Test
    void stack_notAskedFor_isNotRecorded() {
        Trace trace = withStacks(builder -> builder.withStack(false), CallStackTest::opening);
        assertThat(trace.events().get(0).stack()).isEmpty();
        assertThat(trace.stackCount()).isZero();
    }

    @Test
    void stack_ofEveryWayToOpen_beginsOutsideTheProfiler() {
        Trace trace = withStacks(() -> {
            Scope.open(LABEL).close();
            Scope.open(LABEL, new OpDetails()).close();
            Scope.end(Scope.begin(LABEL));
            Scope.end(Scope.begin(LABEL, new OpDetails()));
            ModuleScope.open("module").close();
            Communication.of("gloo", Collective.REDUCE)
                    .open(1, ElementType.FLOAT)
                    .close();
        });
        assertThat(trace.events())
                .hasSize(6)
                .allSatisfy(
                        event -> assertThat(innermost(event).getClassName()).isEqualTo(CallStackTest.class.getName()));
    }

    @Test
    void stack_inALambda_beginsWithTheLambda() {
        Supplier<Scope> opening = () -> Scope.open("in a lambda");
        Trace trace = withStacks(() -> opening.get().close());
        assertThat(innermost(trace.events().get(0)).getMethodName()).startsWith("lambda$");
    }

    @Test
    void stack_ofOnePlace_isOneInTheTrace() {
        Trace trace = withStacks(() -> {
            for (int i = 0; i < 1000; i++) {
                opening();
            }
            opening();
        });
        assertThat(trace.stackCount()).isEqualTo(2);
        assertThat(trace.tracks().get(0).stackId(0))
                .isEqualTo(trace.tracks().get(0).stackId(999))
                .isNotEqualTo(trace.tracks().get(0).stackId(1000));
    }

    private static void recursing(int levels) {
        if (levels == 0) {
            opening();
        } else {
            recursing(levels - 1);
        }
    }

    @Test
    void stack_deeperThanIsKept_keepsTheInnermostFrames() {
        Trace trace = withStacks(() -> recursing(500));
        assertThat(trace.events().get(0).stack()).hasSize(Limits.MAX_STACK_DEPTH);
        assertThat(innermost(trace.events().get(0)).getMethodName()).isEqualTo("opening");
    }

    @Test
    void stack_withAnInterval_isTakenOfOneScopeInSoMany() {
        Trace trace = withStacks(builder -> builder.limits(limits -> limits.withStackInterval(10)), () -> {
            for (int i = 0; i < 100; i++) {
                opening();
            }
        });
        List<Integer> with = IntStream.range(0, 100)
                .filter(i -> trace.tracks().get(0).stackId(i) >= 0)
                .boxed()
                .toList();
        assertThat(with).containsExactly(0, 10, 20, 30, 40, 50, 60, 70, 80, 90);
    }

    @Test
    void stack_ofAnAllocation_beginsWithWhoReportedIt() {
        Trace trace = withStacks(builder -> builder.profileMemory(true), () -> {
            Memory.allocated(1, 1);
            Memory.freed(1);
        });
        List<StackTraceElement> stack = trace.stack(trace.memory().stackId(0));
        assertThat(stack.get(0).getClassName()).isEqualTo(CallStackTest.class.getName());
        assertThat(trace.memory().stackId(1)).isEqualTo(-1);
    }

    /** Makes a stack of its own for each number: the bits choose between two places. */
    private static void path(int bits, int levels) {
        if (levels == 0) {
            opening();
        } else if ((bits & 1) == 0) {
            path(bits >>> 1, levels - 1);
        } else {
            path((bits - 1) >>> 1, levels - 1);
        }
    }

    @Test
    void stacks_forWhichThereIsNoRoom_areLeftOutAndCounted() {
        int paths = 1 << 10;
        Trace trace = withStacks(builder -> builder.limits(limits -> limits.withMaxBufferBytes(200_000)), () -> {
            for (int bits = 0; bits < paths; bits++) {
                path(bits, 10);
            }
        });
        long with = trace.events().stream()
                .filter(event -> !event.stack().isEmpty())
                .count();
        assertThat(with).isPositive().isLessThan(paths);
        assertThat(trace.account().begun()).isEqualTo(paths);
        assertThat(trace.account().anomalies())
                .containsExactly(entry(Anomaly.STACK_DROPPED, trace.eventCount() - with));
    }

    @Test
    void stacks_ofOnePlaceWithoutRoomForItsNumber_areCountedToo() {
        int scopes = 2000;
        Trace trace = withStacks(builder -> builder.limits(limits -> limits.withMaxBufferBytes(65_536)), () -> {
            for (int i = 0; i < scopes; i++) {
                opening();
            }
        });
        long with = trace.events().stream()
                .filter(event -> !event.stack().isEmpty())
                .count();
        assertThat(with).isLessThan(trace.eventCount());
        assertThat(trace.account().anomalies())
                .containsExactly(entry(Anomaly.STACK_DROPPED, trace.eventCount() - with));
    }

    @Test
    void stacks_moreDistinctOnesThanAreKept_areLeftOutAndCounted() {
        int levels = 17;
        Trace trace = withStacks(builder -> builder.limits(limits -> limits.withMaxBufferBytes(1L << 30)), () -> {
            // A thread of its own has few frames to walk.
            Thread thread = new Thread(() -> {
                for (int bits = 0; bits < Limits.MAX_STACKS + 10; bits++) {
                    path(bits, levels);
                }
            });
            thread.start();
            join(thread);
        });
        assertThat(trace.stackCount()).isEqualTo(Limits.MAX_STACKS);
        assertThat(trace.account().anomalies()).containsExactly(entry(Anomaly.STACK_DROPPED, 10L));
    }

    @Test
    void stacks_ofSeveralThreads_areTheirOwn() throws Exception {
        List<Thread> threads = new ArrayList<>();
        Trace trace = withStacks(() -> {
            for (int t = 0; t < 4; t++) {
                int depth = t;
                Thread thread = new Thread(
                        () -> {
                            for (int i = 0; i < 500; i++) {
                                recursing(depth);
                            }
                        },
                        "depth " + depth);
                threads.add(thread);
                thread.start();
            }
            threads.forEach(CallStackTest::join);
        });
        assertThat(trace.stackCount()).isEqualTo(4);
        assertThat(trace.tracks()).allSatisfy(track -> {
            long depth = Long.parseLong(track.name().substring("depth ".length()));
            assertThat(trace.stack(track.stackId(499)))
                    .filteredOn(frame -> frame.getMethodName().equals("recursing"))
                    .hasSize((int) depth + 1);
        });
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
