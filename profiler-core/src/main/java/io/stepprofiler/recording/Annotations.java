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
 * What the mirrors of a profile are told, and the window in which threads are between windows.
 *
 * <p>Nothing of this is loaded while no profile asks for a mirror. Where one does, its windows know it, and threads that
 * come to such a window get a {@link MirroringRecorder}. So scopes have nothing to look at that they would not without.
 */
public final class Annotations implements ThreadRecorder.Maker {
    private static final System.Logger LOG = System.getLogger("io.stepprofiler.Profile");
    private static final Set<ActivityType> MIRRORED =
            EnumSet.of(ActivityType.SCOPE, ActivityType.MODULE, ActivityType.COMMUNICATION, ActivityType.DATA_LOADER);

    /** Tasks and frames that nobody ever ends must not fill the memory. */
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

    /** Those that somebody listens to; null if nobody does. */
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
        return new Annotations(usable.size() == 1 ? usable.get(0) : new SeveralMirrors(usable), capture);
    }

    @Override
    public AnnotationMirror mirror() {
        return mirror;
    }

    /** The window that threads are in while none is open: nothing is recorded in it. */
    @Override
    public Window betweenWindows() {
        return rest;
    }

    /** A recorder for the calling thread. Declared as what every thread has, so that no other class is loaded for it. */
    @Override
    public ThreadRecorder newRecorder(@Nullable ThreadRecorder known, Window window, @Nullable Object[] place) {
        return new MirroringRecorder(this, known, window, place);
    }

    /** Begins a task or a frame under the token that it is ended by. */
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

    /** Begins a step of the profile, and ends the one before. By one thread at a time. */
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
