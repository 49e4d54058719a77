package io.stepprofiler.api;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.objectweb.asm.ClassReader;

/**
 * The part of a module that others compile against: the class files of its exported packages, public and protected
 * members, no code.
 *
 * <p>The same classes give the same bytes. Nothing is compressed, so that Git finds what two versions have in common.
 */
final class Signatures {
    private static final LocalDateTime NO_TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

    private Signatures() {}

    /** A jar of the signatures of compiled classes. */
    static byte[] jarOf(Path classes) throws IOException {
        Map<String, ClassReader> exported = new TreeMap<>();
        for (String packageName : exportedPackages(classes)) {
            try (Stream<Path> files = Files.list(classes.resolve(packageName.replace('.', '/')))) {
                for (Path file : files.filter(Signatures::isType).toList()) {
                    ClassReader reader = new ClassReader(Files.readAllBytes(file));
                    exported.put(reader.getClassName(), reader);
                }
            }
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream jar = new ZipOutputStream(bytes)) {
            jar.setMethod(ZipOutputStream.STORED);
            for (String name : visible(exported)) {
                put(jar, name + ".class", SignatureVisitor.signatureOf(exported.get(name)));
            }
        }
        return bytes.toByteArray();
    }

    /** Packages that a module exports to all; where there is no module, those right below ours. */
    private static Set<String> exportedPackages(Path classes) throws IOException {
        Path module = classes.resolve("module-info.class");
        if (Files.exists(module)) {
            return ModuleDescriptor.read(Files.newInputStream(module)).exports().stream()
                    .filter(export -> !export.isQualified())
                    .map(ModuleDescriptor.Exports::source)
                    .collect(Collectors.toCollection(TreeSet::new));
        }
        Path root = classes.resolve("io/stepprofiler");
        try (Stream<Path> packages = Files.list(root)) {
            return packages.map(folder -> "io.stepprofiler." + folder.getFileName())
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private static boolean isType(Path file) {
        String name = file.getFileName().toString();
        return name.endsWith(".class") && !name.equals("package-info.class");
    }

    /** Public and protected types, and what they inherit from. */
    private static Set<String> visible(Map<String, ClassReader> exported) {
        Set<String> visible = new TreeSet<>();
        exported.forEach((name, reader) -> {
            if (SignatureVisitor.isVisible(reader)) {
                addWithSupertypes(name, exported, visible);
            }
        });
        return visible;
    }

    private static void addWithSupertypes(String name, Map<String, ClassReader> exported, Set<String> visible) {
        ClassReader reader = exported.get(name);
        if (reader != null && visible.add(name)) {
            addWithSupertypes(reader.getSuperName(), exported, visible);
            List.of(reader.getInterfaces()).forEach(type -> addWithSupertypes(type, exported, visible));
        }
    }

    private static void put(ZipOutputStream jar, String name, byte[] content) throws IOException {
        CRC32 sum = new CRC32();
        sum.update(content);
        ZipEntry entry = new ZipEntry(name);
        entry.setTimeLocal(NO_TIME);
        entry.setSize(content.length);
        entry.setCrc(sum.getValue());
        jar.putNextEntry(entry);
        jar.write(content);
        jar.closeEntry();
    }
}
