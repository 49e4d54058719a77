/** Text from outside made safe for one line of a log and for the name of a file. */
@NullMarked
package io.stepprofiler.text;

import org.jspecify.annotations.NullMarked;
