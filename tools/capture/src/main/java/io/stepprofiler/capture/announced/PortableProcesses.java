package io.stepprofiler.capture.announced;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Processes as Java tells them, where there is no {@code /proc}, as on macOS. Only this user's own are found, and there
 * are no containers to look into.
 */
final class PortableProcesses implements Processes {
    private final Path root;

    /** Those of this machine, with what all of them see as the root directory. */
    PortableProcesses(Path root) {
        this.root = root;
    }

    /**
     * Known by a file that it makes: Java tells its name only.
     *
     * @throws UnsupportedOperationException where files have no such numbers, as on Windows
     */
    @Override
    public int user() throws IOException {
        if (!root.getFileSystem().supportedFileAttributeViews().contains("unix")) {
            throw new UnsupportedOperationException("files have no Unix users");
        }
        Path made = Files.createTempFile(root.resolve("tmp"), ".step-profiler", ".user");
        try {
            return Processes.owner(made);
        } finally {
            Files.deleteIfExists(made);
        }
    }

    @Override
    public String started(long pid) throws IOException {
        return ProcessHandle.of(pid)
                .flatMap(process -> process.info().startInstant())
                .orElseThrow(() -> new IOException("there is no process " + pid + " here that tells when it began"))
                .toString();
    }

    @Override
    public SeenProcess of(long pid) throws IOException {
        return new SeenProcess(user(), String.valueOf(pid), started(pid), true, root);
    }
}
