@NullMarked
package io.stepprofiler.pytorch;

import org.jspecify.annotations.NullMarked;
