/** Runs of a fleet command by Spark. */
@NullMarked
package io.stepprofiler.cli.spark;

import org.jspecify.annotations.NullMarked;
