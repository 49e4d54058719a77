/** Trainings with frameworks that have no integration of the profiler: the code of docs/recipes.md. */
@NullMarked
package io.stepprofiler.recipes;

import org.jspecify.annotations.NullMarked;
