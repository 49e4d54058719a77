/** The page: one HTML file that shows a report, assembled from the scripts and styles in this package's resources. */
@NullMarked
package io.stepprofiler.report.page;

import org.jspecify.annotations.NullMarked;
