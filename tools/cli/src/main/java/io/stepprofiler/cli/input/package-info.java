/** Input of commands: the files that they read, options that several have, messages and exit codes. */
@NullMarked
package io.stepprofiler.cli.input;

import org.jspecify.annotations.NullMarked;
