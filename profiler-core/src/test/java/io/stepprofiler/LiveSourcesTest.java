package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.event.Device;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryCategory;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.SpanReport;
import io.stepprofiler.trace.MemoryEvents;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Live memory that activity sources have seen. */
@SuppressWarnings("try") // javac -Xlint:try does not know that a scope is used by being open.
class LiveSourcesTest {
    private static final long THREAD = Thread.currentThread().getId();

    private final List<Trace> traces = new CopyOnWriteArrayList<>();
    private final List<Profile> opened = new ArrayList<>();
    /** What the source has seen and not delivered. */
    private final Queue<Consumer<ActivitySink>> seen = new ConcurrentLinkedQueue<>();

    private final LiveMemory live = LiveMemory.track();
    private final CountDownLatch released = new CountDownLatch(1);

    @AfterEach
    void close() {
        released.countDown();
        opened.forEach(Profile::close);
        live.close();
    }

    private Profile start(ScriptedSource source, UnaryOperator<ProfileBuilder> options) {
        Profile profile = options.apply(Profile.builder()
                        .source(source)
                        .profileMemory(true)
                        .limits(limits -> limits.withMaxBufferBytes(64 << 20))
                        .onTraceReady(traces::add))
                .start();
        opened.add(profile);
        return profile;
    }

    private Profile start() {
        return start(ScriptedSource.delivering(this::drain, this::drain), options -> options);
    }

    private void drain(ActivitySink sink) {
        for (Consumer<ActivitySink> each = seen.poll(); each != null; each = seen.poll()) {
            each.accept(sink);
        }
    }

    private void see(MemoryAction action, long address, long bytes) {
        MemoryEvent event = new MemoryEvent(
                System.nanoTime(), THREAD, action, Device.CPU, address, bytes, -1, 0, MemoryCategory.UNKNOWN, -1);
        seen.add(sink -> sink.memory(event));
    }

    private static Map<Long, Long> bytesByAddress(Trace trace) {
        MemoryEvents memory = trace.memory();
        Map<Long, Long> bytes = new HashMap<>();
        for (int i = 0; i < memory.size(); i++) {
            assertThat(memory.action(i)).isEqualTo(MemoryAction.ALLOCATE);
            bytes.put(memory.address(i), memory.bytes(i));
        }
        assertThat(bytes).hasSize(memory.size());
        return bytes;
    }

    private static List<String> names(Trace trace) {
        return trace.events().stream().map(TraceEvent::name).toList();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void account_duringAWindow_hasWhatItsSourcesHaveSeen(boolean history) {
        start(
                ScriptedSource.delivering(this::drain, this::drain),
                options -> history ? options.history(History.ofSteps(3)) : options);
        see(MemoryAction.ALLOCATE, 1, 100);
        see(MemoryAction.ALLOCATE, 2, 50);
        see(MemoryAction.FREE, 2, -50);
        assertThat(bytesByAddress(live.trace())).isEqualTo(Map.of(1L, 100L));
        see(MemoryAction.FREE, 1, -100);
        see(MemoryAction.ALLOCATE, 2, 70);
        assertThat(bytesByAddress(live.trace())).isEqualTo(Map.of(2L, 70L));
    }

    @Test
    void allocation_ofASource_isInsideTheEventsThatWereOpen() {
        start();
        try (Scope forward = Scope.open("forward")) {
            long from = System.nanoTime();
            see(MemoryAction.ALLOCATE, 1, 100);
            long to = System.nanoTime() + 1;
            seen.add(sink -> sink.span(new SpanReport().onThread(THREAD, "main").named("empty", from, to - from)));
            try (Scope other = Scope.open("loss")) {
                Thread.onSpinWait();
            }
            assertThat(names(live.trace())).containsExactly("forward", "empty");
        }
    }

    @Test
    void memory_fromBeforeTheWindow_isNoMatterWhenItIsFreed() {
        start();
        see(MemoryAction.FREE, 7, -100);
        assertThat(live.trace().memory().size()).isZero();
        see(MemoryAction.ALLOCATE, 8, 10);
        assertThat(bytesByAddress(live.trace())).isEqualTo(Map.of(8L, 10L));
    }

    @Test
    void memory_ofAWindowThatHasEnded_isNotInTheAccount() {
        Profile profile = start();
        see(MemoryAction.ALLOCATE, 1, 100);
        Memory.allocated(2, 50);
        assertThat(bytesByAddress(live.trace())).isEqualTo(Map.of(1L, 100L, 2L, 50L));
        profile.close();
        // Who frees it from now on tells nobody.
        assertThat(bytesByAddress(live.trace())).isEqualTo(Map.of(2L, 50L));
    }

    @Test
    void category_saidOfMemoryOfASource_isThatOfTheAllocation() {
        start();
        see(MemoryAction.ALLOCATE, 1, 100);
        Memory.categorize(Device.CPU, 1, MemoryCategory.PARAMETER);
        assertThat(live.trace().memory().event(0).category()).isEqualTo(MemoryCategory.PARAMETER);
    }

    @Test
    void sourceThatHangs_isNotWaitedForAndTheTraceSaysSo() throws InterruptedException {
        start(
                ScriptedSource.delivering(
                        sink -> {
                            try {
                                released.await();
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                        },
                        sink -> {}),
                options -> options);
        Memory.allocated(2, 50);
        Trace trace = live.trace();
        assertThat(bytesByAddress(trace)).isEqualTo(Map.of(2L, 50L));
        assertThat(trace.metadata()).containsKey("memory of activity sources");
    }

    @Test
    void sourceThatFails_costsOnlyItsOwnMemory() {
        Profile profile = start(
                ScriptedSource.delivering(
                        sink -> {
                            throw new IllegalStateException("broken");
                        },
                        sink -> {}),
                options -> options);
        Memory.allocated(2, 50);
        assertThat(bytesByAddress(live.trace())).isEqualTo(Map.of(2L, 50L));
        assertThat(profile.failures())
                .extracting(ProfileFailure::kind)
                .containsExactly(ProfileFailure.Kind.SOURCE_FAILED);
    }

    @Test
    void source_ofAWindowThatDoesNotProfileMemory_isNotAsked() {
        ScriptedSource source = ScriptedSource.delivering(this::drain, this::drain);
        start(source, options -> options.profileMemory(false));
        live.trace();
        assertThat(source.calls).containsExactly("start");
    }

    @Test
    void source_whosePiecesCostMuch_isOnlyAskedWhenOneIsDue() {
        ScriptedSource source =
                ScriptedSource.delivering(this::drain, this::drain).whoseDueIs(() -> false);
        start(source, options -> options);
        live.trace();
        assertThat(source.calls).containsExactly("start");
    }

    @Test
    void trace_ofAWindowThatWasAsked_hasAllOfIt() {
        Profile profile = start();
        int steps = 5;
        for (int i = 0; i < steps; i++) {
            try (StepScope step = StepScope.open("train", i);
                    Scope outer = Scope.open("outer " + i)) {
                see(MemoryAction.ALLOCATE, i + 1, 10);
                live.trace();
                try (Scope inner = Scope.open("inner " + i)) {
                    Thread.onSpinWait();
                }
            }
        }
        profile.close();
        Trace trace = traces.get(0);
        assertThat(names(trace))
                .containsExactlyElementsOf(IntStream.range(0, steps)
                        .boxed()
                        .flatMap(i -> List.of("train", "outer " + i, "inner " + i).stream())
                        .toList());
        assertThat(trace.events()).noneMatch(TraceEvent::unfinished);
        assertThat(trace.memory().size()).isEqualTo(steps);
        assertThat(trace.steps()).hasSize(steps);
        assertThat(trace.account().dropped()).isEmpty();
        assertThat(profile.failures()).isEmpty();
    }

    @Test
    void account_ofRandomEvents_isThatOfAMap() {
        start();
        Random random = new Random(11);
        Map<Long, Long> expected = new HashMap<>();
        for (int i = 0; i < 3000; i++) {
            long address = random.nextInt(40);
            boolean ofSource = address % 2 == 0;
            if (!expected.containsKey(address) && random.nextInt(4) != 0) {
                expected.put(address, (long) i);
                if (ofSource) {
                    see(MemoryAction.ALLOCATE, address, i);
                } else {
                    Memory.allocated(address, i);
                }
            } else {
                // Also of what was never allocated, or is free already.
                Long bytes = expected.remove(address);
                if (ofSource) {
                    see(MemoryAction.FREE, address, bytes == null ? -5 : -bytes);
                } else {
                    Memory.freed(address);
                }
            }
            if (i % 300 == 0) {
                assertThat(bytesByAddress(live.trace())).isEqualTo(expected);
            }
        }
    }
}
