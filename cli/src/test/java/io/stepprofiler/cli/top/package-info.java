@NullMarked
package io.stepprofiler.cli.top;

import org.jspecify.annotations.NullMarked;
