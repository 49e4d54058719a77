package io.stepprofiler.mxnet;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.stepprofiler.Counter;
import io.stepprofiler.Marker;
import io.stepprofiler.event.MarkerScope;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ObjectsTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private static final AtomicInteger DOMAINS = new AtomicInteger();

    /** One for each test: counters and frames of one name are those of the process. */
    private final Domain domain = Domain.of("training " + DOMAINS.incrementAndGet());

    @TempDir
    private Path directory;

    private Path file;
    private Control control;

    @BeforeEach
    void begin() {
        file = directory.resolve("profile.json");
        control = new Control(ProfilerConfig.builder()
                .filename(file)
                .continuousDump(false)
                .profile(ProfileCategory.API, false)
                .profile(ProfileCategory.MEMORY, false)
                .aggregateStats(true)
                .build());
    }

    @AfterEach
    void stop() {
        control.run(Command.EXIT);
    }

    /** The lines of events after a dump. */
    private List<JsonNode> dumped() throws IOException {
        control.run(Command.FINISH);
        List<JsonNode> events = new ArrayList<>();
        for (JsonNode event : MAPPER.readTree(file.toFile()).get("traceEvents")) {
            if (!event.get("ph").asText().equals("M") && !event.get("pid").isTextual()) {
                events.add(event);
            }
        }
        return events;
    }

    private JsonNode statistics() throws IOException {
        return MAPPER.readTree(json());
    }

    private String json() {
        return control.dumps(DumpsOptions.JSON);
    }

    private static void once(Task task, Frame frame, Event event, Counter counter, Marker marker) {
        task.start();
        frame.start();
        event.start();
        counter.increment();
        marker.mark();
        event.stop();
        frame.stop();
        task.stop();
    }

    @Test
    void objects_ofADomain_areInItsStatistics() throws IOException {
        Task task = domain.newTask("task");
        Frame frame = domain.newFrame("frame");
        Counter counter = domain.newCounter("counter");
        control.run(Command.RUN);
        for (int i = 0; i < 3; i++) {
            once(task, frame, Event.of("own"), counter, domain.newMarker("marker"));
        }
        JsonNode times = statistics().get("Time");
        assertThat(times.get(domain.name()).get("task").get("Count").asInt()).isEqualTo(3);
        assertThat(times.get(domain.name()).get("frame").get("Count").asInt()).isEqualTo(3);
        assertThat(times.get("event").get("own").get("Count").asInt()).isEqualTo(3);
        assertThat(times.get(domain.name()).has("marker")).isFalse();
        JsonNode samples = statistics().get("Counter").get(domain.name()).get("counter");
        assertThat(samples.get("Count").asInt()).isEqualTo(3);
        assertThat(samples.get("Max").asInt()).isEqualTo(3);
    }

    @Test
    void task_ofAThreadThatHasEnded_isEndedByAnother() throws Exception {
        Task task = domain.newTask("handed over");
        control.run(Command.RUN);
        Thread thread = new Thread(task::start);
        thread.start();
        thread.join();
        assertThat(statistics().get("Time")).isEmpty();
        task.stop();
        assertThat(statistics()
                        .get("Time")
                        .get(domain.name())
                        .get("handed over")
                        .get("Count")
                        .asInt())
                .isEqualTo(1);
        assertThat(dumped()).noneMatch(event -> event.path("args").has("unfinished"));
    }

    @Test
    void lines_ofObjects_areWhatViewersRead() throws IOException {
        Frame frame = domain.newFrame("frame");
        control.run(Command.RUN);
        for (MarkerScope scope : MarkerScope.values()) {
            domain.newMarker("marker").mark(scope);
        }
        frame.start();
        frame.stop();
        frame.start();
        frame.stop();
        List<JsonNode> events = dumped();
        assertThat(events)
                .filteredOn(event -> event.get("ph").asText().equals("i"))
                .allMatch(event -> event.get("cat").asText().equals(domain.name()))
                .extracting(event -> event.get("s").asText())
                .containsExactlyInAnyOrder("p", "g", "t");
        List<JsonNode> frames = events.stream()
                .filter(event -> event.get("cat").asText().equals(domain.name() + ",frame"))
                .toList();
        assertThat(frames).extracting(event -> event.get("ph").asText()).containsExactly("b", "e", "b", "e");
        assertThat(frames)
                .extracting(event -> event.get("id2").get("local").asInt())
                .containsExactly(4, 4, 5, 5);
        assertThat(frames)
                .filteredOn(event -> event.get("ph").asText().equals("b"))
                .extracting(event -> event.get("args").get("frame").asInt())
                .containsExactly(1, 2);
        assertThat(events)
                .allMatch(event ->
                        event.get("pid").asLong() == ProcessHandle.current().pid());
    }

    /** As in MXNet; the id tells counters of one name apart in viewers. */
    @Test
    void counter_inTheFile_hasItsNameAndItsDomainAsCategory() throws IOException {
        control.run(Command.RUN);
        domain.newCounter("seen").set(7);
        assertThat(dumped())
                .filteredOn(event -> event.get("ph").asText().equals("C")
                        && event.path("cat").asText().equals(domain.name()))
                .singleElement()
                .satisfies(event -> {
                    assertThat(event.get("name").asText()).isEqualTo("seen");
                    assertThat(event.get("id").asText()).isEqualTo(domain.name());
                    assertThat(event.get("args").get("").asInt()).isEqualTo(7);
                });
    }

    @Test
    void objects_beforeRunAfterStopAndInAPause_areNotRecorded() throws IOException {
        Task task = domain.newTask("task");
        Frame frame = domain.newFrame("frame");
        Event event = Event.of("own");
        Counter counter = domain.newCounter("counter");
        Marker marker = domain.newMarker("marker");
        Task across = domain.newTask("begun in a pause");
        once(task, frame, event, counter, marker);
        control.run(Command.RUN);
        control.run(Command.PAUSE);
        once(task, frame, event, counter, marker);
        across.start();
        control.run(Command.RESUME);
        across.stop();
        control.run(Command.STOP);
        control.run(Command.RESUME);
        once(task, frame, event, counter, marker);
        assertThat(counter.value()).isEqualTo(3);
        assertThat(dumped()).isEmpty();
    }

    @Test
    void counter_changedInAPause_hasItsValueAndNoSample() throws IOException {
        Counter counter = domain.newCounter("value in pauses");
        control.run(Command.RUN);
        counter.set(5);
        control.run(Command.PAUSE);
        counter.increment(10);
        control.run(Command.RESUME);
        counter.decrement();
        assertThat(dumped())
                .extracting(event -> event.get("args").get("").asInt())
                .containsExactly(5, 14);
    }

    @Test
    void counter_belowZero_isNegative() throws IOException {
        control.run(Command.RUN);
        Counter counter = domain.newCounter("below", 1);
        counter.decrement(3);
        counter.decrement();
        assertThat(counter.value()).isEqualTo(-3);
        assertThat(dumped())
                .extracting(event -> event.get("args").get("").asLong())
                .containsExactly(1L, -2L, -3L);
    }

    @Test
    void counter_changedByThreads_hasItsSamplesInOrder() throws Exception {
        Counter counter = domain.newCounter("shared");
        control.run(Command.RUN);
        List<Thread> threads = IntStream.range(0, 4)
                .mapToObj(i -> new Thread(() -> LongStream.range(0, 1000).forEach(j -> counter.increment())))
                .toList();
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(dumped())
                .extracting(event -> event.get("args").get("").asLong())
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, 4000).boxed().toList());
    }

    @Test
    void task_begunTwiceAndEndedElsewhere_isTwoOfTheThreadThatBeganThem() throws Exception {
        Task task = domain.newTask("task");
        control.run(Command.RUN);
        task.start();
        task.start();
        Thread other = new Thread(() -> {
            task.stop();
            task.stop();
        });
        other.start();
        other.join();
        List<JsonNode> begins = dumped().stream()
                .filter(event -> event.get("ph").asText().equals("b"))
                .toList();
        assertThat(begins)
                .hasSize(2)
                .allMatch(event ->
                        event.get("tid").asLong() == Thread.currentThread().getId());
    }

    @Test
    void tasks_openOnTwoThreads_areEndedByThoseThatBeganThem() throws Exception {
        Task task = domain.newTask("task");
        control.run(Command.RUN);
        task.start();
        Thread other = new Thread(task::start);
        other.start();
        other.join();
        task.stop();
        List<JsonNode> begins = dumped().stream()
                .filter(event -> event.get("ph").asText().equals("b"))
                .toList();
        assertThat(begins).hasSize(2).allSatisfy(event -> {
            boolean isOwn = event.get("tid").asLong() == Thread.currentThread().getId();
            assertThat(event.get("args").has("unfinished")).isEqualTo(!isOwn);
        });
    }

    @Test
    void tasks_openOnTwoThreads_haveTheirOwnTimes() throws Exception {
        Task task = domain.newTask("task");
        control.run(Command.RUN);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        Thread other = new Thread(() -> {
            task.start();
            begun.countDown();
            awaitUninterruptibly(ended);
            task.stop();
        });
        task.start();
        other.start();
        begun.await();
        task.stop();
        ended.countDown();
        other.join();
        List<JsonNode> events = dumped();
        assertThat(events)
                .filteredOn(event ->
                        event.get("tid").asLong() == Thread.currentThread().getId())
                .extracting(event -> event.get("ph").asText())
                .containsExactly("b", "e");
        // They overlap: begun here and there, ended here and there.
        assertThat(events.stream()
                        .sorted(Comparator.comparingDouble(
                                event -> event.get("ts").asDouble()))
                        .map(event -> event.get("ph").asText()
                                + (event.get("tid").asLong()
                                                == Thread.currentThread().getId()
                                        ? " here"
                                        : " there")))
                .containsExactly("b here", "b there", "e here", "e there");
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void tasks_withoutAStart_endNothing() throws IOException {
        Task task = domain.newTask("task");
        control.run(Command.RUN);
        task.stop();
        domain.newFrame("frame").stop();
        Event.of("own").stop();
        assertThat(dumped()).isEmpty();
        assertThat(control.failures()).isEmpty();
    }

    @Test
    void event_ofTwoThreads_isAScopeOfEach() throws InterruptedException {
        Event event = Event.of("own");
        control.run(Command.RUN);
        event.start();
        event.start();
        Thread other = new Thread(() -> {
            event.start();
            event.stop();
            event.stop();
        });
        other.start();
        other.join();
        assertThat(json()).contains("\"own\":{\"Count\":1,");
        event.stop();
        event.stop();
        assertThat(json()).contains("\"own\":{\"Count\":3,");
    }

    @Test
    void event_withoutAStart_endsNothing() {
        control.run(Command.RUN);
        Event.of("own").stop();
        assertThat(json()).doesNotContain("own");
        assertThat(control.failures()).isEmpty();
    }

    @Test
    void event_begunTooOften_isRecordedAsOftenAsThereIsRoom() {
        Event event = Event.of("own");
        control.run(Command.RUN);
        for (int i = 0; i < 2000; i++) {
            event.start();
        }
        for (int i = 0; i < 2000; i++) {
            event.stop();
        }
        event.start();
        event.stop();
        assertThat(json()).contains("\"own\":{\"Count\":1025,");
    }

    @Test
    void objects_asTexts_areTheirNames() {
        assertThat(domain).hasToString(domain.name());
        assertThat(domain.newTask("task")).hasToString("task");
        assertThat(domain.newFrame("frame")).hasToString("frame");
        assertThat(domain.newCounter("counter")).hasToString("counter");
        assertThat(domain.newMarker("marker")).hasToString("marker");
        assertThat(Event.of("event")).hasToString("event");
    }

    @Test
    void names_thatAreEmpty_areReplaced() throws IOException {
        control.run(Command.RUN);
        Domain.of("").newMarker("").mark();
        assertThat(dumped())
                .hasSize(1)
                .allMatch(event -> event.get("name").asText().equals("(unnamed)"));
    }

    @Test
    void hostileNames_areWholeInTheTrace() throws IOException {
        String name = "quote\" back\\slash\nline \u2028 \ud83d\ude00 " + "x".repeat(500);
        control.run(Command.RUN);
        Domain.of(name).newMarker(name).mark();
        JsonNode event = dumped().get(0);
        assertThat(event.get("name").asText()).isEqualTo(name);
        assertThat(event.get("cat").asText()).isEqualTo(name);
    }
}
