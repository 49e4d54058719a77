/**
 * Which event is open when: nesting, the innermost event at an instant, and self time. The rules, which every table
 * and every file follows:
 *
 * <ul>
 *   <li><b>Open.</b> An event is open from its start, included, to its end, excluded. One without duration is never
 *       open.
 *   <li><b>Order.</b> Events are taken in the order of their starts; of those that start together the outer one comes
 *       first, as on a {@link io.stepprofiler.trace.Track}. What comes later began later.
 *   <li><b>Innermost.</b> Of the events that are open at an instant, the one that began last.
 *   <li><b>Self time.</b> Each instant belongs to the innermost event, so no instant is counted twice, and the self
 *       times of a track add up to the time in which anything was open, also where events overlap without nesting.
 *   <li><b>Parent.</b> The parent of an event is the one that began last among those that were open at its start and
 *       do not end before it does. Events that touch, and events that overlap without nesting, are siblings.
 *   <li><b>Outlasted.</b> An event that ends before one that began later is outlasted by it. It is still open, but is
 *       never innermost again, and contains nothing that ends after it.
 * </ul>
 *
 * <p>Asynchronous events take no part: they contain nothing, are inside nothing, and have no self time. Events whose
 * end is not known either reach as far as they are shown to ({@link io.stepprofiler.nesting.Nesting#of}), where the
 * question is what was going on, or are left out like asynchronous ones ({@link
 * io.stepprofiler.nesting.Nesting#ofFinished}), where times are added up.
 *
 * <p>{@link io.stepprofiler.nesting.OpenEvents} holds the rules; {@link io.stepprofiler.nesting.SelfTimes}, {@link
 * io.stepprofiler.nesting.Nesting} and {@link io.stepprofiler.nesting.InnermostEvents} apply them. All go through the
 * events once, in their order, read each of them once, and allocate nothing for an event.
 */
@NullMarked
package io.stepprofiler.nesting;

import org.jspecify.annotations.NullMarked;
