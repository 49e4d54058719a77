/** Trees of stacks, and where events and moments of a trace stand in them: what all formats of stacks share. */
@NullMarked
package io.stepprofiler.analysis.stacktree;

import org.jspecify.annotations.NullMarked;
