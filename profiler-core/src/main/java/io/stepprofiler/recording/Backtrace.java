package io.stepprofiler.recording;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Call stack as the virtual machine stores it in a throwable, which is never thrown here.
 *
 * <p>HotSpot stores chunks of parallel arrays, innermost frame first: the number of each frame's method in its class,
 * its place in the method together with the version of the class, and the class. These three identify the frame.
 */
public final class Backtrace implements TakenStack {
    public static final int METHODS = 0;
    public static final int PLACES = 1;
    public static final int CLASSES = 2;

    /** Frames of reflection, which are left out as {@link StackWalker} leaves them out. */
    private static final List<String> REFLECTION = List.of(
            "java.lang.reflect.Method",
            "java.lang.reflect.Constructor",
            "jdk.internal.reflect.",
            "java.lang.invoke.LambdaForm");

    /** Key of a known stack. */
    private static final class Key {
        final short[] methods;
        final int[] places;
        /** Weak, so that endless windows do not prevent class unloading; a cleared reference equals nothing. */
        final List<WeakReference<Class<?>>> classes;

        Key(int depth) {
            methods = new short[depth];
            places = new int[depth];
            classes = new ArrayList<>(depth);
        }
    }

    private static final ClassValue<WeakReference<Class<?>>> WEAKLY = new ClassValue<>() {
        @Override
        protected WeakReference<Class<?>> computeValue(Class<?> type) {
            return new WeakReference<>(type);
        }
    };

    private final Throwable filled;
    private final Object[] first;
    private final int next;
    private final int depth;
    private final int hash;

    /**
     * Creates a stack.
     *
     * @param filled throwable that holds the stack
     * @param first the first chunk
     * @param next index in a chunk of the reference to the next chunk
     */
    public Backtrace(Throwable filled, Object[] first, int next) {
        this.filled = filled;
        this.first = first;
        this.next = next;
        int frames = 0;
        int mixed = 0;
        for (Object[] chunk = first; chunk != null; chunk = (Object[]) chunk[next]) {
            short[] methods = (short[]) chunk[METHODS];
            int[] places = (int[]) chunk[PLACES];
            int size = sizeOf(chunk);
            for (int i = 0; i < size; i++) {
                mixed = 31 * (31 * mixed + methods[i]) + places[i];
            }
            frames += size;
        }
        depth = frames;
        hash = mixed;
    }

    /** Returns the number of frames in a chunk; all chunks but the last are usually full. */
    public static int sizeOf(Object[] chunk) {
        Object[] classes = (Object[]) chunk[CLASSES];
        int size = classes.length;
        while (size > 0 && classes[size - 1] == null) {
            size--;
        }
        return size;
    }

    @Override
    public int hash() {
        return hash;
    }

    @Override
    public boolean isOf(Object known) {
        Key key = (Key) known;
        int from = 0;
        for (Object[] chunk = first; chunk != null; chunk = (Object[]) chunk[next]) {
            int size = Math.min(sizeOf(chunk), depth - from);
            if (!isOf(key, from, chunk, size)) {
                return false;
            }
            from += size;
        }
        return from == key.methods.length;
    }

    private static boolean isOf(Key key, int from, Object[] chunk, int size) {
        int to = from + size;
        if (to > key.methods.length
                || !Arrays.equals((short[]) chunk[METHODS], 0, size, key.methods, from, to)
                || !Arrays.equals((int[]) chunk[PLACES], 0, size, key.places, from, to)) {
            return false;
        }
        Object[] classes = (Object[]) chunk[CLASSES];
        for (int i = 0; i < size; i++) {
            if (!key.classes.get(from + i).refersTo((Class<?>) classes[i])) {
                return false;
            }
        }
        return true;
    }

    @Override
    public Object key() {
        Key key = new Key(depth);
        int from = 0;
        for (Object[] chunk = first; chunk != null; chunk = (Object[]) chunk[next]) {
            int size = sizeOf(chunk);
            System.arraycopy(chunk[METHODS], 0, key.methods, from, size);
            System.arraycopy(chunk[PLACES], 0, key.places, from, size);
            for (int i = 0; i < size; i++) {
                key.classes.add(WEAKLY.get((Class<?>) ((Object[]) chunk[CLASSES])[i]));
            }
            from += size;
        }
        return key;
    }

    @Override
    public int depth() {
        return depth;
    }

    @Override
    public List<StackTraceElement> elements() {
        return Arrays.stream(filled.getStackTrace())
                .dropWhile(frame -> OwnFrames.isOwn(frame.getClassName()))
                .filter(frame -> REFLECTION.stream().noneMatch(frame.getClassName()::startsWith))
                .limit(Limits.MAX_STACK_DEPTH)
                .toList();
    }
}
