package io.stepprofiler.jvm;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
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
    private final boolean areHere;

    /** Creates a search; in vain for a program that is not here: other classes may have the same names. */
    SourceFiles(boolean areHere) {
        this.areHere = areHere;
    }

    /** Returns the source file of a class; null if its class file is not found, or does not name one. */
    @Nullable
    String of(String type) {
        return areHere ? known.computeIfAbsent(type, SourceFiles::find).orElse(null) : null;
    }

    private static Optional<String> find(String type) {
        String file = type.replace('.', '/') + ".class";
        // Delivering threads inherit the loader of the thread that starts the profile.
        ClassLoader program = Thread.currentThread().getContextClassLoader();
        try (InputStream system = ClassLoader.getSystemResourceAsStream(file);
                InputStream found = system != null || program == null ? system : program.getResourceAsStream(file)) {
            return found == null ? Optional.empty() : Optional.ofNullable(read(ByteBuffer.wrap(found.readAllBytes())));
        } catch (IOException | RuntimeException | LinkageError e) {
            // A frame without a file is no failure of the window; loaders are of the program, and may do anything.
            return Optional.empty();
        }
    }

    /** Reads a class file up to the attributes of the class; of its texts only the needed ones are made. */
    private static @Nullable String read(ByteBuffer in) {
        in.position(8);
        int[] places = new int[in.getChar()];
        for (int i = 1; i < places.length; i++) {
            int tag = in.get();
            places[i] = in.position();
            skip(
                    in,
                    switch (tag) {
                        case 1 -> 2 + in.getChar(places[i]);
                        case 5, 6 -> 8;
                        case 15 -> 3;
                        case 7, 8, 16, 19, 20 -> 2;
                        default -> 4;
                    });
            i += tag == 5 || tag == 6 ? 1 : 0; // These take two numbers.
        }
        skip(in, 6);
        skip(in, 2 * in.getChar());
        for (int members = 0; members < 2; members++) {
            for (int member = in.getChar(); member > 0; member--) {
                skip(in, 6);
                attribute(in, places, "");
            }
        }
        return attribute(in, places, ATTRIBUTE);
    }

    /** Reads attributes up to the one with a name, empty for none; returns the text that it refers to. */
    private static @Nullable String attribute(ByteBuffer in, int[] places, String wanted) {
        for (int attribute = in.getChar(); attribute > 0; attribute--) {
            int name = places[in.getChar()];
            int length = in.getInt();
            if (!wanted.isEmpty() && wanted.equals(text(in, name))) {
                return text(in, places[in.getChar()]);
            }
            skip(in, length);
        }
        return null;
    }

    private static String text(ByteBuffer in, int place) {
        byte[] text = new byte[in.getChar(place)];
        in.get(place + 2, text);
        return new String(text, StandardCharsets.UTF_8);
    }

    private static void skip(ByteBuffer in, int bytes) {
        in.position(in.position() + bytes);
    }
}
