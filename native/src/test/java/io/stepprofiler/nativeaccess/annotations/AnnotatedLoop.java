package io.stepprofiler.nativeaccess.annotations;

import io.stepprofiler.Label;
import io.stepprofiler.Marker;
import io.stepprofiler.Profile;
import io.stepprofiler.Scope;
import io.stepprofiler.schedule.Schedule;

/** Two steps with the mirror of an argument, then ranges by hand; prints whether there are profilers that listen. */
final class AnnotatedLoop {
    private AnnotatedLoop() {}

    @SuppressWarnings("try") // The scope variables are there to be closed.
    public static void main(String[] arguments) {
        try (Profile profile = Profile.builder()
                .schedule(Schedule.never())
                .annotate(arguments[0].equals("nvtx") ? Nvtx.mirror() : Itt.mirror())
                .start()) {
            for (int step = 0; step < 2; step++) {
                try (Scope ignored = Scope.open("batch " + step)) {
                    Scope.open(Label.of("forwärts")).close();
                }
                Marker.of("epoch").mark();
                profile.step();
            }
        }
        Nvtx.rangePush(null);
        Nvtx.rangePop();
        Nvtx.rangeEnd(Nvtx.rangeStart("x".repeat(5000)));
        Nvtx.mark("by hand");
        Itt.rangePush("by hand");
        Itt.rangePop();
        Itt.mark("by hand");
        System.out.println(Nvtx.isAvailable() + " " + Itt.isAvailable());
        System.out.println(Nvtx.unavailable());
        System.out.println(Itt.unavailable());
    }
}
