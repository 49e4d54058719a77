package io.stepprofiler;

import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.source.Activity;
import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.ActivitySource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** An activity source that notes what is asked of it and does what it is given. */
final class ScriptedSource implements ActivitySource {
    final List<String> calls = new CopyOnWriteArrayList<>();
    private final Activity activity;
    private final Consumer<ActivitySink> collecting;
    private final Consumer<ActivitySink> piece;
    private final boolean hasPieces;
    private final BooleanSupplier stopped;
    private BooleanSupplier due = () -> true;

    private ScriptedSource(
            Activity activity,
            Consumer<ActivitySink> collecting,
            BooleanSupplier stopped,
            boolean hasPieces,
            Consumer<ActivitySink> piece) {
        this.activity = activity;
        this.collecting = collecting;
        this.hasPieces = hasPieces;
        this.piece = piece;
        this.stopped = stopped;
    }

    static ScriptedSource collecting(Consumer<ActivitySink> collecting) {
        return new ScriptedSource(Activity.JVM, collecting, () -> false, false, sink -> {});
    }

    /** One that delivers pieces while the window is open, and the rest at the end. */
    static ScriptedSource delivering(Consumer<ActivitySink> piece, Consumer<ActivitySink> rest) {
        return new ScriptedSource(Activity.JVM, rest, () -> false, true, piece);
    }

    static ScriptedSource of(Activity activity) {
        return new ScriptedSource(activity, sink -> {}, () -> false, false, sink -> {});
    }

    static ScriptedSource stoppingWhen(BooleanSupplier stopped) {
        return new ScriptedSource(Activity.JVM, sink -> {}, stopped, false, sink -> {});
    }

    /** The same, with another answer to whether a piece is due. */
    ScriptedSource whoseDueIs(BooleanSupplier answer) {
        due = answer;
        return this;
    }

    @Override
    public boolean collectsWhileOpen() {
        return hasPieces;
    }

    @Override
    public Activity activity() {
        return activity;
    }

    @Override
    public ActivityRecording start(RecordingOptions options) {
        calls.add("start");
        return new ActivityRecording() {
            @Override
            public void stop() {
                calls.add("stop");
            }

            @Override
            public boolean hasStopped() {
                return stopped.getAsBoolean();
            }

            @Override
            public boolean isPieceDue() {
                return due.getAsBoolean();
            }

            @Override
            public void collectSoFar(ActivitySink sink) {
                calls.add("collectSoFar");
                piece.accept(sink);
            }

            @Override
            public void collect(ActivitySink sink) {
                calls.add("collect");
                collecting.accept(sink);
            }
        };
    }
}
