package io.stepprofiler.cli.command;

import java.util.ArrayList;
import java.util.List;

/**
 * Splits a command given as one text into words at white space, unless single or double quotes or a backslash keep them
 * together. Nothing else is special: there are no variables, no patterns and no command separators.
 */
final class CommandWords {
    private CommandWords() {}

    /**
     * {@return the words}
     *
     * @throws IllegalArgumentException if a quote is not closed, or the last character is a backslash
     */
    static List<String> of(String text) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean inWord = false;
        char quote = 0;
        for (int i = 0; i < text.length(); i++) {
            char sign = text.charAt(i);
            if (sign == '\\' && quote != '\'') {
                if (++i == text.length()) {
                    throw new IllegalArgumentException("nothing follows its last backslash");
                }
                word.append(text.charAt(i));
                inWord = true;
            } else if (quote != 0) {
                if (sign == quote) {
                    quote = 0;
                } else {
                    word.append(sign);
                }
            } else if (sign == '\'' || sign == '"') {
                quote = sign;
                inWord = true;
            } else if (!Character.isWhitespace(sign)) {
                word.append(sign);
                inWord = true;
            } else if (inWord) {
                words.add(word.toString());
                word.setLength(0);
                inWord = false;
            }
        }
        if (quote != 0) {
            throw new IllegalArgumentException("a quote " + quote + " is not closed");
        }
        if (inWord) {
            words.add(word.toString());
        }
        return words;
    }
}
