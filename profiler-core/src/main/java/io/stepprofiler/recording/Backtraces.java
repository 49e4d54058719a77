package io.stepprofiler.recording;

import io.stepprofiler.services.FoundServices;
import io.stepprofiler.source.BacktraceSource;
import java.util.HashMap;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reader of the call stacks that the virtual machine stores in throwables: the first usable {@link BacktraceSource}
 * that reads a known stack correctly, or none.
 *
 * <p>Chosen once and kept in a constant.
 *
 * @param source reads them; null if none can
 * @param next index in a chunk of the reference to the next chunk
 * @param reason why no source can read them; empty if one can
 */
public record Backtraces(@Nullable BacktraceSource source, int next, String reason) {
    public static final Backtraces HERE = choose(Backtraces.class.getClassLoader());

    /** Deep enough to fill several chunks and to include every frame that is kept of a stack. */
    private static final int KNOWN_DEPTH = 4 * Limits.MAX_STACK_DEPTH;

    /** Throwable in which the virtual machine stores a stack; never thrown. */
    private static final class Noted extends Throwable {
        private static final long serialVersionUID = 1;

        Noted() {
            super(null, null, false, true);
        }
    }

    /** Stored frame. Compared by explicit code: linking a record's methods takes ten milliseconds at startup. */
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

    /** Returns the remark in traces about how call stacks were taken. */
    public String describe() {
        return source == null ? "walked in Java, " + reason : "backtraces of the virtual machine";
    }

    /** Takes the call stack of the calling thread in the cheapest way available. */
    public static TakenStack taken() {
        TakenStack noted = HERE.take();
        return noted == null ? new WalkedStack() : noted;
    }

    /** Takes the call stack of the calling thread; null if it cannot be read. */
    @Nullable
    public Backtrace take() {
        BacktraceSource reader = source;
        if (reader == null) {
            return null;
        }
        Throwable filled = new Noted();
        return reader.backtrace(filled) instanceof Object[] first ? new Backtrace(filled, first, next) : null;
    }

    /** Chooses a source. Never throws: a source that fails is not usable. */
    public static Backtraces choose(ClassLoader loader) {
        return FoundServices.first(
                ServiceLoader.load(BacktraceSource.class, loader),
                Backtraces::use,
                reason -> new Backtraces(null, 0, reason));
    }

    private static @Nullable Backtraces use(BacktraceSource source, Consumer<String> against) {
        String unusable = source.unusable();
        int next = unusable.isEmpty() ? understand(source) : 0;
        if (next > 0) {
            return new Backtraces(source, next, "");
        }
        against.accept(unusable.isEmpty() ? "unknown layout of the virtual machine's backtraces" : unusable);
        return null;
    }

    /** Returns where a chunk refers to the next one; 0 if a known stack is not stored as its elements say. */
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

    /** True if each frame is stored with its element's class, and equal frames have equal elements. */
    private static boolean isSame(Object[] first, int next, StackTraceElement[] elements) {
        Map<Frame, StackTraceElement> byFrame = new HashMap<>();
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
            }
        }
        return at == elements.length && at > KNOWN_DEPTH;
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
