@NullMarked
package io.stepprofiler.cuda;

import org.jspecify.annotations.NullMarked;
