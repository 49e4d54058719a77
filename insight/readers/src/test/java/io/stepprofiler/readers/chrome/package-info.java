@NullMarked
package io.stepprofiler.readers.chrome;

import org.jspecify.annotations.NullMarked;
