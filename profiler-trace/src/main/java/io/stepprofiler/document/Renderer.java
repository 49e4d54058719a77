package io.stepprofiler.document;

import java.util.List;

/** A form of a document, which gets its blocks in their order. Their texts are plain: nothing in them is escaped. */
interface Renderer {
    void heading(int level, String text);

    void paragraph(String text);

    void note(String text);

    void item(String lead, String text, List<String> details);

    void table(Table<?> table);
}
