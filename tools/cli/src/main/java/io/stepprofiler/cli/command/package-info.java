/** Commands that read files. */
@NullMarked
package io.stepprofiler.cli.command;

import org.jspecify.annotations.NullMarked;
