package io.stepprofiler.jvm;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.SpanReport;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Recording of one window by the flight recorder, in one part, or in several if they are requested while the window is
 * open.
 *
 * <p>Each part is a separate recording: the recorder writes its memory to a file of our choice only when its last
 * recording ends; otherwise it uses its repository, which takes disk space that is not reserved. So nothing is recorded
 * between two parts for some milliseconds, which a span shows.
 */
final class FlightWindow implements ActivityRecording {
    private static final Duration MIN_PIECE = Duration.ofSeconds(1);

    /** Share of the recorder's memory that the next part may fill, estimated from the last part's rate of bytes. */
    private static final double FULL = 0.25;

    /** Name of the span between two parts. */
    static final String PAUSE = "Events not recorded";

    /** Prefix of the name of the span of a lost part. */
    static final String LOST = "Events lost";

    /** Numbers of windows; distinct across class loaders, whose events may be in the same file. */
    private static final AtomicLong WINDOWS = new AtomicLong(System.nanoTime());

    private final Supplier<EventSelection> selections;
    private final FlightCalls calls;
    private final WindowSoFar soFar = WindowSoFar.of(WINDOWS.incrementAndGet(), true);
    private final long beganNanos;
    private volatile CompletableFuture<?> ending = CompletableFuture.completedFuture(true);

    // Guarded by this object's monitor, which is held while one part follows another, and while the last ends.
    private @Nullable FlightPiece open;
    private final Deque<FlightPiece> ended = new ArrayDeque<>();
    private int readings;
    private boolean stopped;
    private long endedNanos;

    // Accessed by the thread that requests parts.
    private long lastCutNanos;

    // Accessed by the threads that deliver parts, one at a time.
    private long pieceNanos;
    private @Nullable FlightPiece last;
    private int pieces;
    private long pausedNanos;

    private FlightWindow(Supplier<EventSelection> selections, FlightCalls calls) throws IOException {
        this.selections = selections;
        this.calls = calls;
        EventSelection selection = selections.get();
        synchronized (OtherRecordings.LOCK) {
            FlightPiece first = FlightPiece.of(selection);
            begin(first);
            beganNanos = first.beganNanos();
        }
        lastCutNanos = beganNanos;
        pieceNanos = selection.options().flushInterval().toNanos();
        endedNanos = beganNanos;
    }

    /** Begins to record. */
    static FlightWindow start(Supplier<EventSelection> selections, FlightCalls calls) throws IOException {
        return new FlightWindow(selections, calls);
    }

    @Override
    public void stop() {
        long now = System.nanoTime();
        ending = calls.end(() -> end(now));
    }

    /** Ends the last part; events that end after the window are left out. */
    synchronized void end(long nanos) {
        stopped = true;
        FlightPiece piece = open;
        open = null;
        endedNanos = nanos;
        if (piece == null) {
            return;
        }
        synchronized (OtherRecordings.LOCK) {
            piece.end(soFar.number(), readings++);
        }
        ended.add(piece);
        piece.save();
    }

    @Override
    public boolean isPieceDue() {
        // At once if a library was loaded that signals of samples may break.
        EventSelection selection = selections.get();
        return isOutdated(selection) || System.nanoTime() - lastCutNanos >= pieceNanos;
    }

    /** Takes a reading of the clock, and returns whether the open part records other events than it should. */
    private synchronized boolean isOutdated(EventSelection selection) {
        FlightPiece piece = open;
        if (piece == null) {
            return false;
        }
        ClockSync.take(soFar.number(), readings++);
        return !piece.selection().refused().equals(selection.refused());
    }

    /** Estimated by time: the recorder does not report how full its memory is. */
    @Override
    public boolean isFillingUp() {
        return System.nanoTime() - lastCutNanos >= pieceNanos;
    }

    @Override
    public void collectSoFar(ActivitySink sink) {
        try {
            cut(selections.get());
        } catch (IOException | IllegalStateException | LinkageError e) {
            // Recording continues in memory, or begins again when possible; losses are reported at the end.
        }
        lastCutNanos = System.nanoTime();
        report(sink);
        note(sink);
    }

    // V6: one recording ends and another begins, so deliveries are rare.
    /** Begins the next part, after the open one or after one that could not begin. */
    private synchronized void cut(EventSelection selection) throws IOException {
        synchronized (OtherRecordings.LOCK) {
            FlightPiece piece = open;
            if (stopped) {
                return;
            }
            if (piece == null) {
                begin(FlightPiece.of(selection));
                return;
            }
            FlightPiece next = piece.followedBy(selection);
            piece.end(soFar.number(), readings++);
            open = null;
            ended.add(piece);
            try {
                begin(next);
            } finally {
                piece.save();
            }
            next.reserve();
        }
    }

    private void begin(FlightPiece piece) {
        piece.start(soFar.number(), readings++);
        open = piece;
    }

    @Override
    public void collect(ActivitySink sink) {
        ending.join();
        report(sink);
        FlightPiece lastTold = last;
        if (lastTold != null) {
            pause(sink, lastTold.endedNanos(), endedNanos);
        }
        note(sink);
        soFar.losses().reason().ifPresent(reason -> {
            throw new IllegalStateException(soFar.losses().text(), reason);
        });
    }

    /** Notes the recorded events and the losses so far. */
    private void note(ActivitySink sink) {
        FlightPiece lastTold = last;
        if (lastTold != null) {
            soFar.clock().errorNanos().ifPresent(error -> FlightNotes.recorded(sink, lastTold.selection(), error));
        }
        if (pieces > 1) {
            FlightNotes.pieces(sink, pieces, pausedNanos);
        }
        String lost = soFar.losses().text();
        if (!lost.isEmpty()) {
            FlightNotes.lost(sink, lost);
        }
    }

    /** Delivers the ended parts. */
    private void report(ActivitySink sink) {
        for (FlightPiece piece = nextEnded(); piece != null; piece = nextEnded()) {
            if (last != null) {
                pause(sink, last.endedNanos(), piece.beganNanos());
            }
            last = piece;
            pieces++;
            report(piece, sink);
        }
    }

    private synchronized @Nullable FlightPiece nextEnded() {
        return ended.poll();
    }

    private void report(FlightPiece piece, ActivitySink sink) {
        try {
            EventLog log = piece.read();
            log.report(soFar, new WindowEnds(beganNanos, endNanos()), sink);
            if (log.lacksBeginning(soFar.number(), piece.firstReading())) {
                soFar.losses().takenByAnother(sink);
            }
            pieceNanos = Math.min(
                    nanosUntilDue(piece.endedNanos() - piece.beganNanos(), log.bytes()),
                    piece.selection().options().flushInterval().toNanos());
        } catch (IOException | IllegalStateException e) {
            soFar.losses().piece(sink, 1, e);
            span(sink, LOST + " (" + e.getMessage() + ")", piece.beganNanos(), piece.endedNanos());
        } finally {
            piece.delete();
        }
    }

    /** End of the window; {@link Long#MAX_VALUE} while it is open. */
    private synchronized long endNanos() {
        return stopped ? endedNanos : Long.MAX_VALUE;
    }

    /** Longest duration of the next part, after a part of this duration and size. */
    static long nanosUntilDue(long nanos, long bytes) {
        return Math.max((long) (nanos * (FULL * EventLog.RECORDERS_MEMORY / bytes)), MIN_PIECE.toNanos());
    }

    private void pause(ActivitySink sink, long fromNanos, long toNanos) {
        if (toNanos > fromNanos) {
            pausedNanos += toNanos - fromNanos;
            span(sink, PAUSE, fromNanos, toNanos);
        }
    }

    private static void span(ActivitySink sink, String name, long fromNanos, long toNanos) {
        sink.span(new SpanReport()
                .onLane(Lane.RECORDER.title(0))
                .named(name, fromNanos, toNanos - fromNanos)
                .kind(EventKind.VIRTUAL_MACHINE));
    }

    /** Discards the recorded parts. */
    void discard() {
        for (FlightPiece piece = nextEnded(); piece != null; piece = nextEnded()) {
            piece.delete();
        }
    }
}
