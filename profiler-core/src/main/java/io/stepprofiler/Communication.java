package io.stepprofiler;

import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.Collective;
import io.stepprofiler.event.Dims;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.ledger.KnownGroups;
import io.stepprofiler.recording.MemoryBoundary;
import io.stepprofiler.recording.Recorder;
import io.stepprofiler.recording.Window;
import io.stepprofiler.source.ActivityType;
import io.stepprofiler.trace.ProcessGroup;
import java.util.List;
import java.util.Objects;

/**
 * Collective operation of a distributed run, created once and recorded each time it runs.
 *
 * <pre>{@code
 * private static final Communication ALL_REDUCE = Communication.of("gloo", Collective.ALL_REDUCE);
 * }</pre>
 *
 * <p>and, in each step,
 *
 * <pre>{@code
 * try (Scope ignored = ALL_REDUCE.open(gradients.length, ElementType.FLOAT)) {
 *     allReduce(gradients);
 * }
 * }</pre>
 *
 * <p>Scopes are named {@code nccl:all_reduce} or {@code gloo:all_reduce}, because TensorBoard's plugin recognizes these
 * names as communication, for {@link Collective#BROADCAST}, {@code REDUCE}, {@code ALL_REDUCE}, {@code ALL_GATHER} and
 * {@code REDUCE_SCATTER}. A backend other than {@code nccl} is therefore written as {@code gloo}, and by its own name
 * in the argument {@code Backend}. Immutable, for any thread.
 *
 * <p>The {@linkplain io.stepprofiler.ledger.StepLedger step ledger} has the collectives of the thread that ends the
 * steps, outside of windows, too: two readings of the clock for each. Collectives of other threads are in windows only.
 */
public final class Communication {
    private static final String NCCL = "nccl";
    private static final int NO_RANK = -1;
    private static final int ROOM = 8;

    /** Stands for the collective of a step that no window records; the thread of the steps is in one at a time. */
    private static final Scope UNRECORDED = Scope.unrecorded();

    private static final MemoryBoundary.Work<Communication, Scope, ElementType, Scope> DESCRIBE =
            (communication, scope, type, in, out) -> communication.describe(scope, in, out, type);

    /** R7: the scope is kept, without details. */
    private static final MemoryBoundary.Loss<Object> DETAILS_CUT = (communication, lack) -> {
        Window window = Recorder.open();
        if (window != null) {
            window.anomalies.count(Anomaly.DETAILS_CUT);
        }
    };

    private final String backend;
    private final Collective collective;
    private final ProcessGroup group;
    private final int sourceRank;
    private final int destinationRank;
    private final Label label;
    private final int series;

    private Communication(
            String backend, Collective collective, ProcessGroup group, int sourceRank, int destinationRank) {
        this.backend = backend;
        this.collective = collective;
        this.group = group;
        this.sourceRank = sourceRank;
        this.destinationRank = destinationRank;
        String shown = backend.equals(NCCL) ? NCCL : "gloo";
        label = Label.of(shown + ":" + collective.label(), EventKind.COMMUNICATION, "");
        series = StepCollectives.series(KnownGroups.numberOf(group), collective);
    }

    /**
     * {@return a collective operation among all workers}
     *
     * @param backend communication library of the workers, such as {@code gloo}, {@code nccl} or {@code mpi}
     * @param collective kind of the operation
     */
    public static Communication of(String backend, Collective collective) {
        return new Communication(
                Objects.requireNonNull(backend, "backend"),
                Objects.requireNonNull(collective, "collective"),
                new ProcessGroup("", "", "", List.of()),
                NO_RANK,
                NO_RANK);
    }

    /**
     * {@return this operation among the workers of a group}
     *
     * @param workers the group
     */
    public Communication in(ProcessGroup workers) {
        return new Communication(
                backend, collective, Objects.requireNonNull(workers, "workers"), sourceRank, destinationRank);
    }

    /**
     * {@return this operation from one worker, or to one}
     *
     * @param source the rank that the data comes from; -1 for all
     * @param destination the rank that the data goes to; -1 for all
     */
    public Communication between(int source, int destination) {
        return new Communication(backend, collective, group, source, destination);
    }

    /**
     * Opens a scope for one run of the operation.
     *
     * @param elements number of elements that this worker puts in
     * @param type type of the elements
     * @return the scope to close, never null
     */
    public Scope open(long elements, ElementType type) {
        return open(elements, elements, type);
    }

    /**
     * Opens a scope for one run of the operation.
     *
     * @param in number of elements that this worker puts in
     * @param out number of elements that it gets
     * @param type type of the elements
     * @return the scope to close, never null
     */
    public Scope open(long in, long out, ElementType type) {
        ElementType known = type == null ? ElementType.UNKNOWN : type;
        Scope scope = recorded(in, out, known);
        StepCollectives step = ProcessSteps.collectivesHere();
        if (step == null) {
            return scope;
        }
        Scope counted = scope == Scope.NONE ? UNRECORDED : scope;
        return step.began(counted, series, bytes(in, out, known), System.nanoTime()) ? counted.atClose(step) : scope;
    }

    private static long bytes(long in, long out, ElementType type) {
        long elements = Math.max(0, Math.max(in, out));
        return elements > Long.MAX_VALUE / Math.max(1, type.bytes()) ? Long.MAX_VALUE : elements * type.bytes();
    }

    private Scope recorded(long in, long out, ElementType type) {
        Scope scope = Scope.open(label, ActivityType.COMMUNICATION);
        if (scope != Scope.NONE) {
            MemoryBoundary.within(DESCRIBE, DETAILS_CUT, this, scope, type, in, out);
        }
        return scope;
    }

    private Scope describe(Scope scope, long in, long out, ElementType type) {
        scope.alwaysDetails(new OpDetails(ROOM).tensor(type, in).outputs().tensor(type, out));
        scope.arg("Collective name", collective.label())
                .arg("dtype", type.torchName())
                .arg("In msg nelems", in)
                .arg("Out msg nelems", out)
                .arg("bytes", Dims.of(Math.max(in, out), type.bytes()).count());
        if (!backend.equals(NCCL) && !backend.equals("gloo")) {
            scope.arg("Backend", backend);
        }
        if (!group.ranks().isEmpty()) {
            scope.arg("Group size", group.ranks().size())
                    .arg("Process Group Name", group.name())
                    .arg("Process Group Description", group.description())
                    .arg("Process Group Ranks", group.ranks().toString());
        }
        if (sourceRank != NO_RANK) {
            scope.arg("Src Rank", sourceRank);
        }
        if (destinationRank != NO_RANK) {
            scope.arg("Dst Rank", destinationRank);
        }
        return scope;
    }
}
