/**
 * Columns of primitives that traces and segments are made of: events, their arguments, memory events, and the tables
 * that the columns refer to by number. Not exported: users and journals use the classes that read and fill them.
 */
@NullMarked
package io.stepprofiler.columns;

import org.jspecify.annotations.NullMarked;
