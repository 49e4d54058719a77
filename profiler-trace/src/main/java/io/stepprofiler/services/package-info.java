/** Look-up of services: the first usable one, and the services for file formats. */
@NullMarked
package io.stepprofiler.services;

import org.jspecify.annotations.NullMarked;
