package io.stepprofiler.recording;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.source.ActivityType;
import io.stepprofiler.source.AnnotationMirror;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Mirroring of a profile's scopes, tasks and steps to other profilers, and the window that threads use between windows.
 *
 * <p>Not loaded unless a profile asks for a mirror. If one does, its windows refer to this object, and threads that
 * enter such a window get a {@link MirroringRecorder}; scopes need no extra check.
 */
public final class Annotations implements ThreadRecorder.Maker {
    private static final System.Logger LOG = System.getLogger("io.stepprofiler.Profile");
    private static final Set<ActivityType> MIRRORED =
            EnumSet.of(ActivityType.SCOPE, ActivityType.MODULE, ActivityType.COMMUNICATION, ActivityType.DATA_LOADER);

    /** Bounds the memory of tasks and frames that are never ended. */
    private static final int MOST_TASKS = 65_536;

    private final AnnotationMirror mirror;
    private final Map<Long, Object> tasks = new ConcurrentHashMap<>();
    private final Window rest;
    private @Nullable MirroredStep step;

    private Annotations(AnnotationMirror mirror, Capture capture) {
        this.mirror = mirror;
        Set<ActivityType> types = EnumSet.noneOf(ActivityType.class);
        types.addAll(capture.types());
        types.retainAll(MIRRORED);
        rest = Window.unrecorded(capture.with(types), this);
    }

    /** Returns the annotations for the usable mirrors; null if none is usable. */
    public static @Nullable Annotations of(List<AnnotationMirror> asked, Capture capture, FailureLog failures) {
        List<AnnotationMirror> usable = new ArrayList<>();
        for (AnnotationMirror mirror : asked) {
            GuardedMirror guarded = new GuardedMirror(mirror, failures);
            String reason = guarded.unusable();
            if (reason.isEmpty()) {
                usable.add(guarded);
            } else {
                LOG.log(System.Logger.Level.INFO, "No annotations for {0}: {1}", guarded.name(), reason);
            }
        }
        if (usable.isEmpty()) {
            return null;
        }
        return new Annotations(usable.size() == 1 ? usable.get(0) : new CompositeMirror(usable), capture);
    }

    @Override
    public AnnotationMirror mirror() {
        return mirror;
    }

    /** Returns the window that threads use while no other is open; it records nothing. */
    @Override
    public Window betweenWindows() {
        return rest;
    }

    /** Creates a recorder for the calling thread. The base class as result type causes no other class to be loaded. */
    @Override
    public ThreadRecorder newRecorder(@Nullable ThreadRecorder known, Window window, @Nullable Object[] place) {
        return new MirroringRecorder(this, known, window, place);
    }

    /** Begins a task or a frame, which its token ends. */
    void startTask(long token, String name, EventKind kind) {
        if (tasks.size() < MOST_TASKS) {
            tasks.put(token, mirror.start(name, kind));
        }
    }

    /** Ends the task or frame of a token, on any thread. */
    @Override
    public void endTask(long token) {
        Object range = tasks.remove(token);
        if (range != null) {
            mirror.end(range);
        }
    }

    /** Begins a step of the profile and ends the previous one. Called by one thread at a time. */
    public void stepBegan(long number) {
        stepEnded();
        step = MirroredStep.begin(mirror, number);
    }

    public void stepEnded() {
        MirroredStep ended = step;
        step = null;
        if (ended != null) {
            ended.end();
        }
    }
}
