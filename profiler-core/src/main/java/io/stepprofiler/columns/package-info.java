/**
 * The columns of primitives that traces and segments are made of: events, their arguments, memory events, and the
 * tables of what the columns hold by number. Not exported: users and journals meet the classes that read and fill them.
 */
@NullMarked
package io.stepprofiler.columns;

import org.jspecify.annotations.NullMarked;
