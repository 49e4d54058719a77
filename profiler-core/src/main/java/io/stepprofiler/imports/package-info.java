/**
 * Traces read from files of any origin: the interface of readers, their limits and errors, and what chooses
 * one.
 */
@NullMarked
package io.stepprofiler.imports;

import org.jspecify.annotations.NullMarked;
