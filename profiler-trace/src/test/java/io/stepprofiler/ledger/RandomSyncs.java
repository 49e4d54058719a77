package io.stepprofiler.ledger;

import io.stepprofiler.event.Collective;
import io.stepprofiler.trace.ProcessGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Random collectives, with a plain copy of each to compare with. */
final class RandomSyncs {
    /** Copy of a collective. */
    record Sync(long step, SyncGroup group, Collective kind, long number, long bytes, long arrival, long end) {}

    private static final List<ProcessGroup> GROUPS = List.of(
            new ProcessGroup("", "", "", List.of()),
            new ProcessGroup("dp", "", "gloo", List.of(5, 3, 7)),
            new ProcessGroup("dp", "", "gloo", List.of(4, 6)));

    private final List<Sync> added = new ArrayList<>();
    private final Random random;
    private long step;
    private long nanos;

    RandomSyncs(Random random) {
        this.random = random;
        nanos = random.nextLong() >> 2;
    }

    /** Returns the next collectives. */
    @SuppressWarnings("EnumOrdinal") // The number in a row.
    StepSyncs next(int count) {
        StepSyncs syncs = new StepSyncs();
        for (int i = 0; i < count; i++) {
            step += random.nextInt(3) == 0 ? 1 : 0;
            ProcessGroup group = GROUPS.get(random.nextInt(GROUPS.size()));
            Collective kind = Collective.values()[random.nextInt(Collective.values().length)];
            long number = random.nextInt(100);
            long bytes = random.nextLong() >>> (1 + random.nextInt(63));
            nanos += random.nextInt(1000);
            long end = nanos + (random.nextLong() >>> (20 + random.nextInt(40)));
            syncs.add(new long[] {step, KnownGroups.numberOf(group), kind.ordinal(), number, bytes, nanos, end});
            added.add(new Sync(step, SyncGroup.of(group), kind, number, bytes, nanos, end));
        }
        return syncs;
    }

    List<Sync> list() {
        return added;
    }

    static List<Sync> list(StepSyncs syncs) {
        return IntStream.range(0, syncs.size())
                .mapToObj(sync -> new Sync(
                        syncs.step(sync),
                        syncs.group(sync),
                        syncs.kind(sync),
                        syncs.number(sync),
                        syncs.bytes(sync),
                        syncs.arrivalNanos(sync),
                        syncs.endNanos(sync)))
                .toList();
    }
}
