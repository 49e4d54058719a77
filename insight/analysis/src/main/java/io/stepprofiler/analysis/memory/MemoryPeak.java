package io.stepprofiler.analysis.memory;

import io.stepprofiler.amount.Search;
import io.stepprofiler.analysis.memory.LeakReport.RetainedMemory;
import io.stepprofiler.event.MemoryCategory;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.nesting.Nesting;
import io.stepprofiler.nesting.OpenEvents;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** Moment when most memory was in use: the open scopes, and the largest living allocations. Immutable. */
public final class MemoryPeak {
    private static final int MAX_ALLOCATIONS = 30;
    private static final int MAX_SCOPES = 200;
    private static final byte GONE = -1;

    /**
     * A scope or step that was open at the peak.
     *
     * @param thread name of its thread
     * @param depth number of open scopes around it
     * @param name its name
     * @param startNanos when it began, in nanoseconds on the clock of the trace
     * @param bytes bytes that were allocated inside it and were alive
     * @param count number of these allocations
     */
    public record OpenScope(String thread, int depth, String name, long startNanos, long bytes, long count) {}

    /**
     * An allocation that was alive at the peak.
     *
     * @param bytes its size
     * @param category its category at the peak
     * @param isPreexisting whether it existed before the window
     * @param step number of the step in which it was allocated; -1 if in none, or not known
     * @param path names of the scopes it was allocated in, as in {@link RetainedMemory#path}
     * @param stackTop the innermost frame it was allocated from; empty if not known
     */
    public record Live(
            long bytes, MemoryCategory category, boolean isPreexisting, long step, String path, String stackTop) {}

    private final MemoryTimeline timeline;
    private final Allocations allocations;
    private final Origins origins;
    private final OrderedSteps steps;
    private final List<OpenScope> scopes = new ArrayList<>();
    private final List<Live> largest = new ArrayList<>();
    private int scopesLeftOut;

    MemoryPeak(MemoryTimeline timeline, Origins origins) {
        this.timeline = timeline;
        this.origins = origins;
        steps = new OrderedSteps(timeline.trace());
        allocations = timeline.allocations();
        byte[] present = present();
        findLargest(present);
        if (!timeline.peakMoment().isPreexisting()) {
            findScopes(present);
        }
    }

    /** {@return the bytes in each category} */
    public MemoryMoment moment() {
        return timeline.peakMoment();
    }

    /** {@return the scopes and steps that were open, thread by thread, outer ones first} */
    public List<OpenScope> scopes() {
        return Collections.unmodifiableList(scopes);
    }

    /** {@return the number of scopes that are not listed because there are too many} */
    public int scopesLeftOut() {
        return scopesLeftOut;
    }

    /** {@return the largest allocations that were alive, the largest first} */
    public List<Live> largest() {
        return Collections.unmodifiableList(largest);
    }

    /** The category of each allocation at the peak, or {@link #GONE}. */
    private byte[] present() {
        byte[] present = new byte[allocations.size()];
        Arrays.fill(present, GONE);
        TimelineRows rows = timeline.rows();
        for (int row = 0; row < rows.size() && isByPeak(row); row++) {
            present[rows.allocation(row)] = rows.gives(row) ? (byte) rows.after(row) : GONE;
        }
        return present;
    }

    private boolean isByPeak(int row) {
        MemoryMoment peak = timeline.peakMoment();
        return timeline.rows().isPreexisting(row)
                || (!peak.isPreexisting() && timeline.rows().nanos(row) <= peak.nanos());
    }

    private void findLargest(byte[] present) {
        Comparator<Integer> bySize = Comparator.comparingLong(allocations::bytes);
        PriorityQueue<Integer> kept = new PriorityQueue<>(bySize);
        for (int i = 0; i < present.length; i++) {
            if (present[i] != GONE
                    && (kept.size() < MAX_ALLOCATIONS || allocations.bytes(i) > allocations.bytes(kept.element()))) {
                kept.add(i);
                if (kept.size() > MAX_ALLOCATIONS) {
                    kept.remove();
                }
            }
        }
        kept.stream()
                .sorted(bySize.reversed().thenComparing(Comparator.naturalOrder()))
                .forEach(i -> largest.add(live(i, CategoryNumber.category(present[i]))));
    }

    private Live live(int allocation, MemoryCategory category) {
        long bytes = allocations.bytes(allocation);
        int event = allocations.allocatedBy(allocation);
        if (event == Allocations.NONE) {
            return new Live(bytes, category, true, OrderedSteps.NONE, "", "");
        }
        return new Live(
                bytes,
                category,
                false,
                steps.number(steps.indexAt(timeline.trace().memory().nanos(event))),
                origins.pathText(origins.path(event)),
                origins.stackTop(origins.stack(event)));
    }

    private void findScopes(byte[] present) {
        long peak = timeline.peakMoment().nanos();
        List<TrackTree> trees = timeline.surroundings().trees();
        List<OpenChain> chains = new ArrayList<>();
        for (TrackTree tree : trees) {
            chains.add(new OpenChain(tree.track(), peak, timeline.trace().steps()));
        }
        for (int i = 0; i < present.length; i++) {
            int event = allocations.allocatedBy(i);
            if (present[i] != GONE && event != Allocations.NONE) {
                int track = timeline.surroundings().track(event);
                if (track != MemoryEventContext.NONE) {
                    chains.get(track).add(allocations.allocatedNanos(i), allocations.bytes(i));
                }
            }
        }
        for (OpenChain chain : chains) {
            int shown = Math.min(chain.size(), MAX_SCOPES - scopes.size());
            scopes.addAll(chain.outermost(shown));
            scopesLeftOut += chain.size() - shown;
        }
    }

    private record Open(String name, long startNanos) {}

    /** The step and the scopes of one track that are open at a time, from the outermost to the innermost. */
    private static final class OpenChain {
        private final Track track;
        private final List<Open> open = new ArrayList<>();
        private final long[] starts;
        /** Bytes allocated after the start of a scope and before the start of the next one. */
        private final long[] bytes;

        private final long[] counts;

        OpenChain(Track track, long nanos, List<StepMark> steps) {
            this.track = track;
            OpenEvents events = Nesting.of(track).openAt(nanos);
            for (int place = events.size() - 1; place >= 0; place--) {
                int event = events.event(place);
                open.add(new Open(track.eventName(event), track.startNanos(event)));
            }
            for (StepMark step : steps) {
                if (step.trackId() == track.id()
                        && step.startNanos() <= nanos
                        && nanos < step.startNanos() + step.durationNanos()) {
                    open.add(new Open(step.name(), step.startNanos()));
                }
            }
            // Reversed, it has the steps first, and sorting keeps them before scopes that began with them.
            Collections.reverse(open);
            open.sort(Comparator.comparingLong(Open::startNanos));
            starts = open.stream().mapToLong(Open::startNanos).toArray();
            bytes = new long[starts.length];
            counts = new long[starts.length];
        }

        int size() {
            return starts.length;
        }

        /** Adds an allocation to the last scope that began before it: all scopes are still open, so it is inside. */
        void add(long nanos, long size) {
            int scope = Search.upTo(nanos, starts.length, starts) - 1;
            if (scope >= 0) {
                bytes[scope] += size;
                counts[scope]++;
            }
        }

        List<OpenScope> outermost(int limit) {
            OpenScope[] scopes = new OpenScope[limit];
            long size = 0;
            long count = 0;
            for (int i = starts.length - 1; i >= 0; i--) {
                size += bytes[i];
                count += counts[i];
                if (i < limit) {
                    scopes[i] = new OpenScope(track.name(), i, open.get(i).name(), starts[i], size, count);
                }
            }
            return List.of(scopes);
        }
    }
}
