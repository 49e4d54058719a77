/** Which processes of this machine have a server: what each leaves for those who look for it. */
@NullMarked
package io.stepprofiler.capture.announced;

import org.jspecify.annotations.NullMarked;
