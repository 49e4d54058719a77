/**
 * Targets of calls from code that is woven into DJL's classes. Public only for that reason: not an API.
 *
 * <p>It refers to classes of DJL, so the agent loads it, and the classes that it shares with the listener, again for
 * each class loader of the program that loads DJL. State of the process is in {@link io.stepprofiler.djl.recording}.
 *
 * <p>Every method first checks whether anything is recorded, which is one load, and never throws. A method that begins
 * something returns a value for the method that ends it, whatever was switched in between.
 */
@NullMarked
package io.stepprofiler.djl.woven;

import org.jspecify.annotations.NullMarked;
