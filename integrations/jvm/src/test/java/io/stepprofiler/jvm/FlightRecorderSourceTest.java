package io.stepprofiler.jvm;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.stepprofiler.Profile;
import io.stepprofiler.Scope;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.source.JvmCounters;
import io.stepprofiler.trace.CounterTrack;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Collections, compilations, waits and samples of this virtual machine, as they come out in traces. */
@SuppressWarnings("try") // javac -Xlint:try does not know that a scope is used by being open.
class FlightRecorderSourceTest {
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final long TOLERANCE_NANOS = 50_000;
    private static final long BUSY_NANOS = 300_000_000;

    private final FlightRecorderSource source = FlightRecorderSource.create();

    @Test
    void collection_inAWindow_isOnTheLaneOfCollectionsWithItsCause() throws Exception {
        FlightRecorderSource collections =
                FlightRecorderSource.create().only(EventGroup.GARBAGE_COLLECTION, EventGroup.SAFEPOINTS);
        Trace trace = Windows.of(collections, () -> {
            System.gc();
        });
        assertThat(Windows.lane(trace, "GC"))
                .filteredOn(event -> event.name().endsWith("(System.gc())"))
                .singleElement()
                .satisfies(event -> {
                    assertThat(event.kind()).isEqualTo(EventKind.VIRTUAL_MACHINE);
                    assertThat(event.durationNanos()).isPositive();
                    assertThat(event.startNanos())
                            .isGreaterThanOrEqualTo(trace.start().monotonicNanos());
                    assertThat(event.endNanos()).isLessThanOrEqualTo(trace.end().monotonicNanos());
                });
        assertThat(Windows.lane(trace, "Safepoints"))
                .extracting(TraceEvent::name)
                .contains("Reach safepoint", "Leave safepoint");
        assertThat(trace.account().dropped()).isEmpty();
    }

    @Test
    void collection_inAWindow_drawsTheHeapBeforeAndAfter() throws Exception {
        Trace trace = Windows.of(source, () -> {
            System.gc();
        });
        CounterTrack used = trace.counters().stream()
                .filter(counter -> counter.name().equals("jvm gc heap used MiB"))
                .findFirst()
                .orElseThrow();
        assertThat(used.size()).isGreaterThanOrEqualTo(2);
        assertThat(used.value(0)).isBetween(0.1, Runtime.getRuntime().maxMemory() / 1048576.0);
    }

    /** A way to wait, for which an object may be used. */
    private interface Wait {
        void on(Object object) throws Exception;
    }

    static Stream<Arguments> waits() {
        return Stream.of(
                waits("Park (" + simpleName() + ")", object -> LockSupport.parkNanos(object, 3_000_000)),
                waits("Sleep", object -> Thread.sleep(3)),
                waits("Monitor wait (" + simpleName() + ")", FlightRecorderSourceTest::waitOn));
    }

    private static Arguments waits(String name, Wait wait) {
        return Arguments.of(name, wait);
    }

    @SuppressWarnings("WaitNotInLoop") // Any wait will do.
    private static void waitOn(Object object) throws InterruptedException {
        synchronized (object) {
            object.wait(3);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("waits")
    void wait_inAScope_isOnItsThreadWithinTheScope(String name, Wait wait) throws Exception {
        Trace trace = Windows.of(source, () -> {
            try (Scope ignored = Scope.open("around")) {
                wait.on(this);
            }
        });
        assertInside(trace, name);
    }

    private static String simpleName() {
        return FlightRecorderSourceTest.class.getSimpleName();
    }

    private static void assertInside(Trace trace, String name) {
        List<TraceEvent> events = Windows.thread(trace, Thread.currentThread());
        TraceEvent scope = event(events, "around");
        TraceEvent wait = event(events, name);
        assertThat(wait.kind()).isEqualTo(EventKind.WAIT);
        assertThat(wait.startNanos()).isGreaterThanOrEqualTo(scope.startNanos() - TOLERANCE_NANOS);
        assertThat(wait.endNanos()).isLessThanOrEqualTo(scope.endNanos() + TOLERANCE_NANOS);
        assertThat(wait.durationNanos()).isGreaterThan(2_000_000);
    }

    private static TraceEvent event(List<TraceEvent> events, String name) {
        return events.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + name + " in " + events));
    }

    @Test
    void monitor_heldByAnother_isOnTheThreadThatWaitsForIt() throws Exception {
        Thread contender = new Thread(
                () -> {
                    synchronized (this) {
                        notifyAll();
                    }
                },
                "contender");
        Trace trace = Windows.of(source, () -> {
            synchronized (this) {
                contender.start();
                await().until(() -> contender.getState() == Thread.State.BLOCKED);
                LockSupport.parkNanos(2_000_000);
            }
            contender.join();
        });
        assertThat(Windows.thread(trace, contender))
                .extracting(TraceEvent::name, TraceEvent::kind)
                .containsExactly(tuple("Monitor enter (" + simpleName() + ")", EventKind.WAIT));
        assertThat(Windows.thread(trace, contender))
                .singleElement()
                .satisfies(event -> assertThat(event.arguments())
                        .containsEntry("held by", Thread.currentThread().getName())
                        .containsEntry("held by thread", Thread.currentThread().getId()));
        assertThat(Windows.lane(trace, "contender")).hasSize(1);
    }

    @Test
    void file_writtenAndRead_isOnTheThreadThatDoes(@TempDir Path dir) throws Exception {
        FlightRecorderSource all = FlightRecorderSource.create().waitThreshold(Duration.ZERO);
        Trace trace = Windows.of(all, () -> {
            Files.write(dir.resolve("file"), new byte[100_000]);
            Files.readAllBytes(dir.resolve("file"));
        });
        assertThat(Windows.thread(trace, Thread.currentThread()))
                .filteredOn(event -> event.kind() == EventKind.WAIT)
                .extracting(TraceEvent::name)
                .contains("File write", "File read");
    }

    @Test
    void waits_shorterThanTheThreshold_areLeftOut() throws Exception {
        FlightRecorderSource seconds = FlightRecorderSource.create().waitThreshold(Duration.ofSeconds(30));
        Trace trace = Windows.of(seconds, () -> {
            Thread.sleep(2);
        });
        assertThat(Windows.thread(trace, Thread.currentThread())).isEmpty();
    }

    /** The thread that samples counters begins with the warm-up, and ends before the recorder stores its name. */
    @Test
    void waits_ofTheThreadOfCounters_areNoLoss() throws Exception {
        Profile profile = Profile.builder()
                .schedule(Schedule.builder().warmup(1).active(1).repeat(1).build())
                .synchronousDelivery(true)
                .source(JvmCounters.every(Duration.ofMillis(1)))
                .source(FlightRecorderSource.create().only(EventGroup.WAITS))
                .start();
        try (profile) {
            profile.step();
            Thread.sleep(200);
            profile.step();
        }
        assertThat(profile.lastTrace().orElseThrow().account().dropped()).isEmpty();
    }

    @Test
    void waits_byDefault_haveTheStackThatWaits() throws Exception {
        Trace trace = Windows.of(source, () -> {
            Thread.sleep(2);
        });
        assertThat(event(Windows.thread(trace, Thread.currentThread()), "Sleep").stack())
                .extracting(StackTraceElement::getClassName)
                .contains(FlightRecorderSourceTest.class.getName());
    }

    @Test
    void classLoading_inAWindow_isOnItsLane() throws Exception {
        Trace trace = Windows.of(source, () -> Class.forName(Copied.class.getName(), false, new CopyingLoader()));
        assertThat(Windows.lane(trace, "Class loading"))
                .extracting(TraceEvent::name)
                .contains("Class load");
        assertThat(Windows.lane(trace, "Class loading"))
                .extracting(TraceEvent::arguments)
                .contains(Map.of(
                        "class",
                        Copied.class.getName(),
                        "thread",
                        Thread.currentThread().getId()));
    }

    /** One of the JDK's own, which its class loads: a test may not load any where native access is denied. */
    @Test
    void library_loadedInAWindow_isOnItsLaneWhereTheVirtualMachineTells() throws Exception {
        String library = Path.of(System.getProperty("java.home"), "lib", System.mapLibraryName("jaas"))
                .toString();
        Trace trace = Windows.of(
                source,
                () -> Class.forName("com.sun.security.auth.module.UnixSystem")
                        .getDeclaredConstructor()
                        .newInstance());
        boolean told = Runtime.version().feature() >= 22;
        assertThat(Windows.lane(trace, "Native libraries"))
                .hasSize(told ? 1 : 0)
                .allSatisfy(load -> assertThat(load.arguments())
                        .containsEntry("library", library)
                        .containsEntry("thread", Thread.currentThread().getId()));
        assertThat(trace.metadata().containsKey("jvm_flight_recorder_missing"))
                .isEqualTo(Runtime.version().feature() < 25);
    }

    /** To be loaded once more. */
    private static final class Copied {}

    private static final class CopyingLoader extends ClassLoader {
        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals(Copied.class.getName())) {
                return super.loadClass(name, resolve);
            }
            String file = name.substring(name.lastIndexOf('.') + 1) + ".class";
            try (InputStream in = FlightRecorderSourceTest.class.getResourceAsStream(file)) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    @Test
    void compilations_areNamedAfterTheirCompiler() {
        Trace trace = until(
                () -> busy(BUSY_NANOS),
                each -> !Windows.lane(each, "JIT compiler").isEmpty());
        assertThat(Windows.lane(trace, "JIT compiler"))
                .extracting(TraceEvent::name)
                .anyMatch(name -> name.matches("(C1|C2|JVMCI) compilation"));
        assertThat(Windows.lane(trace, "JIT compiler"))
                .filteredOn(event -> event.name().endsWith(" compilation"))
                .allSatisfy(event -> assertThat(event.arguments()).containsKeys("method", "level"))
                .anySatisfy(event ->
                        assertThat((String) event.arguments().get("method")).contains("."));
    }

    @Test
    void busyThread_inJavaCode_hasSamplesOfIt() {
        Trace trace = until(
                () -> busy(BUSY_NANOS),
                each -> !samplesIn(each, SampleKind.JAVA, "busy").isEmpty());
        assertThat(samplesIn(trace, SampleKind.JAVA, "busy")).isNotEmpty().allSatisfy(sample -> {
            assertThat(sample.weight()).isEqualTo(10_000_000);
            assertThat(sample.nanos())
                    .isBetween(trace.start().monotonicNanos(), trace.end().monotonicNanos());
        });
    }

    @Test
    void busyThread_inNativeCode_hasSamplesThatBeginWithTheNativeMethod() {
        Trace trace = until(
                FlightRecorderSourceTest::deflate,
                each -> !samplesIn(each, SampleKind.NATIVE, "deflate").isEmpty());
        StackTraceElement innermost = trace.stack(
                        samplesIn(trace, SampleKind.NATIVE, "deflate").get(0).stackId())
                .get(0);
        assertThat(innermost.isNativeMethod()).isTrue();
    }

    @Test
    void allocations_haveSamplesWithTheirBytes() {
        Trace trace = until(
                () -> allocate(BUSY_NANOS),
                each -> !samplesIn(each, SampleKind.ALLOCATION, "allocate").isEmpty());
        assertThat(samplesIn(trace, SampleKind.ALLOCATION, "allocate"))
                .isNotEmpty()
                .allSatisfy(sample -> assertThat(sample.weight()).isPositive());
    }

    private Trace until(Runnable work, Predicate<Trace> seen) {
        return until(source, work, seen);
    }

    private static Trace until(FlightRecorderSource source, Runnable work, Predicate<Trace> seen) {
        AtomicReference<Trace> last = new AtomicReference<>();
        await().pollInSameThread().atMost(DEADLINE).until(() -> {
            Trace trace = Windows.of(source, () -> {
                work.run();
            });
            last.set(trace);
            return seen.test(trace);
        });
        return last.get();
    }

    private static List<StackSample> samplesIn(Trace trace, SampleKind kind, String method) {
        return Windows.samples(trace, kind).stream()
                .filter(sample -> sample.stackId() >= 0
                        && trace.stack(sample.stackId()).stream()
                                .anyMatch(frame -> frame.getMethodName().equals(method)))
                .toList();
    }

    private static double busy(long nanos) {
        Random random = new Random(1);
        double sum = 0;
        for (long end = System.nanoTime() + nanos; System.nanoTime() < end; ) {
            sum += Math.sin(random.nextDouble());
        }
        return sum;
    }

    private static int allocate(long nanos) {
        List<byte[]> kept = new ArrayList<>();
        for (long end = System.nanoTime() + nanos; System.nanoTime() < end; ) {
            kept.add(new byte[10_000]);
            if (kept.size() == 100) {
                kept.clear();
            }
        }
        return kept.size();
    }

    private static void deflate() {
        byte[] input = new byte[4 << 20];
        new Random(1).nextBytes(input);
        Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
        deflater.setInput(input);
        deflater.finish();
        byte[] output = new byte[8 << 20];
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        while (!deflater.finished()) {
            all.write(output, 0, deflater.deflate(output));
        }
        deflater.end();
    }

    @Test
    void threads_ofTheProfiler_areLeftOut() throws Exception {
        FlightRecorderSource all = FlightRecorderSource.create().waitThreshold(Duration.ZERO);
        CountDownLatch done = new CountDownLatch(1);
        Thread ours = new Thread(
                () -> {
                    LockSupport.parkNanos(1_000_000);
                    done.countDown();
                },
                "step-profiler-something");
        Trace trace = Windows.of(all, () -> {
            ours.start();
            done.await();
        });
        assertThat(trace.tracks()).noneMatch(track -> track.name().startsWith("step-profiler-"));
        assertThat(Windows.thread(trace, ours)).isEmpty();
    }

    /**
     * A class whose initializer parks, and keeps a virtual thread on its carrier meanwhile. It parks five times, because
     * JDK 25 loses the event of one park of 300.
     */
    private static final class Pinning {
        static {
            for (int i = 0; i < 5; i++) {
                LockSupport.parkNanos(2_000_000);
            }
        }
    }

    /** Initializes a copy of {@link Pinning}, which is a new class each time. */
    private static void pin() {
        try (InputStream image = Pinning.class.getResourceAsStream("FlightRecorderSourceTest$Pinning.class")) {
            MethodHandles.lookup().defineHiddenClass(requireNonNull(image).readAllBytes(), true);
        } catch (IOException | IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void virtualThread_pinnedToItsCarrier_isSeenOnItsOwnTrack() throws Exception {
        Assumptions.assumeTrue(Runtime.version().feature() >= 21);
        AtomicReference<Thread> pinned = new AtomicReference<>();
        Trace trace = Windows.of(source, () -> {
            Runnable work = FlightRecorderSourceTest::pin;
            Thread thread = (Thread)
                    Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, work);
            pinned.set(thread);
            thread.join();
        });
        assertThat(Windows.thread(trace, pinned.get()))
                .extracting(TraceEvent::name)
                .contains("Virtual thread pinned", "Park");
    }

    @Test
    void groups_notAskedFor_areNotRecorded() throws Exception {
        FlightRecorderSource waits = FlightRecorderSource.create().only(EventGroup.WAITS);
        Trace trace = Windows.of(waits, () -> {
            System.gc();
            Thread.sleep(2);
        });
        assertThat(trace.events()).isNotEmpty().allMatch(event -> event.kind() == EventKind.WAIT);
        assertThat(trace.samples().size()).isZero();
        assertThat(trace.counters()).isEmpty();
    }
}
