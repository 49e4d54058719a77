package io.stepprofiler.cli.input;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.imports.ImportCandidate;
import io.stepprofiler.text.OneLine;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Copies of standard input and of the regular files in archives, until the process ends. Links and devices are left out,
 * and a path that leads out of the new directory is refused.
 */
final class Unpacked {
    static final Path STANDARD_INPUT = Path.of("-");

    private static final int MAX_FILES = 10_000;
    private static final long MAX_BYTES = 64L << 30;
    private static final int PART = 1 << 16;
    private static final int BLOCK = 512;
    private static final Pattern PAX_PATH = Pattern.compile("(?:^|\n)\\d+ path=([^\n]*)\n");

    private final Path directory;
    private int files;
    private long bytes;

    private Unpacked(Path directory) {
        this.directory = directory;
    }

    /**
     * The place of the content of an argument: a file with standard input, a directory with the files of an archive; the
     * argument itself if it is neither.
     */
    static Path of(Path given) throws IOException {
        Path file = given;
        if (given.equals(STANDARD_INPUT)) {
            file = untilExit(Files.createTempFile("stepprof", ""));
            new Unpacked(file).copy(System.in, Long.MAX_VALUE, file);
        }
        if (!Files.isRegularFile(file)) {
            return file;
        }
        byte[] head = ImportCandidate.of(file).head();
        byte[] plain = ImportCandidate.of(file).inflatedHead();
        boolean isZip = head.length > 3 && text(head, 0, 4).equals("PK\3\4");
        if (!isZip && (plain.length < BLOCK || !text(plain, 257, 5).equals("ustar"))) {
            return file;
        }
        Unpacked unpacked = new Unpacked(untilExit(Files.createTempDirectory("stepprof")));
        try (InputStream in = Files.newInputStream(file)) {
            if (isZip) {
                unpacked.zip(file);
            } else {
                unpacked.tar(head[0] == 0x1f ? new GZIPInputStream(in, PART) : in);
            }
        } catch (IOException | IllegalArgumentException e) {
            throw new IOException(given + ": it cannot be read as an archive: " + Reason.of(e), e);
        }
        return unpacked.directory;
    }

    private static Path untilExit(Path path) {
        path.toFile().deleteOnExit();
        return path;
    }

    private void zip(Path file) throws IOException {
        try (ZipFile zip = new ZipFile(file.toFile())) {
            for (ZipEntry entry : Collections.list(zip.entries())) {
                if (!entry.isDirectory()) {
                    write(entry.getName(), zip.getInputStream(entry), Long.MAX_VALUE);
                }
            }
        }
    }

    private void tar(InputStream in) throws IOException {
        String longName = "";
        for (byte[] head = in.readNBytes(BLOCK); head.length == BLOCK && head[0] != 0; head = in.readNBytes(BLOCK)) {
            long size = Long.parseLong("0" + text(head, 124, 12).strip(), 8);
            char type = (char) head[156];
            // Only POSIX has a prefix there, as its magic number ends with a zero.
            String prefix = head[262] == 0 && head[345] != 0 ? text(head, 345, 155) + "/" : "";
            String name = longName.isEmpty() ? prefix + text(head, 0, 100) : longName;
            byte[] data = in.readNBytes(type == 'L' || type == 'x' ? (int) Math.min(size, PART) : 0);
            boolean isFile = type == '0' || (type == 0 && !name.endsWith("/"));
            long left = isFile ? write(name, in, size) : size - data.length;
            Matcher path = PAX_PATH.matcher(new String(data, StandardCharsets.UTF_8));
            longName = type == 'L' ? text(data, 0, data.length) : path.find() ? path.group(1) : "";
            in.skipNBytes(left + (BLOCK - size % BLOCK) % BLOCK);
        }
    }

    private static String text(byte[] bytes, int from, int length) {
        return new String(bytes, from, length, StandardCharsets.UTF_8).split("\0", 2)[0];
    }

    private long write(String name, InputStream in, long size) throws IOException {
        Path target = directory.resolve(name).normalize();
        if (!target.startsWith(directory) || target.equals(directory)) {
            throw new IOException("its entry " + OneLine.of(name) + " leads out of it");
        }
        Files.createDirectories(target.resolveSibling(""));
        Path inside = directory.relativize(target);
        for (int names = 1; names <= inside.getNameCount(); names++) {
            untilExit(directory.resolve(inside.subpath(0, names)));
        }
        return copy(in, size, target);
    }

    private long copy(InputStream in, long size, Path to) throws IOException {
        long left = size;
        try (OutputStream out = Files.newOutputStream(to)) {
            for (byte[] part = {0}; part.length > 0; left -= part.length) {
                part = in.readNBytes((int) Math.min(left, PART));
                out.write(part);
                bytes += part.length;
                if (bytes > MAX_BYTES || files > MAX_FILES) {
                    throw new IOException("it has more than " + MAX_FILES + " files or " + Amount.bytes(MAX_BYTES));
                }
            }
        }
        files++;
        return left;
    }
}
