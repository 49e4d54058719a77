/**
 * Profiles of functions: how often each was called, which operations its calls were made of, and the time between them.
 *
 * <p>The rules, which all figures follow:
 *
 * <ul>
 *   <li><b>Function.</b> Events of some name or kind, or the steps, as a {@link
 *       io.stepprofiler.analysis.functions.FunctionSelector} selects them.
 *   <li><b>Call.</b> A finished event of a function, on its thread. One that begins while another call of the same
 *       function is open on its thread is part of that one, so that recursion counts once.
 *   <li><b>Operation.</b> An event that a framework reported with a signature or under a name such as {@code aten::mm}.
 *       Inside a call, operations count that no other operation contains. A function of the autograd engine counts if
 *       no operation is inside it. A scope or module counts if no scope, module or operation is inside it, otherwise it
 *       is part of their path. Waits, the virtual machine and the profiler itself are no operations. Neither are the
 *       frames and modules that torch records of Python: a profile has the same operations with call stacks as without.
 *   <li><b>Time.</b> Only operations on the thread of the call count, up to its end; if two overlap without nesting,
 *       their common time belongs to the later one. So the times of operations never add up to more than the call.
 *   <li><b>Apply.</b> One node of a function: the n-th operation of one signature in one place of a call. The n-th one
 *       in the next call is the same node; nodes are numbered in the order of their first execution.
 *   <li><b>Sum.</b> A call inside a call of another function is in the profile of its own function, and not in the sum
 *       of all.
 * </ul>
 *
 * <p>{@link io.stepprofiler.analysis.functions.CompileTimes} has the times that code needs until it runs: classes,
 * libraries, graphs and compilations.
 *
 * <p>Experimental: may change in any release.
 */
@NullMarked
package io.stepprofiler.analysis.functions;

import org.jspecify.annotations.NullMarked;
