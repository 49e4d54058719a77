package io.stepprofiler.analysis.window;

import io.stepprofiler.event.Device;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.Trace;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Properties of a device from the metadata {@code deviceProperties}, a list of flat objects as Kineto writes it.
 *
 * @param name product name; empty if not known
 * @param memoryBytes its memory in bytes; 0 if not known
 * @param multiprocessors number of its multiprocessors; 0 if not known
 * @param computeMajor major number of its compute capability; 0 if not known, or if it is not of NVIDIA
 * @param computeMinor minor number of its compute capability
 */
public record DeviceProperties(
        String name, long memoryBytes, long multiprocessors, long computeMajor, long computeMinor) {
    private static final String KEY = "deviceProperties";
    private static final DeviceProperties UNKNOWN = new DeviceProperties("", 0, 0, 0, 0);
    private static final int FIRST_WITH_TENSOR_CORES = 7;
    /** Threads of a warp. Devices of AMD have 64, and report them even if the driver gives no name. */
    private static final int WARP_OF_NVIDIA = 32;

    private static final Pattern OBJECT = Pattern.compile("\\{[^{}]*}");

    /**
     * {@return the properties of a device}
     *
     * @param trace the window
     * @param device the device
     */
    public static DeviceProperties of(Trace trace, Device device) {
        MetadataValue all = trace.metadata().get(KEY);
        Matcher objects = OBJECT.matcher(all == null ? "" : all.text());
        while (objects.find()) {
            String object = objects.group();
            if (number(object, "id") == device.index()) {
                Matcher name =
                        Pattern.compile("\"name\"\\s*:\\s*\"([^\"\\\\]*)\"").matcher(object);
                String called = name.find() ? name.group(1) : "";
                boolean isOfNvidia = !called.startsWith("AMD ") && number(object, "warpSize") <= WARP_OF_NVIDIA;
                return new DeviceProperties(
                        called,
                        orZero(object, "totalGlobalMem"),
                        orZero(object, "numSms"),
                        isOfNvidia ? orZero(object, "computeMajor") : 0,
                        isOfNvidia ? orZero(object, "computeMinor") : 0);
            }
        }
        return UNKNOWN;
    }

    /**
     * {@return whether it has tensor cores: compute capability 7.0 or more, except GeForce GTX 16; false if not known}
     */
    public boolean hasTensorCores() {
        return computeMajor >= FIRST_WITH_TENSOR_CORES && !name.contains("GTX 16");
    }

    /**
     * {@return whether its tensor cores support double precision: data center devices of compute capability 8.0 or
     * more}
     */
    public boolean hasDoubleTensorCores() {
        return hasTensorCores() && computeMajor > FIRST_WITH_TENSOR_CORES && computeMinor == 0;
    }

    private static long orZero(String object, String key) {
        return Math.max(0, number(object, key));
    }

    private static long number(String object, String key) {
        Matcher found =
                Pattern.compile("\"" + key + "\"\\s*:\\s*(\\d{1,18})\\b").matcher(object);
        return found.find() ? Long.parseLong(found.group(1)) : -1;
    }
}
