package io.stepprofiler.recording;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.source.ActivityType;
import io.stepprofiler.source.AnnotationMirror;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Mirror of a profile, which receives its scopes, tasks and steps from start to stop.
 *
 * <p>Never throws: the first failure of the program's mirror is logged, and it is not called any more, since at best
 * half of its ranges would be missing.
 */
public final class Mirror {
    private static final System.Logger LOG = System.getLogger("io.stepprofiler.Profile");
    private static final Object NOTHING = new Object();
    private static final Set<ActivityType> MIRRORED =
            EnumSet.of(ActivityType.SCOPE, ActivityType.MODULE, ActivityType.COMMUNICATION, ActivityType.DATA_LOADER);

    /** Bounds the memory of tasks and frames that are never ended. */
    private static final int MOST_TASKS = 65_536;

    private final AnnotationMirror told;
    private final String name;
    private final FailureLog failures;
    private final Map<Long, Object> tasks = new ConcurrentHashMap<>();
    private final Capture mirrored;

    /** Not volatile: other threads may call the mirror a few more times. */
    private boolean failed;

    private Mirror(AnnotationMirror told, Capture capture, FailureLog failures) {
        this.told = told;
        this.failures = failures;
        name = textOf(told::name, told.getClass().getName());
        Set<ActivityType> types = EnumSet.noneOf(ActivityType.class);
        types.addAll(capture.types());
        types.retainAll(MIRRORED);
        mirrored = capture.with(types);
    }

    /** Returns the mirror of a profile; null if the program's mirror is not usable, which is logged. */
    public static @Nullable Mirror of(AnnotationMirror told, Capture capture, FailureLog failures) {
        String reason = textOf(told::unusable, "no reason is given");
        Mirror mirror = new Mirror(told, capture, failures);
        if (reason.isEmpty()) {
            return mirror;
        }
        LOG.log(System.Logger.Level.INFO, "No annotations for {0}: {1}", mirror.name, reason);
        return null;
    }

    private static String textOf(Supplier<@Nullable String> text, String otherwise) {
        try {
            String answer = text.get();
            return answer == null ? otherwise : answer;
        } catch (RuntimeException | LinkageError e) {
            return e.toString();
        }
    }

    /** Returns what threads pass to the mirror between windows. */
    Capture mirrored() {
        return mirrored;
    }

    /** Begins a range: a free one, or one inside the open ranges of the calling thread. */
    Object begin(boolean isFree, String range, EventKind kind) {
        try {
            return failed ? NOTHING : known(isFree ? told.start(range, kind) : told.push(range, kind));
        } catch (Throwable e) {
            return fail(e);
        }
    }

    /** Ends a range. */
    void end(boolean isFree, Object range) {
        try {
            if (failed) {
                return;
            }
            if (isFree) {
                told.end(range);
            } else {
                told.pop(range);
            }
        } catch (Throwable e) {
            fail(e);
        }
    }

    /** Marks an instant. */
    void mark(String marker) {
        try {
            if (!failed) {
                told.mark(marker);
            }
        } catch (Throwable e) {
            fail(e);
        }
    }

    /** Begins a task or a frame, which its token ends. */
    void startTask(long token, String task, EventKind kind) {
        try {
            if (tasks.size() < MOST_TASKS) {
                tasks.put(token, begin(true, task, kind));
            }
        } catch (Throwable e) {
            fail(e);
        }
    }

    /** Ends the task or frame of a token, on any thread. */
    void endTask(long token) {
        try {
            Object range = tasks.remove(token);
            if (range != null && !failed) {
                told.end(range);
            }
        } catch (Throwable e) {
            fail(e);
        }
    }

    /** Begins a step; returns its end, to be run once; null if the mirror has failed. */
    public @Nullable Runnable beginStep(long number) {
        try {
            if (!failed) {
                Object range = known(told.startStep(number));
                return () -> end(true, range);
            }
        } catch (Throwable e) {
            fail(e);
        }
        return null;
    }

    private static Object known(@Nullable Object range) {
        return range == null ? NOTHING : range;
    }

    private Object fail(Throwable thrown) {
        failed = true;
        try {
            failures.add(
                    FailureLog.Part.ANNOTATIONS, "Annotations for " + name + " failed and are switched off", thrown);
        } catch (Throwable e) {
            // No memory for the message.
        }
        return NOTHING;
    }
}
