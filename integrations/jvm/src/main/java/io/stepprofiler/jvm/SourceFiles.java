package io.stepprofiler.jvm;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Names of the source files of classes, as their class files have them: the recorder records none, and only Java names
 * them after the class. Used by the thread that delivers a window; no class is loaded.
 */
final class SourceFiles {
    private static final String ATTRIBUTE = "SourceFile";

    private final Map<String, Optional<String>> known = new HashMap<>();

    /** Returns the source file of a class; null if its class file is not found, or does not name one. */
    @Nullable
    String of(String type) {
        return known.computeIfAbsent(type, SourceFiles::find).orElse(null);
    }

    private static Optional<String> find(String type) {
        String file = type.replace('.', '/') + ".class";
        // Delivering threads inherit the loader of the thread that starts the profile.
        ClassLoader program = Thread.currentThread().getContextClassLoader();
        try (InputStream system = ClassLoader.getSystemResourceAsStream(file);
                InputStream found = system != null || program == null ? system : program.getResourceAsStream(file)) {
            return found == null
                    ? Optional.empty()
                    : Optional.ofNullable(read(new DataInputStream(new BufferedInputStream(found))));
        } catch (IOException | RuntimeException | LinkageError e) {
            // A frame without a file is no failure of the window; loaders are of the program, and may do anything.
            return Optional.empty();
        }
    }

    /** Reads a class file up to the attributes of the class. */
    private static @Nullable String read(DataInputStream in) throws IOException {
        in.skipNBytes(8);
        @Nullable String[] texts = new String[in.readUnsignedShort()];
        for (int i = 1; i < texts.length; i++) {
            switch (in.readUnsignedByte()) {
                case 1 -> texts[i] = in.readUTF();
                case 5, 6 -> {
                    in.skipNBytes(8);
                    i++; // Takes two numbers.
                }
                case 15 -> in.skipNBytes(3);
                case 7, 8, 16, 19, 20 -> in.skipNBytes(2);
                default -> in.skipNBytes(4);
            }
        }
        in.skipNBytes(6);
        in.skipNBytes(2L * in.readUnsignedShort());
        for (int members = 0; members < 2; members++) {
            for (int member = in.readUnsignedShort(); member > 0; member--) {
                in.skipNBytes(6);
                attribute(in, texts, "");
            }
        }
        return attribute(in, texts, ATTRIBUTE);
    }

    /** Reads attributes up to the one with a name; returns the text that it refers to. */
    private static @Nullable String attribute(DataInputStream in, @Nullable String[] texts, String wanted)
            throws IOException {
        for (int attribute = in.readUnsignedShort(); attribute > 0; attribute--) {
            String name = texts[in.readUnsignedShort()];
            long length = in.readInt();
            if (wanted.equals(name)) {
                return texts[in.readUnsignedShort()];
            }
            in.skipNBytes(length);
        }
        return null;
    }
}
