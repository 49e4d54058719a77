package io.stepprofiler;

import io.stepprofiler.event.MemoryCategory;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.trace.Trace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A training loop that uses the profiler for the first time at the end of its stack; for a process of its own. */
final class ExhaustedLoop {
    private static final int CALLS = 11;

    private ExhaustedLoop() {}

    private static void call(Profile profile, int which) {
        switch (which) {
            case 0 -> Memory.allocated(1, 64, MemoryCategory.TEMPORARY);
            case 1 ->
                Scope.open(Label.of("operation"), new OpDetails().scalar(1).text("text"))
                        .close();
            case 2 -> ModuleScope.open("layer.0").close();
            case 3 -> DataLoader.open("loader").close();
            case 4 -> Scope.open("name").arg("key", 1.5).close();
            case 5 -> Counter.of("loss").record(1);
            case 6 -> Counter.of("queued").increment();
            case 7 -> Marker.of("epoch").mark();
            case 8 -> Task.end(Domain.of("io").task("load").begin());
            case 9 -> profile.step();
            default -> Frame.end(Frame.of("round").begin());
        }
    }

    /**
     * Calls at every depth from the end of the stack upwards, in which the calls fail in all the places where they can.
     */
    @SuppressWarnings("InfiniteRecursion") // That is the point.
    private static int atTheEnd(Profile profile, int which) {
        int height;
        try {
            height = atTheEnd(profile, which) + 1;
        } catch (StackOverflowError e) {
            height = 0;
        }
        if (height < 200) {
            try {
                call(profile, which);
            } catch (StackOverflowError e) {
                // As often as the program provokes it.
            }
        }
        return height;
    }

    /** Argument: the file that says how many events of each call there were when there was room again. */
    public static void main(String[] arguments) throws Exception {
        Profile profile = Profile.builder()
                .profileMemory(true)
                .recordShapes(true)
                .schedule(Schedule.always())
                .start();
        StringBuilder failed = new StringBuilder();
        for (int which = 0; which < CALLS; which++) {
            // On threads that end: what they keep locked stays so.
            int thisCall = which;
            Thread thread = new Thread(() -> atTheEnd(profile, thisCall));
            thread.start();
            thread.join();
            try {
                call(profile, which);
            } catch (LinkageError e) {
                failed.append(which).append(' ').append(e).append('\n');
            }
        }
        long steps = profile.stepNumber();
        profile.step();
        failed.append(profile.stepNumber() == steps + 1 ? "" : "step ignored\n");
        profile.close();
        Optional<Trace> trace = profile.lastTrace();
        Files.writeString(Path.of(arguments[0]), failed + (trace.isPresent() ? "delivered" : "lost"));
    }
}
