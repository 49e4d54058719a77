/** The account of the time that ranks wait for the slowest one. Internal: may change in any release. */
@NullMarked
package io.stepprofiler.fleet.account;

import org.jspecify.annotations.NullMarked;
