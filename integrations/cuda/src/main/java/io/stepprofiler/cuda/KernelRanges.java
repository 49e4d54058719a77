package io.stepprofiler.cuda;

import io.stepprofiler.nativeaccess.cuda.DeviceMetrics;
import io.stepprofiler.nativeaccess.cuda.RangeMetrics;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.Attributes;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A range for each kernel. CUPTI counts them in the order in which they ran; which kernels they were, and when, is known
 * if as many have been recorded.
 */
final class KernelRanges implements MetricRanges {
    private static final String WARNING =
            "kernels ran one after the other, and as often as there are passes: times of this window are not those of an"
                    + " ordinary run";

    private final List<String> metrics;
    private final long began;
    private final int room;
    private final Map<Integer, List<KernelListener.Kernel>> kernels = new HashMap<>();
    private long ended;
    private boolean isGuessed;

    KernelRanges(List<String> metrics, long began, int room) {
        this.metrics = metrics;
        this.began = began;
        this.room = room;
    }

    @Override
    public void stepBegan(long step) {}

    @Override
    public synchronized void end(long nanos) {
        ended = nanos;
    }

    @Override
    public ActivitySink listen(ActivitySink sink) {
        return new KernelListener(sink, kernels);
    }

    @Override
    public synchronized void tell(DeviceMetrics device, ActivitySink sink) {
        List<RangeMetrics> ranges = device.ranges();
        List<KernelListener.Kernel> ran = kernels.getOrDefault(device.device(), List.of()).stream()
                .sorted(Comparator.comparingLong(KernelListener.Kernel::start))
                .toList();
        boolean areKnown = ran.size() == ranges.size() || (ranges.size() == room && ran.size() > room);
        long each = ranges.isEmpty() ? 0 : (ended - began) / ranges.size();
        for (int i = 0; i < ranges.size(); i++) {
            KernelListener.Kernel kernel = areKnown
                    ? ran.get(i)
                    : new KernelListener.Kernel("kernel " + i, began + i * each, began + (i + 1) * each);
            MetricRanges.tell(
                    sink,
                    device.device(),
                    kernel.name(),
                    kernel.start(),
                    kernel.end(),
                    new Attributes(),
                    metrics,
                    ranges.get(i));
        }
        isGuessed |= !areKnown;
    }

    @Override
    public synchronized List<String> notes() {
        return isGuessed
                ? List.of(WARNING, "which kernels they were is not known, nor when: not as many were recorded")
                : List.of(WARNING);
    }
}
