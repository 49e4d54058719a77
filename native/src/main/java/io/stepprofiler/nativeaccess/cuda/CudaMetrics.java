package io.stepprofiler.nativeaccess.cuda;

import io.stepprofiler.nativeaccess.NativeStatus;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Metrics of the devices of this process, counted by CUPTI's range profiler: for each kernel, or for consecutive ranges
 * of time, the first of which begins with the window. To be {@linkplain #stop() stopped}, {@linkplain #collect()
 * collected} and {@linkplain #release() released}, in this order, on any thread. If nothing can be counted there is a
 * {@link #reason()}, and all other methods do nothing.
 *
 * <p>One window counts at a time, on all devices that have a primary context; none is created. Needs a CUPTI of CUDA
 * 12.6 or later, found by an earlier {@link CudaLibrary#probe()}.
 */
public final class CudaMetrics {
    /** Maximum number of metrics of a window. */
    public static final int MAX_METRICS = 256;

    /** Maximum number of ranges of a window. */
    public static final int MAX_RANGES = 2000;

    private static final int TEXT_REASON = 0;
    private static final int TEXT_LEFT_OUT = 1;
    private static final int NUMBER_DEVICE = 0;
    private static final int NUMBER_PASSES = 1;
    private static final int NUMBER_DROPPED = 2;

    private final long id;
    private final int metrics;
    private final String reason;

    private CudaMetrics(long id, int metrics, String reason) {
        this.id = id;
        this.metrics = metrics;
        this.reason = reason;
    }

    /**
     * Begins to count. The first time CUPTI loads a library, which may take a second. An earlier stopped window is
     * collected first.
     *
     * @param metrics names of the metrics, at most {@value #MAX_METRICS}
     * @param perKernel true to make each kernel a range: kernels then run one after another, and several times if the
     *     metrics take several passes
     * @param maxRanges maximum number of ranges, at most {@value #MAX_RANGES}
     * @return the window
     * @throws IllegalArgumentException if there are no metrics, or too many, or the number of ranges is out of its
     *     range
     */
    public static synchronized CudaMetrics open(List<String> metrics, boolean perKernel, int maxRanges) {
        if (metrics.isEmpty() || metrics.size() > MAX_METRICS) {
            throw new IllegalArgumentException(
                    "metrics must be between 1 and " + MAX_METRICS + ", are " + metrics.size());
        }
        if (maxRanges < 1 || maxRanges > MAX_RANGES) {
            throw new IllegalArgumentException("maxRanges must be between 1 and " + MAX_RANGES + ", is " + maxRanges);
        }
        NativeStatus library = NativeStatus.current();
        if (!library.available()) {
            return new CudaMetrics(0, metrics.size(), library.reason());
        }
        long id = open0(bytes(metrics), perKernel, maxRanges);
        return new CudaMetrics(id, metrics.size(), id == 0 ? CudaLibrary.string(openReason()) : "");
    }

    /** {@return the reason why nothing is counted; empty if metrics are counted} */
    public String reason() {
        return reason;
    }

    /**
     * Ends the range and begins the next one. Calls CUPTI twice for each device, and waits if another thread is
     * collecting a window.
     *
     * @return the number of the new range, 1 for the second; -1 if there is no room for another one
     */
    public int next() {
        return id == 0 ? -1 : next0(id);
    }

    /** Ends the last range. Work that is launched from now on is not counted. */
    public void stop() {
        if (id != 0) {
            stop0(id);
        }
    }

    /** {@return the metrics of each device} Stops first, and may wait for the devices. */
    public List<DeviceMetrics> collect() {
        List<DeviceMetrics> devices = new ArrayList<>();
        int count = id == 0 ? 0 : collect0(id);
        for (int i = 0; i < count; i++) {
            long[] numbers = numbers0(id, i);
            if (numbers != null) {
                devices.add(new DeviceMetrics(
                        (int) numbers[NUMBER_DEVICE],
                        numbers[NUMBER_PASSES],
                        numbers[NUMBER_DROPPED],
                        CudaLibrary.string(text0(id, i, TEXT_REASON)),
                        CudaLibrary.string(text0(id, i, TEXT_LEFT_OUT)),
                        ranges(rows0(id, i))));
            }
        }
        return devices;
    }

    /** Frees the memory of the window; collects it first. */
    public void release() {
        if (id != 0) {
            release0(id);
        }
    }

    private List<RangeMetrics> ranges(double @Nullable [] rows) {
        List<RangeMetrics> ranges = new ArrayList<>();
        int width = 1 + metrics;
        for (int at = 0; rows != null && at + width <= rows.length; at += width) {
            ranges.add(new RangeMetrics((int) rows[at], Arrays.copyOfRange(rows, at + 1, at + width)));
        }
        return ranges;
    }

    private static byte[] bytes(List<String> names) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (String name : names) {
            bytes.writeBytes(name.getBytes(StandardCharsets.UTF_8));
            bytes.write(0);
        }
        return bytes.toByteArray();
    }

    private static native long open0(byte[] names, boolean perKernel, int maxRanges);

    private static native byte @Nullable [] openReason();

    private static native int next0(long id);

    private static native void stop0(long id);

    private static native int collect0(long id);

    private static native void release0(long id);

    private static native long @Nullable [] numbers0(long id, int index);

    private static native byte @Nullable [] text0(long id, int index, int which);

    private static native double @Nullable [] rows0(long id, int index);
}
