package io.stepprofiler.agent.weaving;

/**
 * Pattern for methods: one part for the class and one for the method, such as {@code com.acme.*.forward*}, where
 * {@code *} stands for any characters, dots too. Nested classes are found as {@code Outer$Inner} and as {@code
 * Outer.Inner}; constructors are called {@code <init>} and found by that name only.
 *
 * @param type pattern for the name of the class
 * @param method pattern for the name of the method
 */
public record MethodPattern(String type, String method) {
    /** Name of constructors. */
    public static final String CONSTRUCTOR = "<init>";

    /** Allowed form, for messages. */
    public static final String FORM = "class.method, where * stands for any characters";

    /**
     * {@return the pattern written in a text}
     *
     * @param text pattern of the class, a dot, pattern of the method
     * @throws IllegalArgumentException if it is not of that form
     */
    public static MethodPattern of(String text) {
        int dot = text.lastIndexOf('.');
        String type = text.substring(0, Math.max(dot, 0));
        String method = text.substring(dot + 1);
        if (!isName(type, ".") || !(method.equals(CONSTRUCTOR) || isName(method, ""))) {
            throw new IllegalArgumentException("'" + text + "' is not allowed: must be " + FORM);
        }
        return new MethodPattern(type, method);
    }

    private static boolean isName(String text, String alsoAllowed) {
        return !text.isEmpty()
                && !text.startsWith(".")
                && !text.endsWith(".")
                && !text.contains("..")
                && text.chars()
                        .allMatch(c -> Character.isJavaIdentifierPart(c) || c == '*' || alsoAllowed.indexOf(c) >= 0);
    }

    /**
     * {@return whether a class matches}
     *
     * @param name its binary name
     */
    public boolean matchesType(String name) {
        return matches(type, name) || (name.indexOf('$') >= 0 && matches(type, name.replace('$', '.')));
    }

    /**
     * {@return whether a method of a matching class matches}
     *
     * @param name its name, {@value #CONSTRUCTOR} for a constructor
     */
    public boolean matchesMethod(String name) {
        if (name.equals(CONSTRUCTOR) || method.equals(CONSTRUCTOR)) {
            return name.equals(method);
        }
        return matches(method, name);
    }

    /** Returns whether a text matches a pattern; goes back to the last star only, which avoids exponential time. */
    static boolean matches(String pattern, String text) {
        int p = 0;
        int star = -1;
        int starAt = 0;
        for (int t = 0; t < text.length(); ) {
            if (p < pattern.length() && pattern.charAt(p) == '*') {
                star = p++;
                starAt = t;
            } else if (p < pattern.length() && pattern.charAt(p) == text.charAt(t)) {
                p++;
                t++;
            } else if (star >= 0) {
                p = star + 1;
                t = ++starAt;
            } else {
                return false;
            }
        }
        while (p < pattern.length() && pattern.charAt(p) == '*') {
            p++;
        }
        return p == pattern.length();
    }

    /** {@return the pattern as it is written} */
    @Override
    public String toString() {
        return type + "." + method;
    }
}
