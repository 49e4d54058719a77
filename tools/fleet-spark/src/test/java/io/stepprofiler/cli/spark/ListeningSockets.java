package io.stepprofiler.cli.spark;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Sockets of a process on which it waits for connections, as Linux shows them. */
final class ListeningSockets {
    private static final String LISTENS = "0A";

    private ListeningSockets() {}

    /** Returns the addresses as hexadecimal numbers in the byte order of the machine. */
    static List<String> of(long pid) throws IOException {
        Path process = Path.of("/proc", Long.toString(pid));
        Set<String> inodes = new HashSet<>();
        try (DirectoryStream<Path> open = Files.newDirectoryStream(process.resolve("fd"))) {
            for (Path each : open) {
                if (Files.isSymbolicLink(each)) {
                    inodes.add(Files.readSymbolicLink(each).toString());
                }
            }
        }
        List<String> addresses = new ArrayList<>();
        for (String table : List.of("net/tcp", "net/tcp6")) {
            for (String line : Files.readAllLines(process.resolve(table))) {
                String[] fields = line.strip().split("\\s+", -1);
                if (fields[3].equals(LISTENS) && inodes.contains("socket:[" + fields[9] + "]")) {
                    addresses.add(fields[1].substring(0, fields[1].indexOf(':')));
                }
            }
        }
        return addresses;
    }
}
