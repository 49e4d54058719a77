package io.stepprofiler.recording;

import io.stepprofiler.services.FirstUsable;
import io.stepprofiler.source.BacktraceSource;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Whether and how the stacks that the virtual machine notes in throwables can be read: by the first usable
 * {@link BacktraceSource}, if what it reads of a known stack is what the elements of that stack say.
 *
 * <p>Chosen once and kept in a constant.
 *
 * @param source what reads them; null if nothing can
 * @param next where in a chunk the next one is
 * @param reason why nothing can; empty if something can
 */
public record Backtraces(@Nullable BacktraceSource source, int next, String reason) {
    public static final Backtraces HERE = choose(Backtraces.class.getClassLoader());

    /** So deep that chunks follow each other, and that all frames that are kept are there if these are. */
    private static final int KNOWN_DEPTH = 4 * Limits.MAX_STACK_DEPTH;

    /** Throwable in which the virtual machine notes a stack; never thrown. */
    private static final class Noted extends Throwable {
        private static final long serialVersionUID = 1;

        Noted() {
            super(null, null, false, true);
        }
    }

    /** A frame as it is noted. Compared in plain code: to link what a record has takes ten milliseconds of the start. */
    private record Frame(Object type, short method, int place) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Frame frame && type == frame.type && method == frame.method && place == frame.place;
        }

        @Override
        public int hashCode() {
            return 31 * (31 * System.identityHashCode(type) + method) + place;
        }
    }

    /** What traces say of how call stacks were taken. */
    public String describe() {
        return source == null ? "walked in Java, " + reason : "backtraces of the virtual machine";
    }

    /** The stack that the calling thread is in, taken in the cheapest way that works here. */
    public static TakenStack taken() {
        TakenStack noted = HERE.take();
        return noted == null ? new WalkedStack() : noted;
    }

    /** The stack that the calling thread is in; null if it cannot be read. */
    @Nullable
    public Backtrace take() {
        BacktraceSource reader = source;
        if (reader == null) {
            return null;
        }
        Throwable filled = new Noted();
        return reader.backtrace(filled) instanceof Object[] first ? new Backtrace(filled, first, next) : null;
    }

    /** Never throws: a source that fails is not usable. */
    public static Backtraces choose(ClassLoader loader) {
        return FirstUsable.of(
                BacktraceSource.class, loader, Backtraces::use, reason -> new Backtraces(null, 0, reason));
    }

    private static @Nullable Backtraces use(BacktraceSource source, Consumer<String> against) {
        String unusable = source.unusable();
        int next = unusable.isEmpty() ? understand(source) : 0;
        if (next > 0) {
            return new Backtraces(source, next, "");
        }
        against.accept(unusable.isEmpty() ? "what this virtual machine notes is not understood" : unusable);
        return null;
    }

    /** Where in a chunk the next one is; 0 if what is noted of a known stack is not what its elements are. */
    private static int understand(BacktraceSource source) {
        Throwable known = odd(KNOWN_DEPTH);
        if (!(source.backtrace(known) instanceof Object[] first)) {
            return 0;
        }
        int next = first.length - 1;
        while (next > Backtrace.CLASSES && !isChunkLike(first[next], first.length)) {
            next--;
        }
        return next > Backtrace.CLASSES && isSame(first, next, known.getStackTrace()) ? next : 0;
    }

    private static boolean isChunkLike(@Nullable Object candidate, int length) {
        return candidate instanceof Object[] chunk
                && chunk.length == length
                && chunk[Backtrace.METHODS] instanceof short[]
                && chunk[Backtrace.PLACES] instanceof int[]
                && chunk[Backtrace.CLASSES] instanceof Object[];
    }

    /** Whether frames are noted one by one, in the classes that the elements say, and alike where the elements are. */
    private static boolean isSame(Object[] first, int next, StackTraceElement[] elements) {
        Map<Frame, StackTraceElement> byFrame = new HashMap<>();
        Map<StackTraceElement, Frame> byElement = new HashMap<>();
        int at = 0;
        for (Object[] chunk = first; chunk != null; chunk = (Object[]) chunk[next]) {
            int size = isChunkLike(chunk, first.length) ? Backtrace.sizeOf(chunk) : 0;
            if (size == 0 || at + size > elements.length) {
                return false;
            }
            for (int i = 0; i < size; i++) {
                Frame frame = new Frame(
                        ((Object[]) chunk[Backtrace.CLASSES])[i],
                        ((short[]) chunk[Backtrace.METHODS])[i],
                        ((int[]) chunk[Backtrace.PLACES])[i]);
                StackTraceElement element = elements[at++];
                StackTraceElement before = byFrame.put(frame, element);
                if (!(frame.type instanceof Class<?> type)
                        || !type.getName().equals(element.getClassName())
                        || (before != null && !before.equals(element))) {
                    return false;
                }
                if (type == Backtraces.class) {
                    byElement.put(element, frame);
                }
            }
        }
        // Of this class each line has one call at most, so that what differs must have been noted so.
        return at == elements.length
                && at > KNOWN_DEPTH
                && byElement.size() == byElement.values().stream().distinct().count();
    }

    private static Throwable odd(int levels) {
        return levels == 0 ? new Noted() : even(levels - 1);
    }

    private static Throwable even(int levels) {
        if (levels % 3 == 0) {
            return odd(levels - 1);
        }
        return odd(levels - 1);
    }
}
