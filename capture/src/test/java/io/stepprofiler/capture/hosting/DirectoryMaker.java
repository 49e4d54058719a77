package io.stepprofiler.capture.hosting;

import java.io.IOException;
import java.nio.file.Path;

/** Makes private directories, one after the other, in a process of its own or not. */
final class DirectoryMaker {
    private DirectoryMaker() {}

    /**
     * Makes them, and ends with the number of those that somebody else has removed, or 100.
     *
     * @param arguments the directory above, and how many
     */
    public static void main(String[] arguments) throws IOException {
        System.exit((int) Math.min(lost(Path.of(arguments[0]), Integer.parseInt(arguments[1])), 100));
    }

    static long lost(Path parent, int count) throws IOException {
        long lost = 0;
        for (int i = 0; i < count; i++) {
            try (PrivateDirectory made = PrivateDirectory.in(parent)) {
                // Its path would make it again.
                lost += made.isThere() ? 0 : 1;
            }
        }
        return lost;
    }
}
