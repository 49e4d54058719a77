package io.stepprofiler.jvm;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySink;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Recording of one window by the flight recorder: one piece, or several where they are wanted while the window is open.
 *
 * <p>A piece is a recording of its own: what the recorder has in memory it writes to a place of our choice only when
 * its last recording ends. Any other way goes through its repository, which takes disk space that is not reserved. So
 * nothing is recorded between two pieces, for some milliseconds, which a span says.
 */
final class FlightWindow implements ActivityRecording {
    private static final Duration MIN_PIECE = Duration.ofSeconds(1);

    /** The next piece ends when the recorder's memory would be full to this part if events came as in the last. */
    private static final double FULL = 0.25;

    /** The name of the time between two pieces. */
    static final String PAUSE = "Events not recorded";

    /** The beginning of the name of the time of a piece that was lost. */
    static final String LOST = "Events lost";

    /** Numbers of windows, apart from those of other class loaders, whose events may be in the same file. */
    private static final AtomicLong WINDOWS = new AtomicLong(System.nanoTime());

    private final Supplier<EventSelection> selections;
    private final FlightCalls calls;
    private final WindowSoFar soFar = WindowSoFar.of(WINDOWS.incrementAndGet());
    private final long beganNanos;
    private volatile CompletableFuture<?> ending = CompletableFuture.completedFuture(true);

    // The lock is that of this object: it is held while one piece takes the place of another, and while the last ends.
    private @Nullable FlightPiece open;
    private final Deque<FlightPiece> ended = new ArrayDeque<>();
    private int readings;
    private boolean stopped;
    private long endedNanos;

    // Of the thread that asks for pieces.
    private long lastCutNanos;

    // Of the threads that tell, one at a time.
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
        pieceNanos = selection.options().pieceInterval().toNanos();
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

    /** Ends the last piece; events that end after the window are left out. */
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
        // At once if a library has been loaded since that the signals of samples may break.
        EventSelection selection = selections.get();
        return isOutdated(selection) || System.nanoTime() - lastCutNanos >= pieceNanos;
    }

    /** Whether the open piece records other events than it should; takes a reading of the clock in it. */
    private synchronized boolean isOutdated(EventSelection selection) {
        FlightPiece piece = open;
        if (piece == null) {
            return false;
        }
        ClockSync.take(soFar.number(), readings++);
        return !piece.selection().refused().equals(selection.refused());
    }

    /** The recorder's memory may be full to any degree, which it does not say: after so long it is time to look. */
    @Override
    public boolean isFillingUp() {
        return System.nanoTime() - lastCutNanos >= pieceNanos;
    }

    @Override
    public void collectSoFar(ActivitySink sink) {
        try {
            cut(selections.get());
        } catch (IOException | IllegalStateException | LinkageError e) {
            // It goes on in memory, or begins again when it can; what is missing in the end is told then.
        }
        lastCutNanos = System.nanoTime();
        tell(sink);
        note(sink);
    }

    /** Lets another piece take the place of the one that is open, or of one that could not be begun. */
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
        tell(sink);
        FlightPiece lastTold = last;
        if (lastTold != null) {
            pause(sink, lastTold.endedNanos(), endedNanos);
        }
        note(sink);
        soFar.losses().reason().ifPresent(reason -> {
            throw new IllegalStateException(soFar.losses().text(), reason);
        });
    }

    /** Notes what was recorded so far, and what was lost. */
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

    /** Tells the pieces that have ended. */
    private void tell(ActivitySink sink) {
        for (FlightPiece piece = nextEnded(); piece != null; piece = nextEnded()) {
            if (last != null) {
                pause(sink, last.endedNanos(), piece.beganNanos());
            }
            last = piece;
            pieces++;
            tell(piece, sink);
        }
    }

    private synchronized @Nullable FlightPiece nextEnded() {
        return ended.poll();
    }

    private void tell(FlightPiece piece, ActivitySink sink) {
        try {
            EventLog log = piece.read();
            log.tell(soFar, new WindowEnds(beganNanos, endNanos()), sink);
            if (log.lacksBeginning(soFar.number(), piece.firstReading())) {
                soFar.losses().takenByAnother(sink);
            }
            pieceNanos = Math.min(
                    nanosUntilDue(piece.endedNanos() - piece.beganNanos(), log.bytes()),
                    piece.selection().options().pieceInterval().toNanos());
        } catch (IOException | IllegalStateException e) {
            soFar.losses().piece(sink, 1, e);
            span(sink, LOST + " (" + e.getMessage() + ")", piece.beganNanos(), piece.endedNanos());
        } finally {
            piece.delete();
        }
    }

    /** When the window ended; never if it has not. */
    private synchronized long endNanos() {
        return stopped ? endedNanos : Long.MAX_VALUE;
    }

    /** How long the next piece may take at most, after one of this length and size. */
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
        sink.span(Lane.RECORDER.title(0), EventKind.VIRTUAL_MACHINE, name, fromNanos, toNanos - fromNanos);
    }

    /** Throws away what was recorded. */
    void discard() {
        for (FlightPiece piece = nextEnded(); piece != null; piece = nextEnded()) {
            piece.delete();
        }
    }
}
