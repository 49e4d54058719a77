/** Look-up of services, and the match of file formats with file names. */
@NullMarked
package io.stepprofiler.services;

import org.jspecify.annotations.NullMarked;
