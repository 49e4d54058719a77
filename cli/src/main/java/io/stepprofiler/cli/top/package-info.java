/** The command {@code top}: figures of a running job on a screen, or as plain text. */
@NullMarked
package io.stepprofiler.cli.top;

import org.jspecify.annotations.NullMarked;
