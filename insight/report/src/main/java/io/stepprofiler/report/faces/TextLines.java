package io.stepprofiler.report.faces;

import io.stepprofiler.text.OneLine;

/** Lines for a terminal; text from traces can neither break a line nor control the terminal. */
final class TextLines {
    private static final int WIDTH = 100;
    private static final int WIDE = 120;

    private final StringBuilder text = new StringBuilder();

    boolean isEmpty() {
        return text.length() == 0;
    }

    void line(String line) {
        text.append(OneLine.of(line).stripTrailing()).append('\n');
    }

    /** Adds a line cut at a larger width than sentences have, because the end of a call stack matters. */
    void cut(String content) {
        String shown = OneLine.of(content).stripTrailing();
        line(shown.length() <= WIDE ? shown : shown.substring(0, WIDE - 1) + "…");
    }

    /** Adds text broken at spaces; a word that is longer than a line stays whole. */
    void wrapped(String first, String next, String content) {
        StringBuilder line = new StringBuilder(first);
        boolean isEmpty = true;
        for (String word : OneLine.of(content).split(" ", -1)) {
            if (!isEmpty && line.length() + 1 + word.length() > WIDTH) {
                line(line.toString());
                line = new StringBuilder(next);
                isEmpty = true;
            }
            line.append(isEmpty ? "" : " ").append(word);
            isEmpty = false;
        }
        line(line.toString());
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
