package io.stepprofiler;

import io.stepprofiler.event.Device;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.event.MarkerScope;
import io.stepprofiler.event.MemoryCategory;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.trace.ProcessGroup;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Calls all that a training loop may call, into a window that is thrown away, before the first one is recorded.
 *
 * <p>A class whose first use fails can never be used again, and a training program may use it first where its stack is
 * exhausted, or be stopped while it does. So everything is used here first; the trace that comes of it is one to
 * rehearse handlers with. Takes some tens of milliseconds the first time in a process.
 */
final class LoopRehearsal {
    private static final int STEPS = 5;
    private static final String NAME = "rehearsal";

    private final Label label = Label.of(NAME);
    private final Counter counter = Counter.of(NAME);
    private final Domain domain = Domain.of(NAME);
    private final Marker marker = domain.marker(NAME);
    private final Task task = domain.task(NAME);
    private final Frame frame = domain.frame(NAME);
    private final Counter changing = domain.counter(NAME);
    private final OpDetails details = new OpDetails();
    private final Communication collective = Communication.of("mpi", Collective.ALL_REDUCE)
            .in(new ProcessGroup("0", NAME, "mpi", List.of(0, 1)))
            .between(0, 1);
    private final Window window;

    private LoopRehearsal(Window window) {
        this.window = window;
    }

    /** Holds it, on this thread, while no window is open. */
    static Trace hold() {
        try (RehearsalWindow rehearsed = new RehearsalWindow()) {
            Window window = rehearsed.window;
            rehearsed.record(() -> new LoopRehearsal(window).train());
            TraceBuilder trace = new TraceBuilder()
                    .traceId(NAME)
                    .process(ProcessInfo.current())
                    .options(RehearsalWindow.OPTIONS)
                    .window(window.start.clock(), window.endReading().clock());
            new WindowReader(window).readAll(trace, Deadline.NEVER);
            return trace.build();
        }
    }

    private void train() {
        Iterable<Integer> batches = DataLoader.wrap(List.of(1, 2));
        for (int step = 0; step < STEPS; step++) {
            window.steps.begin(step);
            for (int batch : batches) {
                scopes(batch);
                operations(batch);
                memory(batch);
                counter.record(batch);
                BatchSize.tell(batch);
                ofDomain(batch);
            }
            window.steps.end();
        }
        oddities();
    }

    private void scopes(int number) {
        Scope scope = Scope.open(NAME);
        scope.arg(NAME, number).arg(NAME, 0.5).arg(NAME, NAME);
        Scope inner = Scope.open(label);
        Scope.end(Scope.begin(label));
        inner.close();
        scope.close();
        StepScope.open(NAME, number, false).close();
        ModuleScope.open("rehearsal.0").close();
        ModuleScope.open(NAME, NAME).close();
        DataLoader.open(NAME).close();
        collective.open(number, ElementType.FLOAT).close();
        Scope.none().arg(NAME, number).close();
    }

    private void ofDomain(int number) {
        marker.mark();
        marker.mark(MarkerScope.GLOBAL);
        Task.end(task.begin());
        Frame.end(frame.begin());
        changing.set(number);
        changing.increment();
        changing.decrement(changing.value());
    }

    private void operations(int number) {
        long[] dims = {number, 2};
        details.clear()
                .overload(NAME)
                .tensor(ElementType.FLOAT, number, 2)
                .tensor(ElementType.INT64, dims, number)
                .tensor(ElementType.DOUBLE, dims, dims, number)
                .tensors(ElementType.FLOAT, dims, dims)
                .scalar(number)
                .scalar(0.5)
                .scalar(true)
                .scalars(number, 2)
                .text(NAME)
                .absent()
                .outputs()
                .tensor(ElementType.FLOAT, dims)
                .sequenceNumber(number)
                .forwardThread(number)
                .correlation(number)
                .flops(number);
        Scope.open(label, details).close();
        Scope.end(Scope.begin(label, details.mutated().async()));
        Scope.open(label).details(details).close();
    }

    private static void memory(int number) {
        // Of nobody else, whose memory may be tracked.
        long address = Long.MIN_VALUE + number;
        Memory.allocated(address, 64, MemoryCategory.TEMPORARY);
        Memory.categorize(Device.CPU, address, MemoryCategory.ACTIVATION);
        Memory.outOfMemory(Device.CPU, 64);
        Memory.freed(address, 64);
        Memory.allocated(address, 64);
        Memory.freed(address);
    }

    /** What should not happen, and is counted. */
    private void oddities() {
        Scope outer = Scope.open(NAME);
        Scope inner = Scope.open(NAME);
        outer.close();
        inner.close();
        inner.close();
        inner.arg(NAME, 1).details(details);
        Memory.allocated(1, -1);
        Scope.open(none()).arg(NAME, none()).close();
        long token = Scope.begin(label);
        Scope.end(token ^ (1L << 62)); // Of another window.
        Scope.end(token);
        Scope.end(token);
        for (int level = 0; level < 20; level++) {
            Scope.open(NAME);
        }
    }

    @SuppressWarnings("NullAway") // What a caller without a null checker may pass.
    private static String none() {
        @Nullable String nothing = null;
        return nothing;
    }
}
