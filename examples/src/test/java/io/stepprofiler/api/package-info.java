/** The gate of the API: what others compile against stays as the last release has it, or the change is listed. */
@NullMarked
package io.stepprofiler.api;

import org.jspecify.annotations.NullMarked;
