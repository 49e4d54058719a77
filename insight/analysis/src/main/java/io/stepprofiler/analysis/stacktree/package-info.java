/** Trees of stacks with values, and the places of a trace's events and moments in them: the one way to add up by stack. */
@NullMarked
package io.stepprofiler.analysis.stacktree;

import org.jspecify.annotations.NullMarked;
