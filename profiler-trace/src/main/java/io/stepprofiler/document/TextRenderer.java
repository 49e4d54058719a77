package io.stepprofiler.document;

import io.stepprofiler.document.Table.Fit;
import io.stepprofiler.text.OneLine;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** A document as lines for a terminal; text from traces can neither break a line nor control the terminal. */
final class TextRenderer implements Renderer {
    /** Longer lines of sentences are hard to read. */
    private static final int MOST_OF_SENTENCES = 100;

    /** Spaces at which a line may break: not between a figure and its unit. */
    private static final Pattern BREAK = Pattern.compile("(?<!\\d) | (?!%|(?:[nµm]?s|[KMGTPE]?i?B)\\b)");

    private static final int LEAST_OF_NAMES = 8;
    private static final String GAP = "  ";
    private static final String CUT = "…";

    private enum Last {
        PARAGRAPH,
        TABLE,
        OTHER
    }

    private final int width;
    private final StringBuilder text = new StringBuilder();
    private Last last = Last.OTHER;

    TextRenderer(int width) {
        this.width = width;
    }

    @Override
    public void heading(int level, String heading) {
        if (!text.isEmpty()) {
            line("");
        }
        wrapped("", "  ", heading);
    }

    @Override
    public void paragraph(String paragraph) {
        wrapped("", "  ", paragraph);
        last = Last.PARAGRAPH;
    }

    @Override
    public void note(String note) {
        wrapped("! ", "  ", note);
    }

    @Override
    public void item(String lead, String item, List<String> details) {
        if (!lead.isEmpty() && last == Last.PARAGRAPH) {
            line("");
        }
        wrapped("", "  ", lead.isEmpty() ? item : lead + ": " + item);
        details.forEach(detail -> wrapped("    ", "      ", detail));
    }

    @Override
    public void table(Table<?> table) {
        if (last == Last.TABLE) {
            line("");
        }
        List<Fit> fits = table.fits();
        List<Table.Line> content = table.lines();
        boolean isMarked = content.stream().anyMatch(Table.Line::isStrong);
        List<List<String>> lines =
                content.stream().map(line -> marked(isMarked, line)).toList();
        int[] widths = widths(fits, lines);
        for (List<String> cells : lines) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                String cell = cut(cells.get(i), widths[i], fits.get(i));
                String space = " ".repeat(widths[i] - cell.length());
                line.append(i == 0 ? "" : GAP).append(fits.get(i) == Fit.FIGURE ? space + cell : cell + space);
            }
            line(line.toString());
        }
        last = Last.TABLE;
    }

    /** The cells of a line; the first has a mark, or space for it, if a row of the table stands out. */
    private static List<String> marked(boolean isMarked, Table.Line line) {
        List<String> cells = new ArrayList<>(line.cells());
        cells.replaceAll(OneLine::of);
        if (isMarked) {
            cells.set(0, (line.isStrong() ? "* " : "  ") + cells.get(0));
        }
        return cells;
    }

    /** The widths of columns: the width of the longest cell, and less for the longest names if the table is too wide. */
    private int[] widths(List<Fit> fits, List<List<String>> lines) {
        int[] widths = new int[fits.size()];
        for (List<String> cells : lines) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], cells.get(i).length());
            }
        }
        int excess = IntStream.of(widths).sum() + GAP.length() * (widths.length - 1) - width;
        for (; excess > 0; excess--) {
            int longest = IntStream.range(0, widths.length)
                    .filter(i -> fits.get(i) != Fit.FIGURE && widths[i] > LEAST_OF_NAMES)
                    .reduce(-1, (a, b) -> a >= 0 && widths[a] > widths[b] ? a : b);
            if (longest < 0) {
                break;
            }
            widths[longest]--;
        }
        return widths;
    }

    private static String cut(String cell, int width, Fit fit) {
        if (cell.length() <= width) {
            return cell;
        }
        if (fit == Fit.PATH) {
            int from = cell.length() - width + 1;
            return CUT + cell.substring(Character.isLowSurrogate(cell.charAt(from)) ? from + 1 : from);
        }
        int end = width - 1;
        return cell.substring(0, Character.isHighSurrogate(cell.charAt(end - 1)) ? end - 1 : end) + CUT;
    }

    /** Adds a sentence broken at spaces; a word that is longer than a line stays whole. */
    private void wrapped(String first, String next, String sentence) {
        int most = Math.min(width, MOST_OF_SENTENCES);
        StringBuilder line = new StringBuilder(first);
        boolean isEmpty = true;
        for (String word : BREAK.split(OneLine.of(sentence), -1)) {
            if (!isEmpty && line.length() + 1 + word.length() > most) {
                line(line.toString());
                line = new StringBuilder(next);
                isEmpty = true;
            }
            line.append(isEmpty ? "" : " ").append(word);
            isEmpty = false;
        }
        line(line.toString());
    }

    private void line(String line) {
        text.append(line.stripTrailing()).append('\n');
        last = Last.OTHER;
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
