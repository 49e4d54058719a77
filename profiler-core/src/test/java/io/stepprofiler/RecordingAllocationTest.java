package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.event.ElementType;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MemoryCategory;
import io.stepprofiler.recording.AsyncWork;
import io.stepprofiler.schedule.ProfilerAction;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the training thread allocates, as the virtual machine counts it: no timing is involved. */
@SuppressWarnings("try") // A scope variable is there to be closed.
class RecordingAllocationTest {
    private static final Label LABEL = Label.of("allocation");
    private static final Marker MARKER = Marker.of("marker", "allocation");
    private static final AsyncWork TASK = AsyncWork.of("task", EventKind.TASK, "allocation");
    private static final AsyncWork FRAME = AsyncWork.of("frame", EventKind.FRAME, "allocation");
    private static final Counter COUNTER = Counter.of("counter", "allocation");
    private static final AtomicLong ELSEWHERE = new AtomicLong();
    private static final int SCOPES = 50_000;
    private static final OpDetails DETAILS = new OpDetails();
    private static final long[] DIMS = {64, 784};
    private static final long[] STRIDES = {784, 1};

    /** The measurement itself may allocate a few objects; one object a scope would be a megabyte. */
    private static final long LITTLE = 2048;

    private final com.sun.management.ThreadMXBean threads =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    private long allocatedBy(Runnable body) {
        long thread = Thread.currentThread().getId();
        long before = threads.getThreadAllocatedBytes(thread);
        body.run();
        return threads.getThreadAllocatedBytes(thread) - before;
    }

    private static void scopes() {
        for (int i = 0; i < SCOPES; i++) {
            try (Scope outer = Scope.open("outer");
                    Scope inner = Scope.open(LABEL)) {
                Scope.end(Scope.begin(LABEL));
            }
        }
    }

    @Test
    void scopes_inALaterWindow_allocateNothing() {
        // Every second step is thrown away, so that the buffers are free again for the next window.
        try (Profile profile = Profile.builder()
                .schedule(step -> step % 2 == 0 ? ProfilerAction.RECORD : ProfilerAction.NONE)
                .start()) {
            scopes();
            profile.step();
            profile.step();
            scopes();
            profile.step();
            profile.step();
            Scope.open("attach this thread to the window").close();
            assertThat(allocatedBy(RecordingAllocationTest::scopes)).isLessThan(LITTLE);
        }
    }

    private static void operations() {
        OpDetails details = DETAILS;
        for (int i = 0; i < SCOPES; i++) {
            details.clear()
                    .tensor(ElementType.FLOAT, DIMS, STRIDES, i)
                    .tensor(ElementType.FLOAT, DIMS, i)
                    .scalars(DIMS)
                    .scalar(0.5)
                    .text("text")
                    .outputs()
                    .mutated()
                    .tensor(ElementType.FLOAT, DIMS, i)
                    .overload("overload")
                    .sequenceNumber(i);
            Scope.open(LABEL, details).close();
            Scope.end(Scope.begin(LABEL, details));
        }
    }

    private static void memoryEvents() {
        for (int i = 0; i < SCOPES; i++) {
            Memory.allocated(i, 100, MemoryCategory.INPUT);
            Memory.freed(i);
        }
    }

    private static void eventsOfADomain() {
        for (int i = 0; i < SCOPES; i++) {
            MARKER.mark();
            AsyncWork.end(TASK.begin());
            AsyncWork.end(FRAME.begin(i));
            COUNTER.increment();
            COUNTER.record(0.5);
        }
    }

    private static void endsElsewhere() {
        for (int i = 0; i < SCOPES; i++) {
            AsyncWork.end(ELSEWHERE.get());
        }
    }

    @Test
    void task_endedOnAnotherThread_allocatesNothingThere() throws Exception {
        try (Profile profile = Profile.builder()
                .schedule(step -> step % 2 == 0 ? ProfilerAction.RECORD : ProfilerAction.NONE)
                .start()) {
            for (int window = 0; window < 2; window++) {
                ELSEWHERE.set(Recorded.onNewThread("other", TASK::begin));
                endsElsewhere();
                profile.step();
                profile.step();
            }
            Scope.open("attach this thread to the window").close();
            ELSEWHERE.set(Recorded.onNewThread("other", TASK::begin));
            assertThat(allocatedBy(RecordingAllocationTest::endsElsewhere)).isLessThan(LITTLE);
        }
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"operations", "memory events", "events of a domain"})
    void sideLog_inALaterWindow_allocatesNothing(String what) {
        Runnable body = switch (what) {
            case "operations" -> RecordingAllocationTest::operations;
            case "memory events" -> RecordingAllocationTest::memoryEvents;
            default -> RecordingAllocationTest::eventsOfADomain;
        };
        try (Profile profile = Profile.builder()
                .recordShapes(true)
                .profileMemory(true)
                .limits(limits -> limits.withMaxBufferBytes(64 << 20))
                .schedule(step -> step % 2 == 0 ? ProfilerAction.RECORD : ProfilerAction.NONE)
                .start()) {
            for (int window = 0; window < 2; window++) {
                body.run();
                profile.step();
                profile.step();
            }
            Scope.open("attach this thread to the window").close();
            assertThat(allocatedBy(body)).isLessThan(LITTLE);
        }
    }

    @Test
    void scopesAndSteps_whileNotRecording_allocateNothing() {
        try (Profile profile =
                Profile.builder().schedule(step -> ProfilerAction.NONE).start()) {
            Runnable steps = () -> {
                for (int i = 0; i < SCOPES; i++) {
                    try (Scope ignored = Scope.open(LABEL).arg("key", "value")) {
                        profile.step();
                    }
                }
            };
            // Of the first runs one takes some kilobytes, once; later ones nothing.
            long least = Long.MAX_VALUE;
            for (int run = 0; run < 5; run++) {
                least = Math.min(least, allocatedBy(steps));
            }
            assertThat(least).isLessThan(LITTLE);
            assertThat(profile.stepNumber()).isEqualTo(5L * SCOPES);
        }
    }
}
