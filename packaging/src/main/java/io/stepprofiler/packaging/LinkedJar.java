package io.stepprofiler.packaging;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/** A jar in whose classes functions are linked. All its files have the time of the last one, so that the same jar becomes the same bytes. */
public final class LinkedJar {
    private static final String CLASS = ".class";

    private final Map<String, byte[]> files = new LinkedHashMap<>();
    private LocalDateTime time = LocalDateTime.MIN;

    private LinkedJar() {}

    /**
     * Links a jar in its place.
     *
     * @param arguments the jar, and a regular expression for the files of classes that stay as they are
     * @throws IOException if the jar cannot be read or written
     */
    public static void main(String[] arguments) throws IOException {
        Path jar = Path.of(arguments[0]);
        LinkedJar linked = new LinkedJar();
        linked.read(jar);
        linked.link(Pattern.compile(arguments[1]));
        linked.write(jar);
    }

    private void read(Path jar) throws IOException {
        try (ZipInputStream in = new ZipInputStream(new BufferedInputStream(Files.newInputStream(jar)))) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                files.put(entry.getName(), in.readAllBytes());
                time = entry.getTimeLocal();
            }
        }
    }

    private void link(Pattern untouched) {
        ClassLinker linker = new ClassLinker();
        replace(untouched, linker::link);
        replace(untouched, linker::host);
        linker.made().forEach((name, file) -> files.put(name + CLASS, file));
    }

    private void replace(Pattern untouched, UnaryOperator<byte[]> change) {
        files.replaceAll(
                (name, file) -> name.endsWith(CLASS) && !untouched.matcher(name).matches() ? change.apply(file) : file);
    }

    private void write(Path jar) throws IOException {
        Path whole = jar.resolveSibling(jar.getFileName() + ".linked");
        try (ZipOutputStream out = new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(whole)))) {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                ZipEntry entry = new ZipEntry(file.getKey());
                entry.setTimeLocal(time);
                out.putNextEntry(entry);
                out.write(file.getValue());
            }
        }
        Files.move(whole, jar, StandardCopyOption.REPLACE_EXISTING);
    }
}
