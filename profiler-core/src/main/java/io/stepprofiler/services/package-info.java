/** Services: the first usable one, and those of file formats. */
@NullMarked
package io.stepprofiler.services;

import org.jspecify.annotations.NullMarked;
