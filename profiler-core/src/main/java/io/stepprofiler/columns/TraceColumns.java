package io.stepprofiler.columns;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.StepMark;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The contents of a trace or of a segment while they are collected. */
public final class TraceColumns {
    /** What the columns hold by number. */
    public final NameTables names = new NameTables();

    /** The memory events. */
    public final MemoryColumns memory = new MemoryColumns();

    /** The counters by their names, in the order in which they were first seen. */
    public final Map<String, CounterColumns> counters = new LinkedHashMap<>();

    /** The step marks, in the order of the steps. */
    public final List<StepMark> steps = new ArrayList<>();

    /** The threads by their ids, in the order in which they were first seen. */
    public final Map<Long, TrackColumns> threads = new LinkedHashMap<>();

    /** Threads whose events are read when they are asked for: they come before the others. */
    public final Deque<PiecedTrack> pieced = new ArrayDeque<>();

    /** Where the window begins. */
    public ClockAnchor start = new ClockAnchor(0, 0);

    /** Where the window ends; null if that is not known, and its last event is taken for it. */
    public @Nullable ClockAnchor end;

    /** Nothing yet. */
    public TraceColumns() {}
}
