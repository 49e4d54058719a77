@NullMarked
package io.stepprofiler.junit;

import org.jspecify.annotations.NullMarked;
