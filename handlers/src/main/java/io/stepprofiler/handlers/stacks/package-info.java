/** Where the time goes by call stack: collapsed stacks for flame graphs, and files for speedscope. */
@NullMarked
package io.stepprofiler.handlers.stacks;

import org.jspecify.annotations.NullMarked;
