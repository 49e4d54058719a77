/**
 * Nesting of events, the innermost event at an instant, and self time, by rules that every table and every file
 * follows:
 *
 * <ul>
 *   <li><b>Open.</b> An event is open from its start, included, to its end, excluded. One without duration is never
 *       open.
 *   <li><b>Order.</b> Events are taken in the order of their starts; if events start together, the outer one comes
 *       first, as on a {@link io.stepprofiler.trace.Track}. A later event counts as begun later.
 *   <li><b>Innermost.</b> The innermost event at an instant is the open event that began last.
 *   <li><b>Self time.</b> Each instant belongs to the innermost event, so no instant is counted twice, and the self
 *       times of a track add up to the time in which anything was open, even if events overlap without nesting.
 *   <li><b>Parent.</b> The parent of an event is the last begun of the events that were open at its start and do not
 *       end before it does. Events that touch, and events that overlap without nesting, are siblings.
 *   <li><b>Outlasted.</b> An event that ends before an event that began later is outlasted by it. It is still open, but
 *       is never innermost again, and contains nothing that ends after it.
 * </ul>
 *
 * <p>Asynchronous events take no part: they contain nothing, are inside nothing, and have no self time. Events whose
 * end is not known reach as far as they are shown to ({@link io.stepprofiler.nesting.Nesting#of}) if the question is
 * which events were open, or are left out like asynchronous ones ({@link io.stepprofiler.nesting.Nesting#ofFinished})
 * if times are added up.
 *
 * <p>{@link io.stepprofiler.nesting.OpenEvents} holds the rules; {@link io.stepprofiler.nesting.SelfTimes}, {@link
 * io.stepprofiler.nesting.Nesting} and {@link io.stepprofiler.nesting.InnermostEvents} apply them. All pass over the
 * events once, in their order, and allocate nothing for an event.
 */
@NullMarked
package io.stepprofiler.nesting;

import org.jspecify.annotations.NullMarked;
