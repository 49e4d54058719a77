/** How files are written: whole or not at all, in how many parts, and who is told how far they are. */
@NullMarked
package io.stepprofiler.export;

import org.jspecify.annotations.NullMarked;
