package io.stepprofiler.journal.blocks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Entry point of a fuzzer that follows branches, such as Jazzer: the first byte of an input says whether the rest is a
 * file of a journal, or how much of it is the header of a segment, the rest being its payload.
 */
public final class JournalFuzzer {
    private static final Path DIRECTORY = directory();

    private JournalFuzzer() {}

    private static Path directory() {
        try {
            return Files.createTempDirectory("fuzzed");
        } catch (IOException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Reads an input. */
    public static void fuzzerTestOneInput(byte[] input) throws IOException {
        HostileJournal.read(DIRECTORY, journal(input));
    }

    private static byte[] journal(byte[] input) {
        if (input.length == 0 || input[0] == 0) {
            return input.length == 0 ? input : Arrays.copyOfRange(input, 1, input.length);
        }
        int header = 1 + (input.length - 1) * (input[0] & 0xFF) / 255;
        return HostileJournal.withSegment(
                Arrays.copyOfRange(input, 1, header), Arrays.copyOfRange(input, header, input.length));
    }
}
