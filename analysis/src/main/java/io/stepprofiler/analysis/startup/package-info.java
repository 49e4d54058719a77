/** Why the first step takes long to come: the phases from the beginning of a process to its first steps. */
@NullMarked
package io.stepprofiler.analysis.startup;

import org.jspecify.annotations.NullMarked;
