/** What the virtual machine tells at any time of what it did since it began: for the time to the first step. */
@NullMarked
package io.stepprofiler.startup;

import org.jspecify.annotations.NullMarked;
