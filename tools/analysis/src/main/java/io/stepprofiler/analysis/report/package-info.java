/** The report of steps as pure data: all that its faces show, and what is written to and read from its summary. */
@NullMarked
package io.stepprofiler.analysis.report;

import org.jspecify.annotations.NullMarked;
