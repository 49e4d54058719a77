package io.stepprofiler.nativeaccess.torch;

import io.stepprofiler.clock.TickReading;

/**
 * Facts about a window as a whole. Times of records are in ticks of the processor's counter, or in nanoseconds where
 * that does not serve; both clocks were read together when the window was opened and when it was closed.
 *
 * @param opened when it was opened
 * @param closed when it was closed
 * @param lost events of threads that could get no log
 * @param logCount number of logs, one a thread
 * @param reportersLeft memory reporters that could not be taken back: each stays on its thread, where nothing else can
 *     report memory, until a later window takes it away or the thread ends
 */
public record TorchWindowFacts(TickReading opened, TickReading closed, long lost, int logCount, long reportersLeft) {}
