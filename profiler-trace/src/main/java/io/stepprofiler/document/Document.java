package io.stepprofiler.document;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A document of headings, paragraphs, notes, lists and tables, as text or as Markdown. Its texts may come from traces:
 * both forms show each on one line, without control characters, and the Markdown shows no text as markup. Empty texts
 * and tables without rows are left out. Not safe for concurrent use.
 */
public final class Document {
    private static final int WIDTH = 120;

    private final List<Consumer<Renderer>> blocks = new ArrayList<>();

    /**
     * {@return this document, with a heading}
     *
     * @param level 2 or 3
     * @param text its text
     */
    public Document heading(int level, String text) {
        return add(text, to -> to.heading(level, text));
    }

    /**
     * {@return this document, with a paragraph}
     *
     * @param text its text
     */
    public Document paragraph(String text) {
        return add(text, to -> to.paragraph(text));
    }

    /**
     * {@return this document, with a remark that makes other figures doubtful}
     *
     * @param text its text
     */
    public Document note(String text) {
        return add(text, to -> to.note(text));
    }

    /**
     * {@return this document, with an entry of a list}
     *
     * @param lead what it is about, emphasized; empty if there is nothing to emphasize
     * @param text its text
     * @param details a list below it
     */
    public Document item(String lead, String text, List<String> details) {
        return add(text, to -> to.item(lead, text, details));
    }

    /**
     * {@return this document, with a list}
     *
     * @param texts its entries
     */
    public Document items(List<String> texts) {
        texts.forEach(text -> item("", text, List.of()));
        return this;
    }

    /**
     * {@return this document, with a table}
     *
     * @param table the table
     */
    public Document table(Table<?> table) {
        if (!table.isEmpty()) {
            blocks.add(to -> to.table(table));
        }
        return this;
    }

    /**
     * {@return this document, with a table below its heading; without both if the table has no rows}
     *
     * @param heading the heading, of level 3
     * @param table the table
     */
    public Document table(String heading, Table<?> table) {
        return table.isEmpty() ? this : heading(3, heading).table(table);
    }

    /** {@return the document as text: sentences in lines of at most 100 columns, tables of at most 120} */
    public String text() {
        return text(WIDTH);
    }

    /**
     * {@return the document as text} A line is wider than requested only if a word of a sentence is, or if the numbers
     * of a table alone are.
     *
     * @param width most columns of a line
     */
    public String text(int width) {
        TextRenderer text = new TextRenderer(width);
        blocks.forEach(block -> block.accept(text));
        return text.toString();
    }

    /** {@return the document in GitHub's Markdown} */
    public String markdown() {
        MarkdownRenderer markdown = new MarkdownRenderer();
        blocks.forEach(block -> block.accept(markdown));
        return markdown.toString();
    }

    private Document add(String text, Consumer<Renderer> block) {
        if (!text.isEmpty()) {
            blocks.add(block);
        }
        return this;
    }
}
