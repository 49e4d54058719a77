package io.stepprofiler.handlers.chrome;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryCategory;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.handlers.random.RandomTrace;
import io.stepprofiler.trace.MemoryEvents;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MemoryInstantsTest {
    private static final List<MemoryAction> ACTIONS = List.of(MemoryAction.values());
    private static final List<MemoryCategory> CATEGORIES = List.of(MemoryCategory.values());

    private final TraceBuilder builder = new TraceBuilder()
            .process(new ProcessInfo(4711, "node7"))
            .window(new ClockAnchor(0, RandomTrace.EPOCH), new ClockAnchor(1000, RandomTrace.EPOCH + 1000));

    @Test
    void allocation_always_isAnInstantOnItsThread() {
        builder.thread(7, "main").add(builder.nameId("op"), 0, 100);
        builder.step(new StepMark(0, 0, 100, 7, false))
                .memory(new MemoryEvent(
                        50,
                        7,
                        MemoryAction.ALLOCATE,
                        Device.cuda(1),
                        0x7f00_0000_1000L,
                        4096,
                        10_000,
                        20_000,
                        MemoryCategory.GRADIENT,
                        -1));

        JsonNode event = instants().get(0);

        assertThat(file().epochNanos(event)).isEqualTo(RandomTrace.EPOCH + 50);
        assertThat(event.path("name").textValue()).isEqualTo("[memory]");
        assertThat(event.path("s").textValue()).isEqualTo("t");
        assertThat(event.path("pid").intValue()).isEqualTo(4711);
        assertThat(event.path("tid").intValue()).isEqualTo(7);
        assertThat(event.path("args")).isEqualTo(Exported.read("""
                        {"Addr": 139637976731648, "Bytes": 4096, "Total Allocated": 10000, "Total Reserved": 20000,
                        "Device Type": 1, "Device Id": 1, "Ev Idx": 2, "Category": "gradient"}""").root());
    }

    @Test
    void freeing_always_hasNegativeBytes() {
        builder.memory(MemoryEvent.allocated(10, 1, 64, 100)).memory(MemoryEvent.freed(20, 1, 64, 0));

        JsonNode args = instants().get(1).path("args");

        assertThat(args.path("Bytes").longValue()).isEqualTo(-100);
        assertThat(args.path("Total Allocated").longValue()).isZero();
        assertThat(args.path("Device Type").intValue()).isZero();
        assertThat(args.path("Device Id").intValue()).isEqualTo(-1);
        assertThat(args.has("Category")).isFalse();
    }

    @Test
    void outOfMemory_always_hasItsOwnName() {
        builder.memory(new MemoryEvent(
                10, 1, MemoryAction.OUT_OF_MEMORY, Device.CPU, 0, 1L << 40, -1, 0, MemoryCategory.UNKNOWN, -1));

        JsonNode event = instants().get(0);

        assertThat(event.path("name").textValue()).isEqualTo("[OutOfMemory]");
        assertThat(event.path("args").path("Bytes").longValue()).isEqualTo(1L << 40);
    }

    @Test
    void memory_onAThreadWithoutEvents_hasItsRow() {
        builder.thread(1, "main");
        builder.memory(MemoryEvent.allocated(10, 99, 64, 100));

        assertThat(file().rowNames()).containsEntry(99L, "thread 99");
        assertThat(instants().get(0).path("tid").longValue()).isEqualTo(99);
    }

    @Test
    void stack_ofAMemoryEvent_isAnArgument() {
        int stack = builder.stackId(List.of(new StackTraceElement("a.B", "c", "B.java", 3)));
        builder.memory(MemoryEvent.allocated(10, 1, 64, 100).withStack(stack));

        assertThat(instants().get(0).path("args").path("Call stack").textValue())
                .isEqualTo("a/B.java(3): B.c");
    }

    @Test
    void memory_random_isReadBack() {
        for (long seed = 0; seed < 25; seed++) {
            Random random = new Random(seed);
            TraceBuilder any = new TraceBuilder();
            for (int i = random.nextInt(60); i > 0; i--) {
                any.memory(event(random));
            }
            Trace trace = any.build();
            List<JsonNode> written = instants(Exported.json(trace));
            MemoryEvents memory = trace.memory();
            List<Integer> expected = new ArrayList<>();
            for (int i = 0; i < memory.size(); i++) {
                if (memory.action(i) != MemoryAction.CATEGORIZE) {
                    expected.add(i);
                }
            }
            assertThat(written).hasSameSizeAs(expected);
            for (int i = 0; i < written.size(); i++) {
                JsonNode args = written.get(i).path("args");
                int event = expected.get(i);
                assertThat(args.path("Addr").longValue()).isEqualTo(memory.address(event));
                assertThat(args.path("Bytes").longValue()).isEqualTo(memory.bytes(event));
                assertThat(args.path("Total Allocated").longValue()).isEqualTo(memory.totalAllocated(event));
                assertThat(args.path("Ev Idx").longValue()).isEqualTo(event);
                assertThat(args.path("Category").asText()).isEqualTo(categoryBySearch(memory, event));
            }
        }
    }

    /** What was stated last about the memory from its allocation to the next event that allocates or frees it. */
    private static String categoryBySearch(MemoryEvents memory, int event) {
        if (memory.action(event) == MemoryAction.OUT_OF_MEMORY) {
            return label(memory.category(event));
        }
        int from = event;
        boolean freed = memory.action(event) == MemoryAction.FREE;
        for (int i = event - 1; freed && i >= 0 && from == event; i--) {
            if (isSamePiece(memory, i, event) && memory.action(i) != MemoryAction.CATEGORIZE) {
                from = i;
            }
        }
        if (freed && from == event) {
            from = -1;
        }
        MemoryCategory category = MemoryCategory.UNKNOWN;
        for (int i = Math.max(from, 0); i < memory.size(); i++) {
            boolean ends = i > from && memory.action(i) != MemoryAction.CATEGORIZE && isSamePiece(memory, i, event);
            if (isSamePiece(memory, i, event)
                    && memory.category(i) != MemoryCategory.UNKNOWN
                    && !(ends && memory.action(i) == MemoryAction.ALLOCATE)
                    && !(i == from && memory.action(i) == MemoryAction.FREE)) {
                category = memory.category(i);
            }
            if (ends) {
                break;
            }
        }
        return label(category);
    }

    private static boolean isSamePiece(MemoryEvents memory, int a, int b) {
        return memory.action(a) != MemoryAction.OUT_OF_MEMORY
                && memory.address(a) == memory.address(b)
                && memory.device(a).equals(memory.device(b));
    }

    private static String label(MemoryCategory category) {
        return category == MemoryCategory.UNKNOWN ? "" : category.label();
    }

    private static MemoryEvent event(Random random) {
        MemoryAction action = ACTIONS.get(random.nextInt(ACTIONS.size()));
        long size = action == MemoryAction.CATEGORIZE ? 0 : random.nextLong(1, 1000);
        return new MemoryEvent(
                random.nextInt(1000),
                random.nextInt(1, 4),
                action,
                random.nextBoolean() ? Device.CPU : Device.cuda(random.nextInt(2)),
                random.nextLong(-1, 3),
                action == MemoryAction.FREE ? -size : size,
                -1,
                random.nextLong(1000),
                random.nextBoolean() ? MemoryCategory.UNKNOWN : CATEGORIES.get(random.nextInt(CATEGORIES.size())),
                -1);
    }

    private Exported file() {
        return Exported.json(builder.build());
    }

    private List<JsonNode> instants() {
        return instants(file());
    }

    private static List<JsonNode> instants(Exported file) {
        return file.events("i").stream()
                .filter(event -> event.path("cat").asText().equals("cpu_instant_event"))
                .toList();
    }
}
