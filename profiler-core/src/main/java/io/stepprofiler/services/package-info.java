/** Which of several services is used. */
@NullMarked
package io.stepprofiler.services;

import org.jspecify.annotations.NullMarked;
