package io.stepprofiler.jvm;

import io.stepprofiler.environment.MappedLibraries;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Check whether a signal to a thread may break this process: the matrix products that oneDNN generates for x86-64 point
 * the stack pointer into the heap, and the signal frame that the kernel writes there destroys it. Fixed in 3.12 and in
 * the last 3.11 (oneDNN's issue 4845, pull requests 4855 and 4859).
 */
final class SignalDanger {
    /** Names of libraries that are oneDNN or contain a copy of it. */
    private static final Pattern WITH_ONEDNN = Pattern.compile(
            "lib(dnnl|mkldnn|torch|tensorflow|jnitensorflow|nd4jcpu|mxnet|onnxruntime|openvino|paddle).*\\.so.*");

    /** Names of oneDNN that contain its version. */
    private static final Pattern VERSION = Pattern.compile("libdnnl\\.so\\.(\\d{1,4})\\.(\\d{1,4}).*");

    private static final int MENDED_MAJOR = 3;
    private static final int MENDED_MINOR = 12;

    private SignalDanger() {}

    /**
     * Reason why signals are dangerous now; empty if they are not. Takes up to a few milliseconds in a large process.
     */
    static Optional<String> now() {
        return System.getProperty("os.name", "").startsWith("Linux") ? in(MappedLibraries.LIST) : Optional.empty();
    }

    /** As {@link #now}, with a file that lists the mapped libraries. */
    static Optional<String> in(Path mapped) {
        try {
            return MappedLibraries.in(mapped).stream()
                    .map(path -> path.substring(path.lastIndexOf('/') + 1))
                    .filter(name -> WITH_ONEDNN.matcher(name).find() && !isMended(name))
                    .findFirst()
                    .map(name -> name
                            + " is loaded, which may contain a oneDNN older than 3.12: a signal to a thread in it can"
                            + " destroy the heap");
        } catch (IOException e) {
            return Optional.of("the loaded libraries cannot be listed: " + e);
        }
    }

    private static boolean isMended(String name) {
        Matcher version = VERSION.matcher(name);
        if (!version.matches()) {
            return false;
        }
        int major = Integer.parseInt(version.group(1));
        int minor = Integer.parseInt(version.group(2));
        return major > MENDED_MAJOR || (major == MENDED_MAJOR && minor >= MENDED_MINOR);
    }
}
