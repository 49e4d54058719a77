package io.stepprofiler.cuda;

import io.stepprofiler.nativeaccess.cuda.DeviceMetrics;
import io.stepprofiler.nativeaccess.cuda.RangeMetrics;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.Attributes;
import java.util.Comparator;
import java.util.List;

/**
 * Ranges of kernels. CUPTI counts kernels in the order of their launches; their names are known if the same number of
 * kernels was recorded. CUPTI takes no times of kernels that it repeats: then the kernels divide the time of the window
 * evenly.
 */
final class KernelRanges implements MetricRanges {
    private static final String WARNING =
            "kernels ran one after the other, and once per pass: times of this window are not representative";

    private final List<String> metrics;
    private final long began;
    private final int room;
    private final KernelLog kernels;
    private long ended;
    private boolean isGuessed;

    KernelRanges(List<String> metrics, long began, int room, KernelLog kernels) {
        this.metrics = metrics;
        this.began = began;
        this.room = room;
        this.kernels = kernels;
    }

    @Override
    public void stepBegan(long step) {}

    @Override
    public synchronized void end(long nanos) {
        ended = nanos;
    }

    @Override
    public synchronized void report(DeviceMetrics device, ActivitySink sink) {
        List<RangeMetrics> ranges = device.ranges();
        List<KernelLog.Kernel> ran = kernels.of(device.device()).stream()
                .sorted(Comparator.comparingLong(KernelLog.Kernel::correlation))
                .toList();
        boolean areKnown = ran.size() == ranges.size() || (ranges.size() == room && ran.size() > room);
        long each = ranges.isEmpty() ? 0 : (ended - began) / ranges.size();
        for (int i = 0; i < ranges.size(); i++) {
            KernelLog.Kernel kernel = areKnown ? ran.get(i) : new KernelLog.Kernel("kernel " + i, 0, 0, 0);
            boolean hasTimes = kernel.start() > 0 && kernel.end() > 0;
            MetricRanges.report(
                    sink,
                    device.device(),
                    kernel.name(),
                    hasTimes ? kernel.start() : began + i * each,
                    hasTimes ? kernel.end() : began + (i + 1) * each,
                    new Attributes(),
                    metrics,
                    ranges.get(i));
        }
        isGuessed |= !areKnown;
    }

    @Override
    public synchronized List<String> notes() {
        return isGuessed
                ? List.of(WARNING, "names of the kernels are unknown: another number of them was recorded")
                : List.of(WARNING);
    }
}
