/** Steps of many ranks. Internal: may change in any release. */
@NullMarked
package io.stepprofiler.fleet;

import org.jspecify.annotations.NullMarked;
