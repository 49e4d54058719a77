/** Training with frameworks that know nothing of the profiler: the code of docs/recipes.md. */
@NullMarked
package io.stepprofiler.recipes;

import org.jspecify.annotations.NullMarked;
