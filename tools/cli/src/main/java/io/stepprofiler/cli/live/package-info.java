/** Commands for running programs. */
@NullMarked
package io.stepprofiler.cli.live;

import org.jspecify.annotations.NullMarked;
