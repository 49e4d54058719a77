package io.stepprofiler.text;

/** Parts of names of files that are safe on every system and cannot lead out of a directory. */
public final class SafeName {
    private SafeName() {}

    /**
     * {@return the text with {@code _} for every character but {@code A-Z a-z 0-9 . _ -}, and for dots if there is
     * nothing else}
     *
     * @param text any text
     */
    public static String of(String text) {
        String safe = text.replaceAll("[^A-Za-z0-9._-]", "_");
        return safe.matches("\\.+") ? safe.replace('.', '_') : safe;
    }

    /**
     * {@return the text, or its first characters}
     *
     * @param text any text
     * @param length how many characters there may be
     */
    public static String cut(String text, int length) {
        return text.length() <= length ? text : text.substring(0, length);
    }
}
