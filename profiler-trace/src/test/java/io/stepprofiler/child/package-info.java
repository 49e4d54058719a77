/** Programs of the tests in virtual machines of their own, for the tests of all modules. */
@NullMarked
package io.stepprofiler.child;

import org.jspecify.annotations.NullMarked;
