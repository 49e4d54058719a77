@NullMarked
package io.stepprofiler.micrometer;

import org.jspecify.annotations.NullMarked;
