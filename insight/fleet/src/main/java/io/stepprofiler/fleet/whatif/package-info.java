/** Steps if some ranks were as fast as the others, or stages took another time. Internal: may change in any release. */
@NullMarked
package io.stepprofiler.fleet.whatif;

import org.jspecify.annotations.NullMarked;
