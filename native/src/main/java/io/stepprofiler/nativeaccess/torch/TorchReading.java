package io.stepprofiler.nativeaccess.torch;

import io.stepprofiler.clock.TickReading;
import java.util.List;

/**
 * A reading of what a window has recorded by an instant, and of both clocks at that instant. Times of records are in
 * ticks of the processor's counter, or in nanoseconds where that does not serve.
 *
 * @param opened when the window was opened
 * @param at the instant: every event that had ended by then, and is in no earlier reading, is in this one
 * @param lost events of threads that could get no log, since the window was opened
 * @param reportersLeft memory reporters that could not be taken back: each stays on its thread, where nothing else can
 *     report memory, until a later window takes it away or the thread ends
 * @param logs the records, one log a thread
 */
public record TorchReading(TickReading opened, TickReading at, long lost, long reportersLeft, List<TorchLog> logs) {}
