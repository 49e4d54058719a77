package io.stepprofiler.jvm;

import io.stepprofiler.machine.MappedLibraries;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whether a signal to some thread may break this process: the matrix products that oneDNN generates for x86-64 point
 * the stack pointer into the heap, and what the kernel puts there for a signal destroys it. That was mended in 3.12 and
 * in the last 3.11 (oneDNN's issue 4845, pull requests 4855 and 4859).
 */
final class SignalDanger {
    /** Libraries that are oneDNN or have a copy of it, by the beginnings of their names. */
    private static final Pattern WITH_ONEDNN = Pattern.compile(
            "lib(dnnl|mkldnn|torch|tensorflow|jnitensorflow|nd4jcpu|mxnet|onnxruntime|openvino|paddle).*\\.so.*");

    /** The names of a oneDNN that tell its version. */
    private static final Pattern VERSION = Pattern.compile("libdnnl\\.so\\.(\\d{1,4})\\.(\\d{1,4}).*");

    private static final int MENDED_MAJOR = 3;
    private static final int MENDED_MINOR = 12;

    private SignalDanger() {}

    /** Why signals are dangerous now; empty if they are not. Takes up to a few milliseconds in a large process. */
    static Optional<String> now() {
        return System.getProperty("os.name", "").startsWith("Linux") ? in(MappedLibraries.LIST) : Optional.empty();
    }

    /** As {@link #now}, with a file that lists what is mapped. */
    static Optional<String> in(Path mapped) {
        try {
            return MappedLibraries.in(mapped).stream()
                    .filter(name -> WITH_ONEDNN.matcher(name).find() && !isMended(name))
                    .findFirst()
                    .map(name -> name
                            + " is loaded, which may have a oneDNN of before 3.12: a signal to a thread in it can"
                            + " destroy the heap");
        } catch (IOException e) {
            return Optional.of("it cannot be known which libraries are loaded: " + e);
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
