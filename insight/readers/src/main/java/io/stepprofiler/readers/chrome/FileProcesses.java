package io.stepprofiler.readers.chrome;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The processes of a file: the recorded one, others, and the devices that viewers show as processes. */
final class FileProcesses {
    private static final Pattern GPU_LABEL = Pattern.compile("GPU (\\d{1,6})");
    private static final Pattern GPU_PLANE = Pattern.compile("/device:GPU:(\\d{1,6})(?: .*)?");

    private final Map<RowKey, String> names = new LinkedHashMap<>();
    private final Map<RowKey, String> labels = new HashMap<>();

    void named(RowKey process, String name) {
        names.put(process, name);
    }

    void labelled(RowKey process, String label) {
        labels.put(process, label);
    }

    /** The name that the file gives a process; empty if it gives none. */
    String givenName(RowKey process) {
        return names.getOrDefault(process, "");
    }

    String name(RowKey process) {
        return names.getOrDefault(process, process.pidLabel());
    }

    /** The number of the GPU that a process stands for, in files of Kineto and in ours. */
    OptionalInt gpu(RowKey process) {
        return number(GPU_LABEL, labels.getOrDefault(process, ""));
    }

    /** The number of the GPU that a process stands for in files of XLA. */
    OptionalInt gpuPlane(RowKey process) {
        return number(GPU_PLANE, names.getOrDefault(process, ""));
    }

    /** The recorded process: the first that runs on the processor. */
    Optional<RowKey> recorded() {
        return labels.entrySet().stream()
                .filter(process -> process.getValue().equals("CPU"))
                .map(Map.Entry::getKey)
                .filter(RowKey::hasNumbers)
                .findFirst();
    }

    private static OptionalInt number(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.matches() ? OptionalInt.of(Integer.parseInt(matcher.group(1))) : OptionalInt.empty();
    }
}
