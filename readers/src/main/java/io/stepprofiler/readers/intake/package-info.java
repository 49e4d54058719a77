/** What readers of several formats share: what is charged, counted and told, and texts that our own files have. */
@NullMarked
package io.stepprofiler.readers.intake;

import org.jspecify.annotations.NullMarked;
