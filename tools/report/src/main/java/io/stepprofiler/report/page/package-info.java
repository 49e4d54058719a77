/** The page: one HTML file that shows a report, made of the scripts and styles that are resources of this package. */
@NullMarked
package io.stepprofiler.report.page;

import org.jspecify.annotations.NullMarked;
