/**
 * Profiles of functions: how often each was called, which operations its calls were made of, and the time between them.
 *
 * <p>The rules, which all figures follow:
 *
 * <ul>
 *   <li><b>Function.</b> What a {@link io.stepprofiler.analysis.functions.FunctionSelector} says: events of some name
 *       or kind, or the steps.
 *   <li><b>Call.</b> A finished event of a function, on its thread. One that begins while another call of the same
 *       function is open on its thread is part of that one, so that recursion counts once.
 *   <li><b>Operation.</b> What a framework reported with a signature or under a name such as {@code aten::mm}. Inside a
 *       call those count that no other operation contains. A function of the autograd engine counts if no operation is
 *       inside it. A scope or module counts if nothing of this kind is inside it, otherwise it is part of the path to
 *       what is. Waits, the virtual machine and the profiler itself are no operations. Neither are the frames and modules
 *       that torch records of Python: a profile has the same operations with call stacks as without.
 *   <li><b>Time.</b> Operations are those of the thread of the call, cut at its end; where two overlap without nesting,
 *       the time belongs to the one that began last. So their times never add up to more than the call.
 *   <li><b>Apply.</b> One node of a function: the n-th operation of one signature in one place of a call. The same one
 *       in the next call is the same node, so that nodes have numbers in the order of their first execution.
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
