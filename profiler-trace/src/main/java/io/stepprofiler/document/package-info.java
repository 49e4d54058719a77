/** Documents of headings, paragraphs, notes, lists and tables, as text and as Markdown. */
@NullMarked
package io.stepprofiler.document;

import org.jspecify.annotations.NullMarked;
