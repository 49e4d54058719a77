/** Times that code needs until it runs: classes, libraries, graphs and compilations, by step and function. */
@NullMarked
package io.stepprofiler.analysis.compile;

import org.jspecify.annotations.NullMarked;
