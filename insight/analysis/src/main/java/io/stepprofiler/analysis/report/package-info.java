/** Report of steps as pure data: the content of all report formats and of the summary file. */
@NullMarked
package io.stepprofiler.analysis.report;

import org.jspecify.annotations.NullMarked;
