package io.stepprofiler.analysis.steps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.stepprofiler.analysis.breakdown.StepBreakdown;
import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.Track;
import io.stepprofiler.trace.TrackBuilder;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeviceStepsTest {
    private static final int END = 300;
    private static final List<EventKind> WORK = List.of(
            EventKind.KERNEL,
            EventKind.MEMORY_COPY,
            EventKind.MEMORY_SET,
            EventKind.COMMUNICATION,
            EventKind.RUNTIME,
            EventKind.SCOPE);

    private final TraceBuilder builder = new TraceBuilder();
    private long correlation;

    private void work(int device, int stream, EventKind kind, String name, long start, long duration) {
        builder.stream(Device.cuda(device), stream).add(builder.nameId(name, kind, ""), start, duration);
    }

    private void host(EventKind kind, String name, long start, long duration) {
        builder.thread(1, "main").add(builder.nameId(name, kind, ""), start, duration);
    }

    private void step(long number, long start, long duration) {
        builder.step(new StepMark(number, start, duration, 1, false));
    }

    private static DeviceSteps of(Trace trace) {
        WindowWalk walk = new WindowWalk(trace);
        return DeviceSteps.of(new LaunchedWork(walk), new Breakdowns(walk));
    }

    @Test
    void of_kernelsCopiesAndCommunicationAtOnce_isTheKernelsAndCountsWhatIsHidden() {
        step(0, 0, 100);
        work(0, 7, EventKind.KERNEL, "gemm", 10, 30);
        work(0, 8, EventKind.MEMORY_COPY, "Memcpy HtoD (Pinned -> Device)", 30, 30);
        work(0, 9, EventKind.KERNEL, "ncclDevKernel_AllReduce_Sum_f32_RING_LL", 35, 20);
        host(EventKind.SCOPE, "forward", 0, 70);
        host(EventKind.WAIT, "Thread.park", 70, 30);
        DeviceBreakdown only = of(builder.build()).together().get(0);
        assertThat(only.nanos())
                .containsExactly(
                        entry(DeviceCategory.KERNEL, 30L),
                        entry(DeviceCategory.COMMUNICATION, 15L),
                        entry(DeviceCategory.COPY, 5L),
                        entry(DeviceCategory.HOST, 20L),
                        entry(DeviceCategory.IDLE, 30L));
        assertThat(only.communicationNanos()).isEqualTo(20);
        assertThat(only.hiddenCommunicationNanos()).isEqualTo(5);
        assertThat(only.host()).contains(entry(StepCategory.PHASE, 20L), entry(StepCategory.PARK, 30L));
    }

    @ParameterizedTest
    @CsvSource({
        "'void deep_ep::intranode::combine<__nv_bfloat16, 8, 768, 4096>(__nv_bfloat16*)', COMMUNICATION",
        "'void deep_ep::internode_ll::dispatch<true, false, 7168>(void*)', COMMUNICATION",
        "'void deep_ep::layout::get_dispatch_layout<256, 4, 2>(long const*)', KERNEL",
        "ncclDevKernel_AllReduce_Sum_f32_RING_LL, COMMUNICATION",
        "gemm, KERNEL"
    })
    void category_ofAKernel_isByTheNamesThatLibrariesHaveForCommunication(String name, DeviceCategory expected) {
        assertThat(DeviceTimes.category(EventKind.KERNEL, name)).contains(expected);
    }

    @Test
    void of_waitsOfAStream_areNoWork() {
        step(0, 0, 100);
        work(0, 7, EventKind.RUNTIME, "Stream Sync", 0, 50);
        assertThat(of(builder.build()).isEmpty()).isTrue();
    }

    @Test
    void of_noDevice_hasNothing() {
        step(0, 0, 100);
        host(EventKind.SCOPE, "forward", 0, 70);
        assertThat(of(builder.build()).together()).isEmpty();
    }

    /** Launches an operation by a call at a time of the thread. */
    private void launch(long at, int stream, EventKind kind, String name, long start, long duration) {
        correlation++;
        TrackBuilder main = builder.thread(1, "main");
        main.correlation(main.add(builder.nameId("cudaLaunchKernel", EventKind.RUNTIME, ""), at, 1), correlation);
        TrackBuilder work = builder.stream(Device.cuda(0), stream);
        work.correlation(work.add(builder.nameId(name, kind, ""), start, duration), correlation);
    }

    @Test
    void of_aThreadThatRunsAhead_isFromStartToStartOfTheQueue() {
        for (int i = 0; i < 20; i++) {
            step(i, 100L * i, 100);
            launch(100 * i + 12, 7, EventKind.KERNEL, "gemm", 15 + 300 * i, 290);
        }
        DeviceSteps steps = of(builder.build());
        assertThat(steps.periods())
                .extracting(StepMark::durationNanos)
                .startsWith(305L)
                .endsWith(300L, 300L, 300L);
        assertThat(steps.together())
                .extracting(each -> each.of(DeviceCategory.KERNEL))
                .containsOnly(290L);
        assertThat(steps.together().get(19).host()).containsEntry(StepCategory.UNACCOUNTED, 10L);
    }

    @Test
    void of_aCopyOnAnotherStreamThatTakesSeveralSteps_leavesTheOtherStepsTheirTimes() {
        for (int i = 0; i < 4; i++) {
            step(i, 100L * i, 100);
            launch(100 * i + 5, 7, EventKind.KERNEL, "gemm", 100 * i + 10, 50);
            if (i == 0) {
                launch(8, 9, EventKind.MEMORY_COPY, "Memcpy DtoH", 20, 350);
            }
        }
        assertThat(of(builder.build()).periods())
                .extracting(StepMark::startNanos)
                .containsExactly(0L, 110L, 210L, 310L);
    }

    @Test
    void of_workLaunchedBetweenSteps_countsForNone() {
        step(0, 0, 100);
        step(1, 200, 100);
        launch(10, 7, EventKind.KERNEL, "gemm", 20, 50);
        launch(120, 7, EventKind.KERNEL, "validate", 130, 100);
        launch(210, 7, EventKind.KERNEL, "gemm", 240, 50);
        DeviceSteps steps = of(builder.build());
        assertThat(steps.allTimes().work().nanos()).isEqualTo(100);
        assertThat(steps.together())
                .extracting(each -> each.of(DeviceCategory.KERNEL))
                .containsExactly(50L, 50L);
    }

    @ParameterizedTest
    @CsvSource({"'15 1600, 115 40, 215 40', 180", "'15 110, 115 110', 210", "'10 5, 20 5', 10"})
    void of_operationsOfAStreamThatOverlap_areCutWhereTheNextBegins(String kernels, long expected) {
        step(0, 0, 400);
        int number = 0;
        for (String each : kernels.split(", ", -1)) {
            String[] numbers = each.split(" ", -1);
            launch(number++, 7, EventKind.KERNEL, "gemm", Long.parseLong(numbers[0]), Long.parseLong(numbers[1]));
        }
        Trace trace = builder.build();
        assertThat(of(trace).allTimes().work().nanos()).isEqualTo(expected);
        assertThat(new LaunchedWork(new WindowWalk(trace))
                        .all().stream().mapToLong(LaunchedWork.Operation::nanos).sum())
                .isEqualTo(expected);
    }

    @Test
    void of_kernelsOfOneLaunchOfAGraph_mayOverlap() {
        step(0, 0, 100);
        launch(5, 7, EventKind.KERNEL, "left", 10, 60);
        TrackBuilder work = builder.stream(Device.cuda(0), 7);
        work.correlation(work.add(builder.nameId("right", EventKind.KERNEL, ""), 20, 30), correlation);
        LaunchedWork operations = new LaunchedWork(new WindowWalk(builder.build()));
        assertThat(operations.all()).extracting(LaunchedWork.Operation::nanos).containsExactly(60L, 30L);
        assertThat(operations.tooLong()).isZero();
    }

    @Test
    void tooLong_kernelsFarIntoTheNextOne_areCounted() {
        step(0, 0, 400_000);
        launch(0, 7, EventKind.KERNEL, "gemm", 15_000, 1_600_000);
        launch(1, 7, EventKind.KERNEL, "gemm", 115_000, 101_000);
        launch(2, 7, EventKind.KERNEL, "gemm", 215_000, 40_000);
        assertThat(new LaunchedWork(new WindowWalk(builder.build())).tooLong()).isEqualTo(1);
    }

    /** One stream in the order of the launches: the device works for a step as long as it works on what it launched. */
    @RepeatedTest(100)
    void periods_ofOneStream_addUpToTheTimeUntilTheLastWork(RepetitionInfo repetition) {
        SplittableRandom random = new SplittableRandom(repetition.getCurrentRepetition());
        long at = random.nextInt(20);
        long first = at;
        long free = 0;
        long work = 0;
        int count = 1 + random.nextInt(20);
        for (int i = 0; i < count; i++) {
            long length = 20L + random.nextInt(50);
            step(i, at, length);
            for (int launches = random.nextInt(4); launches > 0; launches--) {
                long launch = at + 5L * launches;
                long nanos = random.nextInt(1, 60);
                free = Math.max(free, launch + 2);
                launch(launch, 7, EventKind.KERNEL, "gemm", free, nanos);
                free += nanos;
                work += nanos;
            }
            at += length;
        }
        DeviceSteps steps = of(builder.build());
        if (work > 0) {
            assertThat(steps.periods().stream()
                            .mapToLong(StepMark::durationNanos)
                            .sum())
                    .isEqualTo(Math.max(at, free) - first);
            assertThat(steps.together().stream()
                            .mapToLong(DeviceBreakdown::workNanos)
                            .sum())
                    .isEqualTo(work);
        }
    }

    @RepeatedTest(300)
    void of_anyWindow_isWhatOneSeesNanosecondByNanosecond(RepetitionInfo repetition) {
        Trace trace = random(repetition.getCurrentRepetition());
        DeviceSteps steps = of(trace);
        List<StepBreakdown> hosts = new Breakdowns(new WindowWalk(trace)).all();
        for (Device device : List.of(Device.cuda(0), Device.cuda(1))) {
            Predicate<Track> own = track -> track.device().equals(java.util.Optional.of(device));
            List<DeviceBreakdown> all = steps.devices().getOrDefault(device, List.of());
            for (DeviceBreakdown each : all) {
                assertIsSeen(trace, own, each);
            }
        }
        for (int i = 0; i < steps.together().size(); i++) {
            DeviceBreakdown each = steps.together().get(i);
            assertIsSeen(trace, track -> track.device().isPresent(), each);
            StepBreakdown host = hosts.get(i);
            assertThat(host.step()).isEqualTo(each.step());
            each.host().forEach((category, nanos) -> assertThat(nanos).isLessThanOrEqualTo(host.of(category)));
        }
    }

    private static void assertIsSeen(Trace trace, Predicate<Track> which, DeviceBreakdown each) {
        StepMark step = each.step();
        Map<DeviceCategory, Long> seen = new EnumMap<>(DeviceCategory.class);
        long communication = 0;
        long hidden = 0;
        for (long nano = step.startNanos(); nano < step.startNanos() + step.durationNanos(); nano++) {
            boolean isKernel = isAt(trace, which, nano, DeviceCategory.KERNEL);
            boolean isCommunication = isAt(trace, which, nano, DeviceCategory.COMMUNICATION);
            boolean isCopy = isAt(trace, which, nano, DeviceCategory.COPY);
            DeviceCategory category = isKernel
                    ? DeviceCategory.KERNEL
                    : isCommunication
                            ? DeviceCategory.COMMUNICATION
                            : isCopy
                                    ? DeviceCategory.COPY
                                    : isWaiting(trace, nano) ? DeviceCategory.IDLE : DeviceCategory.HOST;
            seen.merge(category, 1L, Long::sum);
            communication += isCommunication ? 1 : 0;
            hidden += isCommunication && isKernel ? 1 : 0;
        }
        for (DeviceCategory category : DeviceCategory.values()) {
            assertThat(each.of(category)).as("%s of %s", category, step).isEqualTo(seen.getOrDefault(category, 0L));
        }
        assertThat(each.nanos().values().stream().mapToLong(Long::longValue).sum())
                .isEqualTo(step.durationNanos());
        assertThat(each.host().values().stream().mapToLong(Long::longValue).sum())
                .isEqualTo(each.of(DeviceCategory.HOST) + each.of(DeviceCategory.IDLE));
        assertThat(each.communicationNanos()).isEqualTo(communication);
        assertThat(each.hiddenCommunicationNanos()).isEqualTo(hidden);
    }

    private static boolean isAt(Trace trace, Predicate<Track> which, long nano, DeviceCategory category) {
        for (Track track : trace.tracks()) {
            for (int i = 0; which.test(track) && i < track.size(); i++) {
                if (nano < track.startNanos(i) + track.durationNanos(i)
                        && category(trace, track, i) == category
                        && lastBegun(trace, track, nano) == i) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The operation of a stream that began last: it has ended the one before. */
    private static int lastBegun(Trace trace, Track track, long nano) {
        int last = -1;
        for (int i = 0; i < track.size() && track.startNanos(i) <= nano; i++) {
            last = category(trace, track, i) == null ? last : i;
        }
        return last;
    }

    private static @Nullable DeviceCategory category(Trace trace, Track track, int event) {
        return switch (trace.kind(track.nameId(event))) {
            case KERNEL ->
                track.eventName(event).startsWith("nccl") ? DeviceCategory.COMMUNICATION : DeviceCategory.KERNEL;
            case COMMUNICATION -> DeviceCategory.COMMUNICATION;
            case MEMORY_COPY, MEMORY_SET -> DeviceCategory.COPY;
            default -> null;
        };
    }

    /** Whether the thread of the steps is in anything that is no phase. */
    private static boolean isWaiting(Trace trace, long nano) {
        for (Track track : trace.tracks()) {
            for (int i = 0; track.isThread() && i < track.size(); i++) {
                EventKind kind = trace.kind(track.nameId(i));
                boolean isThen = track.startNanos(i) <= nano && nano < track.startNanos(i) + track.durationNanos(i);
                boolean isWait = kind == EventKind.WAIT
                        || kind == EventKind.DATA_LOADER
                        || track.eventName(i).contains("Synchronize");
                if (isThen && isWait && !track.isAsync(i)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static Trace random(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        DeviceStepsTest made = new DeviceStepsTest();
        for (int i = random.nextInt(40); i > 0; i--) {
            EventKind kind = WORK.get(random.nextInt(WORK.size()));
            String name = kind == EventKind.KERNEL && random.nextInt(4) == 0 ? "ncclKernel" : kind.name();
            made.work(random.nextInt(2), random.nextInt(3), kind, name, random.nextInt(END), random.nextInt(END / 8));
        }
        for (int i = random.nextInt(20); i > 0; i--) {
            long start = random.nextInt(END);
            long duration = random.nextInt(END / 6);
            switch (random.nextInt(4)) {
                case 0 -> made.host(EventKind.WAIT, "Thread.park", start, duration);
                case 1 -> made.host(EventKind.DATA_LOADER, "next", start, duration);
                case 2 -> made.host(EventKind.RUNTIME, "cudaStreamSynchronize", start, duration);
                default -> made.host(EventKind.SCOPE, "forward", start, duration);
            }
        }
        long at = random.nextInt(20);
        for (int number = 0; at < END; number++) {
            long duration = random.nextInt(1, 80);
            made.step(number, at, duration);
            at += duration + random.nextInt(4);
        }
        return made.builder.build();
    }
}
