package io.stepprofiler.averages;

import io.stepprofiler.event.Device;
import io.stepprofiler.nesting.OpenEvents;
import io.stepprofiler.trace.MemoryEvents;
import io.stepprofiler.trace.Trace;

/** The memory events of a timeline. */
final class TimelineMemory implements Instants {
    private final Timeline timeline;
    private final MemoryEvents memory;
    private final EventGroups groups;
    private final GroupSums sums;
    private int next;

    TimelineMemory(Trace trace, Timeline timeline, EventGroups groups, GroupSums sums) {
        this.timeline = timeline;
        this.memory = trace.memory();
        this.groups = groups;
        this.sums = sums;
    }

    @Override
    public long nextNanos() {
        int[] events = timeline.memory();
        return next < events.length ? memory.nanos(events[next]) : Long.MAX_VALUE;
    }

    @Override
    public void chargeNext(OpenEvents open) {
        int event = timeline.memory()[next++];
        long bytes = memory.bytes(event) - memory.replacedBytes(event);
        ChargedAmounts charges = memory.device(event).type() == Device.Type.CPU ? sums.cpuMemory : sums.deviceMemory;
        if (open.depth() == 0) {
            int group = groups.ofLooseMemory(timeline.track(), event);
            sums.loose[group]++;
            sums.meet(group, memory.nanos(event), 0);
            charges.charge(group, bytes);
        } else {
            charges.charge(open, memory.nanos(event) + 1, bytes);
        }
    }
}
