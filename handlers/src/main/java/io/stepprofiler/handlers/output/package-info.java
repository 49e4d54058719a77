/** Parts of several file formats: JSON that every reader accepts, compression, and the account of losses. */
@NullMarked
package io.stepprofiler.handlers.output;

import org.jspecify.annotations.NullMarked;
