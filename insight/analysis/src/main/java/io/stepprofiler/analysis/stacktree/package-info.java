/** Trees of stacks, and the places of a trace's events and moments in them, shared by all stack formats. */
@NullMarked
package io.stepprofiler.analysis.stacktree;

import org.jspecify.annotations.NullMarked;
