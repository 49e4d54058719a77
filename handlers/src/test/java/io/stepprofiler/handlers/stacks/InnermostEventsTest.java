package io.stepprofiler.handlers.stacks;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.Track;
import io.stepprofiler.trace.TrackBuilder;
import java.util.Random;
import org.junit.jupiter.api.Test;

class InnermostEventsTest {
    @Test
    void innermost_ofRandomEvents_isTheOpenOneThatBeganLast() {
        Random random = new Random(7);
        for (int round = 0; round < 1_000; round++) {
            Track track = randomTrack(random);
            InnermostEvents innermost = new InnermostEvents(track);
            for (int moment = 0; moment < 32; moment += random.nextInt(3)) {
                assertThat(innermost.at(moment)).isEqualTo(naive(track, moment));
            }
        }
    }

    private static int naive(Track track, int moment) {
        for (int i = track.size() - 1; i >= 0; i--) {
            boolean open = track.startNanos(i) <= moment && moment <= track.startNanos(i) + track.durationNanos(i);
            if (open && !track.isAsync(i) && !track.isUnfinished(i)) {
                return i;
            }
        }
        return InnermostEvents.NONE;
    }

    private static Track randomTrack(Random random) {
        TraceBuilder builder = new TraceBuilder();
        TrackBuilder track = builder.thread(1, "main");
        for (int i = random.nextInt(10); i > 0; i--) {
            int event = track.add(builder.nameId("e"), random.nextInt(30), random.nextInt(12));
            if (random.nextInt(5) == 0) {
                track.async(event);
            }
            if (random.nextInt(5) == 0) {
                track.unfinished(event);
            }
        }
        return builder.build().tracks().get(0);
    }
}
