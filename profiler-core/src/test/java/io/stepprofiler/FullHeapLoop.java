package io.stepprofiler;

import io.stepprofiler.event.ElementType;
import io.stepprofiler.schedule.ProfilerAction;

/** A training loop in a heap that is full to the last 16 bytes; for a process of its own. */
final class FullHeapLoop {
    private static final Label LABEL = Label.of("label");
    private static final Counter COUNTER = Counter.of("counter");
    private static final int TIMES = 200;
    private static final OpDetails DETAILS = new OpDetails();
    private static final long[] DIMS = {2, 3};
    // Constants of a class take memory when they are first used.
    private static final String[] LAYERS = {"layer.0", "layer.1"};
    private static final Communication COMMUNICATION = Communication.of("gloo", Collective.ALL_REDUCE);

    private static final Object[] NOTHING = {};
    private static Object[] hog = new Object[1_000_000];
    private static int hogged;
    private static volatile boolean full;
    private static volatile boolean threadMetError;

    private FullHeapLoop() {}

    /** Ends with status 0 if nothing was thrown into the loop. */
    public static void main(String[] arguments) {
        Profile profile = Profile.builder()
                .schedule(step -> ProfilerAction.RECORD_AND_SAVE)
                .recordShapes(true)
                .profileMemory(true)
                .withStack(arguments.length > 0)
                .start();
        Scope.open(LABEL).arg("key", 1.0).close();
        COUNTER.record(1);
        reportAll(0);
        Thread late = new Thread(FullHeapLoop::recordFirstWhenFull);
        late.start();
        fillHeap();
        full = true;
        Throwable thrown = null;
        try {
            late.join();
            for (int i = 0; i < TIMES; i++) {
                Scope.open(LABEL).arg("key", 1.0).close();
                Scope.open("name").close();
                Scope.end(Scope.begin(LABEL));
                COUNTER.record(i);
                reportAll(i);
            }
            nest(Defaults.MAX_NESTING);
            profile.step();
        } catch (Throwable e) {
            thrown = e;
        }
        hog = NOTHING;
        profile.step();
        Scope.open("after").close();
        profile.close();
        Runtime.getRuntime()
                .halt(thrown == null && !threadMetError && profile.lastTrace().isPresent() ? 0 : 1);
    }

    /** A thread that has never recorded anything takes memory for its first scope. */
    private static void recordFirstWhenFull() {
        while (!full) {
            Thread.onSpinWait();
        }
        try {
            Scope.open(LABEL).close();
        } catch (OutOfMemoryError e) {
            threadMetError = true;
        }
    }

    private static void reportAll(int number) {
        Scope.open(
                        LABEL,
                        DETAILS.clear()
                                .tensor(ElementType.FLOAT, DIMS)
                                .text("text")
                                .overload("overload"))
                .close();
        Scope.end(Scope.begin(LABEL, DETAILS));
        ModuleScope.open(LAYERS[number == 0 ? 0 : 1]).close();
        COMMUNICATION.open(1, ElementType.FLOAT).close();
        DataLoader.open("loader").close();
        Memory.allocated(number, 16);
        Memory.freed(number);
    }

    private static void nest(int levels) {
        if (levels > 0) {
            Scope scope = Scope.open(LABEL);
            nest(levels - 1);
            scope.close();
        }
    }

    private static void fillHeap() {
        for (int size = 1 << 20; size >= 16; size /= 2) {
            try {
                while (hogged < hog.length) {
                    hog[hogged++] = new byte[size];
                }
            } catch (OutOfMemoryError e) {
                // Go on with smaller pieces.
            }
        }
    }
}
