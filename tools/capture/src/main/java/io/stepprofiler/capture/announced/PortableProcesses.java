package io.stepprofiler.capture.announced;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Processes from Java's API, for systems without {@code /proc} such as macOS. Finds only this user's processes, and
 * none in containers.
 */
final class PortableProcesses implements ProcessTable {
    private final Path root;

    /** Creates the processes of a machine with their common root directory. */
    PortableProcesses(Path root) {
        this.root = root;
    }

    /**
     * Returns the owner of a temporary file, because Java provides only the user's name.
     *
     * @throws UnsupportedOperationException if files have no user ids, as on Windows
     */
    @Override
    public int user() throws IOException {
        if (!root.getFileSystem().supportedFileAttributeViews().contains("unix")) {
            throw new UnsupportedOperationException("files have no Unix users");
        }
        Path made = Files.createTempFile(root.resolve("tmp"), ".step-profiler", ".user");
        try {
            return ProcessTable.owner(made);
        } finally {
            Files.deleteIfExists(made);
        }
    }

    @Override
    public String started(long pid) throws IOException {
        return ProcessHandle.of(pid)
                .flatMap(process -> process.info().startInstant())
                .orElseThrow(() -> new IOException("there is no process " + pid + " here with a known start time"))
                .toString();
    }

    @Override
    public ProcessSnapshot of(long pid) throws IOException {
        return new ProcessSnapshot(user(), String.valueOf(pid), started(pid), true, root);
    }
}
