package io.stepprofiler;

import io.stepprofiler.columns.NameNumbers;
import io.stepprofiler.columns.Place;
import io.stepprofiler.delivery.BackgroundDelivery;
import io.stepprofiler.delivery.SynchronousDelivery;
import io.stepprofiler.delivery.Waiting;
import io.stepprofiler.delivery.WorkLog;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.journal.JournalEnd;
import io.stepprofiler.journal.JournalHead;
import io.stepprofiler.journal.JournalOptions;
import io.stepprofiler.machine.Surroundings;
import io.stepprofiler.nesting.Nesting;
import io.stepprofiler.nesting.OpenEvents;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.schedule.StepStateMachine;
import io.stepprofiler.segment.JoinedSegments;
import io.stepprofiler.segment.Segment;
import io.stepprofiler.segment.SegmentBuilder;
import io.stepprofiler.segment.SourceTrack;
import io.stepprofiler.segment.ThreadSegment;
import io.stepprofiler.segment.ThreadSegmentBuilder;
import io.stepprofiler.segment.ThreadSegmentHeader;
import io.stepprofiler.source.Attributes;
import io.stepprofiler.source.OperationReport;
import io.stepprofiler.trace.Environment;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.OneLine;
import io.stepprofiler.trace.Remarks;

/**
 * The classes that a call from a training loop may be the first to use, and which no {@link LoopRehearsal} gets to.
 *
 * <p>A class whose initialization fails, because the stack is exhausted or the thread is stopped, can never be used
 * again.
 */
final class LoopClasses {
    private static final Class<?>[] CLASSES = {
        Alarms.class,
        AttributeWriter.class,
        Attributes.class,
        AwaitedSnapshots.class,
        BackgroundDelivery.class,
        Backtrace.class,
        Backtraces.class,
        CaptureBusyException.class,
        CaptureCompanion.class,
        CaptureException.class,
        CapturePlan.class,
        CaptureProgress.class,
        CaptureRequest.class,
        Captures.class,
        ComingTrace.class,
        Drainer.class,
        EndedWindow.class,
        Environment.class,
        ExitHook.class,
        FinishedWindows.class,
        Gap.class,
        GuestRecording.class,
        History.class,
        JoinedSegments.class,
        JournalEnd.class,
        JournalHead.class,
        JournalOptions.class,
        KeptSteps.class,
        LastSteps.class,
        LiveMemory.class,
        LiveMemory.Address.class,
        LiveMemory.Piece.class,
        LiveTrace.class,
        LostWindows.class,
        MetadataValue.class,
        NameNumbers.class,
        Nesting.class,
        OneLine.class,
        OpenEvents.class,
        OperationReport.class,
        OwnWork.class,
        PieceTaker.class,
        Place.class,
        ProcessSteps.class,
        ProfileFailure.class,
        Recording.class,
        Rehearsal.class,
        Remarks.class,
        Schedule.always().getClass(),
        Schedule.never().getClass(),
        Segment.class,
        SegmentBuilder.class,
        SegmentLimits.class,
        SegmentsInJournal.class,
        SegmentsGivenAway.class,
        SegmentsInMemory.class,
        SlowSteps.class,
        SnapshotRequest.class,
        SnapshotRequest.End.class,
        SnapshotRequests.class,
        SnapshotSubmission.class,
        SourceRecording.class,
        SourceTrack.class,
        Sources.class,
        StackSample.class,
        StepCapture.class,
        StepPace.class,
        StepStateMachine.class,
        Surroundings.class,
        ThreadSegment.class,
        ThreadSegmentBuilder.class,
        ThreadSegmentHeader.class,
        SynchronousDelivery.class,
        TakenSegments.class,
        TraceSink.class,
        UncaughtHandler.class,
        Waiting.class,
        WalkedStack.class,
        Window.class,
        WindowSubmission.class,
        WindowTraces.class,
        WorkLog.class
    };

    private LoopClasses() {}

    /** Initializes them, the classes that are declared in them, and their anonymous ones. */
    static void initialize() {
        initialize(CLASSES);
    }

    /** The same with others, which only some profiles need. */
    static void initialize(Class<?>... classes) {
        for (Class<?> outer : classes) {
            initialize(outer, outer.getName());
            for (Class<?> inner : outer.getDeclaredClasses()) {
                initialize(outer, inner.getName());
            }
            for (int i = 1; initialize(outer, outer.getName() + "$" + i); i++) {}
        }
    }

    private static boolean initialize(Class<?> outer, String name) {
        try {
            Class.forName(name, true, outer.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false; // One after the last.
        }
    }
}
