/**
 * Changes of figures over the runs of a job: divisive search by the energy distance (Matteson and James, "A
 * Nonparametric Approach for Multiple Change Point Analysis of Multivariate Data", JASA 109, 2014), significance by
 * resampling. Internal: may change in any release.
 */
@NullMarked
package io.stepprofiler.fleet.change;

import org.jspecify.annotations.NullMarked;
