package io.stepprofiler.analysis.rules;

import static io.stepprofiler.traced.DeviceProgram.MICRO;

import io.stepprofiler.analysis.rules.NaiveTrace.Event;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.traced.DeviceProgram;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Programs that launch kernels, copies and collectives of one device or two, and wait for them, or for data. */
final class DevicePrograms implements RuleOracle {
    private static final long GIBIBYTE = 1L << 30;
    private static final long LIMIT = 10 * GIBIBYTE;
    private static final String PRODUCT = "sgemm_32x32";
    private static final List<String> KERNELS =
            List.of(PRODUCT, "ampere_s16816gemm_fp16", "vectorized_elementwise_kernel");

    @Override
    public Trace trace(Random random) {
        DeviceProgram program = new DeviceProgram();
        int favourite = List.of(0, 1, 1, 2, 2, 2, 3, 4, 5, 6, 7, 7).get(random.nextInt(12));
        double likely = random.nextDouble();
        int devices = 1 + random.nextInt(2);
        boolean hasMemory = random.nextBoolean();
        if (hasMemory) {
            program.hasMemory(LIMIT);
        } else {
            program.is("A GPU", 8, 0);
        }
        for (int i = 4 + random.nextInt(6); i > 0; i--) {
            program.step(() -> {
                program.compute(MICRO);
                for (int part = 2 + random.nextInt(6); part > 0; part--) {
                    program.on(random.nextInt(devices));
                    part(program, random, random.nextDouble() < likely ? favourite : random.nextInt(9));
                }
                if (hasMemory) {
                    program.on(0);
                    program.allocate(100, LIMIT - random.nextInt(1000) * (GIBIBYTE / 1000));
                    if (random.nextInt(20) == 0) {
                        program.outOfMemory(GIBIBYTE, LIMIT - GIBIBYTE);
                    }
                }
            });
        }
        return program.trace();
    }

    private static void part(DeviceProgram program, Random random, int kind) {
        long nanos = (50 + random.nextInt(400)) * MICRO;
        switch (kind) {
            case 0 -> program.load(nanos);
            case 1 ->
                IntStream.range(0, 10 + random.nextInt(20)).forEach(any -> {
                    program.compute((1 + random.nextInt(10)) * MICRO);
                    program.kernel("vectorized_elementwise_kernel", (1 + random.nextInt(8)) * MICRO);
                });
            case 2 -> program.scope("aten::mm", () -> program.kernel(KERNELS.get(random.nextInt(3)), nanos));
            case 3 -> program.allReduce(nanos);
            case 4 -> program.copyIn(nanos * 6, random.nextBoolean());
            case 5 -> program.copyOut(nanos * 12);
            case 6 -> program.synchronize();
            case 7 -> program.item();
            default -> program.scope("augment", () -> program.compute(nanos));
        }
    }

    @Override
    public Map<String, ToDoubleFunction<NaiveTrace>> figures() {
        return Map.ofEntries(
                Map.entry(
                        "device-waits-for-data",
                        window -> window.shareOfDevices(at ->
                                isIdle(window, at) && window.isOpen(at, each -> each.kind() == EventKind.DATA_LOADER))),
                Map.entry("launch-bound", window -> window.shareOfDevices(at -> isBeforeATinyKernel(window, at))),
                Map.entry("low-device-use", DevicePrograms::idleOfTheLeastUsed),
                Map.entry(
                        "no-tensor-cores",
                        window -> nanos(window, each -> each.name().equals(PRODUCT)) / nanos(window, each -> true)),
                Map.entry(
                        "exposed-communication",
                        window -> window.shareOfDevices(at -> window.isOpen(at, DevicePrograms::communicates)
                                && !window.isOpen(at, DevicePrograms::computes))),
                Map.entry(
                        "device-bound",
                        window -> window.shareOfDevices(at -> window.isOpen(at, DevicePrograms::computes))),
                Map.entry("device-synchronised", window -> window.shareOfDevices(at -> isAfterAWait(window, at))),
                Map.entry(
                        "synchronous-copies",
                        window -> window.share(at -> blocking(window).anyMatch(call -> call.isOpenAt(at)))),
                Map.entry(
                        "pageable-copies",
                        window -> window.shareOfDevices(at -> window.isOpen(
                                at, each -> each.isOfDevice() && each.name().contains("Pageable")))),
                Map.entry(
                        "device-memory-near-limit",
                        window -> memory(window)
                                        .filter(each -> each.device().index() == 0)
                                        .mapToLong(MemoryEvent::totalReserved)
                                        .max()
                                        .orElseThrow()
                                / (double) LIMIT),
                Map.entry(
                        "device-out-of-memory",
                        window -> memory(window)
                                .filter(each -> each.action() == MemoryAction.OUT_OF_MEMORY)
                                .count()));
    }

    private static boolean communicates(Event event) {
        return event.isOfDevice() && event.name().startsWith("nccl");
    }

    private static boolean computes(Event event) {
        return event.kind() == EventKind.KERNEL && !communicates(event);
    }

    private static boolean isIdle(NaiveTrace window, long at) {
        return !window.isOpen(at, Event::isOfDevice);
    }

    /** True if the thread runs, and no device works. */
    private static boolean isAlone(NaiveTrace window, long at) {
        return isIdle(window, at) && !window.isOpen(at, Event::isWait);
    }

    /** Time of kernels of the first device, the only one whose properties are known. */
    private static double nanos(NaiveTrace window, Predicate<Event> which) {
        return window.events.stream()
                .filter(each -> each.kind() == EventKind.KERNEL
                        && each.track().device().orElseThrow().index() == 0
                        && which.test(each))
                .mapToLong(Event::nanos)
                .sum();
    }

    private static double idleOfTheLeastUsed(NaiveTrace window) {
        return window.events.stream()
                .flatMap(each -> each.track().device().stream())
                .distinct()
                .mapToDouble(device -> 1
                        - window.shareOfDevices(at -> window.isOpen(
                                at,
                                each -> each.track()
                                        .device()
                                        .filter(device::equals)
                                        .isPresent())))
                .max()
                .orElseThrow();
    }

    private static Stream<Event> waits(NaiveTrace window) {
        return window.inSteps(each -> each.isOfMain() && each.name().contains("Synchronize"));
    }

    /** True if a device waits for the launch of a short kernel, and not because the thread has waited for it. */
    private static boolean isBeforeATinyKernel(NaiveTrace window, long at) {
        return isAlone(window, at)
                && window.events.stream()
                        .flatMap(each -> each.track().device().stream())
                        .distinct()
                        .anyMatch(device -> {
                            List<Event> own = window.events.stream()
                                    .filter(each -> each.track()
                                            .device()
                                            .filter(device::equals)
                                            .isPresent())
                                    .toList();
                            Event next = own.stream()
                                    .filter(each -> each.start() > at)
                                    .findFirst()
                                    .orElse(null);
                            long before = own.stream()
                                    .filter(each -> each.start() <= at)
                                    .mapToLong(Event::end)
                                    .max()
                                    .orElse(Long.MAX_VALUE);
                            return next != null
                                    && next.kind() == EventKind.KERNEL
                                    && next.nanos() < 10 * MICRO
                                    && before <= at
                                    && waits(window)
                                            .noneMatch(wait -> before <= wait.end() && wait.end() < next.start());
                        });
    }

    /** True if the thread has just waited for a device, and nothing was launched since, for at most as long as the wait. */
    private static boolean isAfterAWait(NaiveTrace window, long at) {
        return isAlone(window, at)
                && waits(window)
                        .anyMatch(wait -> wait.end() <= at
                                && at < wait.end() + wait.nanos()
                                && window.events.stream()
                                        .noneMatch(each ->
                                                each.isOfDevice() && each.end() > wait.end() && each.start() <= at));
    }

    /** Calls that return after their copy has ended. */
    private static Stream<Event> blocking(NaiveTrace window) {
        return window.events.stream()
                .filter(each -> each.kind() == EventKind.MEMORY_COPY)
                .flatMap(copy -> window.events.stream()
                        .filter(call -> call.isOfMain()
                                && call.name().contains("Memcpy")
                                && correlation(call) == correlation(copy)
                                && call.end() >= copy.end()));
    }

    private static long correlation(Event event) {
        return event.track().correlation(event.index());
    }

    private static Stream<MemoryEvent> memory(NaiveTrace window) {
        return IntStream.range(0, window.trace.memory().size()).mapToObj(window.trace.memory()::event);
    }
}
