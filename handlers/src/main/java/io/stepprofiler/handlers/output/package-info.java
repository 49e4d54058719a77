/** What several file formats have in common: JSON that every reader takes, compression, and the account of losses. */
@NullMarked
package io.stepprofiler.handlers.output;

import org.jspecify.annotations.NullMarked;
