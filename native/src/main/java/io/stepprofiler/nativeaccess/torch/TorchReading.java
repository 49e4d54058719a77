package io.stepprofiler.nativeaccess.torch;

import io.stepprofiler.clock.TickReading;
import java.util.List;

/**
 * Reading of the records of a window up to an instant, and of both clocks at that instant. Times of records are in
 * ticks of the processor's counter, or in nanoseconds if it cannot be used.
 *
 * @param opened clocks when the window was opened
 * @param at clocks at the instant: this reading has every event that had ended by then and is in no earlier reading
 * @param lost events of threads without a log, since the window was opened
 * @param reportersLeft memory reporters that could not be removed: each stays on its thread, and excludes other
 *     reporters of memory, until a later window removes it or the thread ends
 * @param logs records, one log per thread
 */
public record TorchReading(TickReading opened, TickReading at, long lost, long reportersLeft, List<TorchLog> logs) {}
