package io.stepprofiler.recording;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.source.AnnotationMirror;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Mirror that never throws: its first failure is logged, and it is not called any more, since at best half of its
 * ranges would be missing.
 */
public final class GuardedMirror implements AnnotationMirror {
    private static final Object NOTHING = new Object();

    private final AnnotationMirror mirror;
    private final FailureLog failures;
    private final String name;

    /** Not volatile: other threads may call the mirror a few more times. */
    private boolean failed;

    public GuardedMirror(AnnotationMirror mirror, FailureLog failures) {
        this.mirror = mirror;
        this.failures = failures;
        name = textOf(mirror::name, mirror.getClass().getName());
    }

    private static String textOf(Supplier<@Nullable String> text, String otherwise) {
        try {
            String answer = text.get();
            return answer == null ? otherwise : answer;
        } catch (RuntimeException | LinkageError e) {
            return e.toString();
        }
    }

    private static Object known(@Nullable Object range) {
        return range == null ? NOTHING : range;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String unusable() {
        return textOf(mirror::unusable, "no reason is given");
    }

    @Override
    public Object push(String range, EventKind kind) {
        try {
            return failed ? NOTHING : known(mirror.push(range, kind));
        } catch (Throwable e) {
            return fail(e);
        }
    }

    @Override
    public void pop(Object range) {
        try {
            if (!failed) {
                mirror.pop(range);
            }
        } catch (Throwable e) {
            fail(e);
        }
    }

    @Override
    public Object start(String range, EventKind kind) {
        try {
            return failed ? NOTHING : known(mirror.start(range, kind));
        } catch (Throwable e) {
            return fail(e);
        }
    }

    @Override
    public Object startStep(long number) {
        try {
            return failed ? NOTHING : known(mirror.startStep(number));
        } catch (Throwable e) {
            return fail(e);
        }
    }

    @Override
    public void end(Object range) {
        try {
            if (!failed) {
                mirror.end(range);
            }
        } catch (Throwable e) {
            fail(e);
        }
    }

    @Override
    public void mark(String marker) {
        try {
            if (!failed) {
                mirror.mark(marker);
            }
        } catch (Throwable e) {
            fail(e);
        }
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
