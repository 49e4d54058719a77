package io.stepprofiler.cuda;

import io.stepprofiler.nativeaccess.cuda.CudaDevice;
import java.util.List;
import java.util.StringJoiner;

/** Properties of devices in JSON, with the keys of PyTorch's traces. */
final class DevicePropertiesJson {
    private DevicePropertiesJson() {}

    static String json(List<CudaDevice> devices) {
        StringJoiner array = new StringJoiner(", ", "[", "]");
        devices.forEach(device -> array.add(json(device)));
        return array.toString();
    }

    private static String json(CudaDevice device) {
        StringJoiner members = new StringJoiner(", ", "{", "}");
        members.add("\"id\": " + device.index());
        members.add("\"name\": " + quoted(device.name()));
        add(members, "totalGlobalMem", device.memoryBytes());
        add(members, "computeMajor", device.computeMajor());
        add(members, "computeMinor", device.computeMinor());
        add(members, "maxThreadsPerBlock", device.block().threads());
        add(members, "maxThreadsPerMultiprocessor", device.multiprocessor().threads());
        add(members, "regsPerBlock", device.block().registers());
        add(members, "warpSize", device.warpSize());
        add(members, "sharedMemPerBlock", device.block().sharedBytes());
        add(members, "numSms", device.multiprocessors());
        add(members, "regsPerMultiprocessor", device.multiprocessor().registers());
        add(members, "sharedMemPerBlockOptin", device.block().sharedBytesOptin());
        add(members, "sharedMemPerMultiprocessor", device.multiprocessor().sharedBytes());
        return members.toString();
    }

    /** Adds a property unless the driver does not report it. */
    private static void add(StringJoiner members, String key, long value) {
        if (value >= 0) {
            members.add('"' + key + "\": " + value);
        }
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\');
            }
            quoted.append(c < ' ' ? ' ' : c);
        }
        return quoted.append('"').toString();
    }
}
