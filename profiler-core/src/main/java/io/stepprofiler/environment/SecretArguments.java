package io.stepprofiler.environment;

import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The arguments of a command that may be secrets: by their names, such as {@code --password}, or by their look. Masks
 * rather too much: arguments with spaces arrive as several words.
 */
final class SecretArguments {
    private static final String MASK = "***";

    /** Tokenizers and numbers of tokens are no secrets. */
    private static final Pattern NAME = Pattern.compile(
            "([^=]*(?:passw|passphrase|secret|token(?!iz|s)|credential|auth(?!or)|(?:api|access|private)[-_.]?key)[^=]*"
                    + "|-*(?:[^=]*[-_.])?(?:pwd?|pass))(=.*)?",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern VALUE = Pattern.compile("(?:ghp|gho|ghs|github_pat|glpat|hf|sk|xox[a-z])[-_][\\w-]{9,}"
            + "|AKIA\\w{12,}|eyJ[\\w-]{8,}\\.\\S+|\\p{XDigit}{32,}"
            + "|(?=\\S*\\d)(?=\\S*\\p{Lower})(?=\\S*\\p{Upper})[\\w+=-]{24,}");

    private static final Pattern USER = Pattern.compile("://[^/@\\s]+@");

    private SecretArguments() {}

    /** A command whose first word is the main class or jar, with a mask in place of each value that may be a secret. */
    static String masked(String command) {
        String[] words = command.split("\\s+", -1);
        StringJoiner shown = new StringJoiner(" ");
        shown.add(words[0]);
        boolean isSecret = false;
        for (int i = 1; i < words.length; i++) {
            Matcher named = NAME.matcher(words[i]);
            boolean isName = named.matches();
            if (isSecret && !words[i].startsWith("-")) {
                continue;
            }
            isSecret = isName;
            if (isName) {
                shown.add(named.group(1) + (named.group(2) == null ? "" : "=" + MASK));
                if (named.group(2) == null && i + 1 < words.length && !words[i + 1].startsWith("-")) {
                    shown.add(MASK);
                }
            } else {
                shown.add(maskedValue(words[i]));
            }
        }
        return shown.toString();
    }

    private static String maskedValue(String word) {
        int value = word.indexOf('=') + 1;
        return VALUE.matcher(word.substring(value)).matches()
                ? word.substring(0, value) + MASK
                : USER.matcher(word).replaceAll("://" + MASK + "@");
    }
}
