package io.stepprofiler.document;

import java.util.ArrayList;
import java.util.List;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TableRow;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.BlockQuote;
import org.commonmark.node.BulletList;
import org.commonmark.node.Heading;
import org.commonmark.node.ListItem;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.node.StrongEmphasis;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;

/** A document in Markdown as another parser reads it: lines with the kind of a block, then its text or cells. */
final class ReadMarkdown {
    private static final Parser PARSER =
            Parser.builder().extensions(List.of(TablesExtension.create())).build();

    private final List<List<String>> blocks = new ArrayList<>();

    private ReadMarkdown() {}

    static List<List<String>> of(String markdown) {
        ReadMarkdown read = new ReadMarkdown();
        children(PARSER.parse(markdown)).forEach(read::block);
        return read.blocks;
    }

    private void block(Node node) {
        if (node instanceof Heading heading) {
            blocks.add(List.of("heading " + heading.getLevel(), text(heading)));
        } else if (node instanceof Paragraph) {
            blocks.add(List.of("paragraph", text(node)));
        } else if (node instanceof BlockQuote || node instanceof BulletList) {
            children(node).forEach(this::block);
        } else if (node instanceof ListItem) {
            children(node).forEach(this::block);
        } else if (node instanceof TableBlock) {
            children(node).forEach(part -> children(part).forEach(this::row));
        } else {
            throw new AssertionError("no such block was written: " + node);
        }
    }

    private void row(Node row) {
        if (!(row instanceof TableRow)) {
            throw new AssertionError("no row was written: " + row);
        }
        List<String> cells = new ArrayList<>(List.of("row"));
        children(row).forEach(cell -> cells.add(text(cell)));
        blocks.add(cells);
    }

    /** The text of inline nodes; nothing but emphasis of leads and rows is markup. */
    private static String text(Node node) {
        StringBuilder text = new StringBuilder();
        for (Node each : children(node)) {
            if (each instanceof Text part) {
                text.append(part.getLiteral());
            } else if (each instanceof StrongEmphasis) {
                text.append(text(each));
            } else {
                throw new AssertionError("no such markup was written: " + each);
            }
        }
        return text.toString().strip();
    }

    private static List<Node> children(Node node) {
        List<Node> children = new ArrayList<>();
        for (Node child = node.getFirstChild(); child != null; child = child.getNext()) {
            children.add(child);
        }
        return children;
    }
}
