/** How steps are broken down: stretches of time, what events mean for a step, and what devices did in it. */
@NullMarked
package io.stepprofiler.analysis.steps;

import org.jspecify.annotations.NullMarked;
