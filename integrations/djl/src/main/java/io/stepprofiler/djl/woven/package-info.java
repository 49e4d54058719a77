/**
 * Targets of calls from code that is woven into DJL's classes. Public for that reason alone: it is no API.
 *
 * <p>It names classes of DJL, so the agent loads it, and what it shares with the listener, once more for each class
 * loader of the program's own that loads DJL. What there has to be one of is in {@link io.stepprofiler.djl.recording}.
 *
 * <p>All of it asks first whether anything is recorded, which is one load, and never throws. What begins answers
 * something that its end is to be given, whatever has been switched in between.
 */
@NullMarked
package io.stepprofiler.djl.woven;

import org.jspecify.annotations.NullMarked;
