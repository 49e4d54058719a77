package io.stepprofiler.nativeaccess.annotations;

import io.stepprofiler.Label;
import io.stepprofiler.nativeaccess.NativeStatus;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Another profiler of the process that takes ranges by name. Repeated names are passed as its permanent ids: a map
 * look-up and a native call; names beyond {@value #MOST_STRINGS} are passed as texts each time.
 */
final class Collector {
    static final Collector NVTX = new Collector(0, "NVTX_INJECTION64_PATH");
    static final Collector ITT = new Collector(1, "INTEL_LIBITTNOTIFY64");

    private static final int MOST_STRINGS = 4096;

    private final ConcurrentHashMap<String, Long> strings = new ConcurrentHashMap<>();

    /** Its number in native code. */
    private final int number;

    /** Environment variable that names its library. */
    private final String variable;

    private volatile @Nullable String unusable;

    private Collector(int number, String variable) {
        this.number = number;
        this.variable = variable;
    }

    /** Returns the reason why it takes no ranges; empty if it does. The first call loads its library. */
    String unusable() {
        String known = unusable;
        if (known == null) {
            known = isNamed()
                    ? open()
                    : "no profiler of such ranges has started the program: " + variable + " is not set";
            unusable = known;
        }
        return known;
    }

    /**
     * True if the variable is set. Otherwise our own library is not loaded either: from Java 24 on the JVM would print
     * a warning.
     */
    private boolean isNamed() {
        String path = System.getenv(variable);
        return path != null && !path.isEmpty();
    }

    private String open() {
        NativeStatus status = NativeStatus.current();
        return status.available() ? open(number) : status.reason();
    }

    /** True if it takes ranges. */
    boolean isUsable() {
        return unusable().isEmpty();
    }

    void push(String name) {
        long string = string(name);
        if (string != 0) {
            pushString(number, string);
        } else {
            pushText(number, bytes(name));
        }
    }

    void pop() {
        pop(number);
    }

    long start(String name) {
        long string = string(name);
        return string != 0 ? startString(number, string) : startText(number, bytes(name));
    }

    /** Starts a range with a name that is not repeated. */
    long startOnce(String name) {
        return startText(number, bytes(name));
    }

    void end(long range) {
        end(number, range);
    }

    void mark(String name) {
        long string = string(name);
        if (string != 0) {
            markString(number, string);
        } else {
            markText(number, bytes(name));
        }
    }

    private long string(String name) {
        Long known = strings.get(name);
        if (known != null) {
            return known;
        }
        if (strings.size() >= MOST_STRINGS) {
            return 0;
        }
        long string = string(number, bytes(name));
        strings.put(name, string);
        return string;
    }

    /** Bytes of a name with a terminating zero, for C. */
    private static byte[] bytes(String name) {
        String cut = name.length() <= Label.MAX_LENGTH + 1 ? name : name.substring(0, Label.MAX_LENGTH);
        byte[] bytes = cut.getBytes(StandardCharsets.UTF_8);
        return Arrays.copyOf(bytes, bytes.length + 1);
    }

    private static native String open(int collector);

    private static native long string(int collector, byte[] text);

    private static native void pushString(int collector, long string);

    private static native void pushText(int collector, byte[] text);

    private static native void pop(int collector);

    private static native long startString(int collector, long string);

    private static native long startText(int collector, byte[] text);

    private static native void end(int collector, long range);

    private static native void markString(int collector, long string);

    private static native void markText(int collector, byte[] text);
}
