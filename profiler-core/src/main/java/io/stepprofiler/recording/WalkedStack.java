package io.stepprofiler.recording;

import java.lang.StackWalker.StackFrame;
import java.util.Arrays;
import java.util.List;
import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Stack that was walked in Java, several times slower than a {@link Backtrace}. Overloads of a method that call from
 * the same bytecode index are not distinguished.
 */
public final class WalkedStack implements TakenStack, Function<Stream<StackFrame>, WalkedStack>, Consumer<StackFrame> {
    private static final StackWalker WALKER = StackWalker.getInstance();
    private static final int USUAL_DEPTH = 32;

    /**
     * Method by its names, and a place in it. The descriptor, which distinguishes overloads, would require a look-up of
     * every class in it.
     */
    private record Place(String className, String method, int index) {
        boolean isOf(StackFrame frame) {
            return index == frame.getByteCodeIndex()
                    && className.equals(frame.getClassName())
                    && method.equals(frame.getMethodName());
        }
    }

    private StackFrame[] frames = new StackFrame[USUAL_DEPTH];
    private int depth;
    private int hash;

    @SuppressWarnings("ThisEscapeFromConstructor") // The walk is over when the constructor is.
    public WalkedStack() {
        WALKER.walk(this);
    }

    /** Takes the frames one by one, so that frames beyond the depth limit are not visited. */
    @Override
    public WalkedStack apply(Stream<StackFrame> all) {
        Spliterator<StackFrame> rest = all.spliterator();
        while (depth < Limits.MAX_STACK_DEPTH && rest.tryAdvance(this)) {
            // Until the limit is reached.
        }
        return this;
    }

    @Override
    public void accept(StackFrame frame) {
        String className = frame.getClassName();
        if (depth == 0 && OwnFrames.isOwn(className)) {
            return;
        }
        if (depth == frames.length) {
            frames = Arrays.copyOf(frames, Limits.MAX_STACK_DEPTH);
        }
        frames[depth++] = frame;
        hash = 31 * (31 * hash + className.hashCode()) + frame.getByteCodeIndex();
    }

    @Override
    public int hash() {
        return hash;
    }

    @Override
    public boolean isOf(Object key) {
        Place[] places = (Place[]) key;
        if (places.length != depth) {
            return false;
        }
        for (int i = 0; i < depth; i++) {
            if (!places[i].isOf(frames[i])) {
                return false;
            }
        }
        return true;
    }

    @Override
    public Object key() {
        Place[] places = new Place[depth];
        for (int i = 0; i < depth; i++) {
            StackFrame frame = frames[i];
            places[i] = new Place(frame.getClassName(), frame.getMethodName(), frame.getByteCodeIndex());
        }
        return places;
    }

    @Override
    public int depth() {
        return depth;
    }

    @Override
    public List<StackTraceElement> elements() {
        return Arrays.stream(frames, 0, depth)
                .map(StackFrame::toStackTraceElement)
                .toList();
    }
}
