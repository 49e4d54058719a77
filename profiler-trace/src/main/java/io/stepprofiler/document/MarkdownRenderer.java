package io.stepprofiler.document;

import io.stepprofiler.document.Table.Fit;
import io.stepprofiler.text.OneLine;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A document in GitHub's Markdown; text from traces is always text, never markup. */
final class MarkdownRenderer implements Renderer {
    private static final Pattern MARKUP = Pattern.compile("[\\\\`*_{}\\[\\]<>#|&~]");

    /** Matches what begins an entry of a list, or is a rule, at the start of a line only. */
    private static final Pattern AT_START = Pattern.compile("^(\\d*)([-+.)](?=\\s|$)|-(?=-+\\s*$))");

    private final StringBuilder text = new StringBuilder();
    private boolean isInList;

    @Override
    public void heading(int level, String heading) {
        block("#".repeat(level) + " " + escaped(heading));
    }

    @Override
    public void paragraph(String paragraph) {
        block(atStart(paragraph));
    }

    @Override
    public void note(String note) {
        block("> **Note:** " + escaped(note));
    }

    @Override
    public void item(String lead, String item, List<String> details) {
        String entry = "- " + (lead.isEmpty() ? atStart(item) : strong(lead) + ": " + escaped(item));
        if (isInList) {
            text.append(entry).append('\n');
        } else {
            block(entry);
        }
        details.forEach(detail -> text.append("  - ").append(atStart(detail)).append('\n'));
        isInList = true;
    }

    @Override
    public void table(Table<?> table) {
        List<Fit> fits = table.fits();
        List<String> rows = new ArrayList<>();
        for (Table.Line line : table.lines()) {
            rows.add(IntStream.range(0, fits.size())
                    .mapToObj(i -> cell(line.cells().get(i), fits.get(i), i == 0 && line.isStrong()))
                    .collect(Collectors.joining(" | ", "| ", " |")));
        }
        rows.add(
                1,
                fits.stream()
                        .map(fit -> fit == Fit.FIGURE ? "---:|" : "---|")
                        .collect(Collectors.joining("", "|", "")));
        block(String.join("\n", rows));
    }

    private static String cell(String content, Fit fit, boolean isStrong) {
        return fit == Fit.LINES
                ? content.lines().map(MarkdownRenderer::escaped).collect(Collectors.joining("<br>"))
                : isStrong ? strong(content) : escaped(content);
    }

    private static String strong(String content) {
        String shown = escaped(content).strip();
        return shown.isEmpty() ? "" : "**" + shown + "**";
    }

    private static String atStart(String content) {
        return AT_START.matcher(escaped(content).strip()).replaceFirst("$1\\\\$2");
    }

    private static String escaped(String content) {
        return MARKUP.matcher(OneLine.of(content)).replaceAll("\\\\$0");
    }

    private void block(String block) {
        text.append(text.isEmpty() ? "" : "\n").append(block).append('\n');
        isInList = false;
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
