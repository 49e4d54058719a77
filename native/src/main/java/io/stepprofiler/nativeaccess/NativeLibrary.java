package io.stepprofiler.nativeaccess;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;

/** Loads the native library from the jar, once per process. */
final class NativeLibrary {
    private static final String FILE = "libstepprofiler.so";

    /** First Java version that warns about loading a library without native access, or refuses it. */
    private static final int FIRST_JAVA_THAT_RESTRICTS_LOADING = 24;

    private static volatile boolean isLoaded;

    /** Holder that loads the library at its first use. */
    private static final class Once {
        static final NativeStatus STATUS =
                load(platform(System.getProperty("os.name", ""), System.getProperty("os.arch", "")));
    }

    private NativeLibrary() {}

    /** Returns the status in this process; the first call loads the library. */
    static NativeStatus status() {
        return Once.STATUS;
    }

    /** True if the library has been loaded. */
    static boolean isLoaded() {
        return isLoaded;
    }

    /** True if the library is loaded, or can be without a warning by the JVM. */
    static boolean isWelcome() {
        return isLoaded || Runtime.version().feature() < FIRST_JAVA_THAT_RESTRICTS_LOADING || hasNativeAccess();
    }

    /** Uses reflection, since Java 17 lacks the method; false if the call fails. */
    private static boolean hasNativeAccess() {
        try {
            return (boolean) Module.class.getMethod("isNativeAccessEnabled").invoke(NativeLibrary.class.getModule());
        } catch (ReflectiveOperationException | RuntimeException e) {
            return false;
        }
    }

    static String platform(String system, String architecture) {
        String machine = architecture.equals("amd64") ? "x86_64" : architecture;
        return (system + "-" + machine).toLowerCase(Locale.ROOT).replace(' ', '-');
    }

    /** Loads the library; never throws: a failure is the reason of the status. */
    static NativeStatus load(String platform) {
        if (System.getProperty("io.stepprofiler.native", "").equals("off")) {
            return new NativeStatus(false, "the system property io.stepprofiler.native is off", platform);
        }
        try (InputStream library = NativeLibrary.class.getResourceAsStream(platform + "/" + FILE)) {
            if (library == null) {
                return new NativeStatus(false, "this build has no native library for " + platform, platform);
            }
            // In a folder that only this user can access, so that no other user can replace the library.
            Path folder = Files.createTempDirectory(
                    "step-profiler",
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            loadBy(folder.resolve(FILE), library);
            isLoaded = true;
            return new NativeStatus(true, "", platform);
        } catch (IOException | RuntimeException | LinkageError e) {
            return new NativeStatus(false, "the native library does not load: " + e, platform);
        }
    }

    /** Loads the library, and deletes the file and its folder: a loaded library does not need them. */
    @SuppressWarnings("restricted") // Loading a library is what this is for.
    static void loadBy(Path file, InputStream library) throws IOException {
        try {
            Files.copy(library, file);
            System.load(file.toString());
        } finally {
            Files.deleteIfExists(file);
            Files.deleteIfExists(file.getParent());
        }
    }
}
