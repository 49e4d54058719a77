package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.child.Services;
import io.stepprofiler.recording.Backtrace;
import io.stepprofiler.recording.Backtraces;
import io.stepprofiler.source.BacktraceSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Backtraces as HotSpot would note them, made by hand. */
class BacktraceTest {
    private static final int CHUNK = 32;
    private static final int NEXT = 4;
    private static final Class<?>[] CLASSES = {String.class, List.class, BacktraceTest.class};

    private record Frame(Class<?> type, short method, int place) {}

    private static Backtrace noted(List<Frame> frames) {
        Object[] first = new Object[NEXT + 2];
        Object[] chunk = first;
        for (int i = 0; i < Math.max(frames.size(), 1); i++) {
            if (i > 0 && i % CHUNK == 0) {
                Object[] next = new Object[NEXT + 2];
                chunk[NEXT] = next;
                chunk = next;
            }
            if (i % CHUNK == 0) {
                chunk[Backtrace.METHODS] = new short[CHUNK];
                chunk[Backtrace.PLACES] = new int[CHUNK];
                chunk[Backtrace.CLASSES] = new Object[CHUNK];
            }
            if (i < frames.size()) {
                ((short[]) chunk[Backtrace.METHODS])[i % CHUNK] = frames.get(i).method;
                ((int[]) chunk[Backtrace.PLACES])[i % CHUNK] = frames.get(i).place;
                ((Object[]) chunk[Backtrace.CLASSES])[i % CHUNK] = frames.get(i).type;
            }
        }
        return new Backtrace(new Throwable(), first, NEXT);
    }

    /** Mostly alike, so that what differs is one frame, or how many there are. */
    private static List<Frame> random(Random random) {
        List<Frame> frames = new ArrayList<>();
        int depth = CHUNK * random.nextInt(3) + random.nextInt(3);
        int odd = random.nextInt(depth + 1);
        for (int i = 0; i < depth; i++) {
            frames.add(
                    i != odd
                            ? new Frame(String.class, (short) 1, 1 << 16)
                            : new Frame(
                                    CLASSES[random.nextInt(3)], (short) random.nextInt(2), random.nextInt(2) << 16));
        }
        return frames;
    }

    @Test
    void isOf_isSoExactlyForEqualFrames() {
        Random random = new Random(11);
        List<List<Frame>> stacks = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            stacks.add(random(random));
        }
        for (List<Frame> one : stacks) {
            Backtrace stack = noted(one);
            assertThat(stack.depth()).isEqualTo(one.size());
            for (List<Frame> other : stacks) {
                Backtrace otherStack = noted(other);
                assertThat(stack.isOf(otherStack.key())).isEqualTo(one.equals(other));
                assertThat(!one.equals(other) || stack.hash() == otherStack.hash())
                        .isTrue();
            }
        }
    }

    /** One that cannot be used. */
    public static final class Unusable implements BacktraceSource {
        /** For the loader of services. */
        public Unusable() {}

        @Override
        public String unusable() {
            return "not today";
        }

        @Override
        public Object backtrace(Throwable throwable) {
            throw new AssertionError("was not to be asked");
        }
    }

    /** One that reads nothing. */
    public static final class Reading implements BacktraceSource {
        /** For the loader of services. */
        public Reading() {}

        @Override
        public String unusable() {
            return "";
        }

        @Override
        public Object backtrace(Throwable throwable) {
            return throwable;
        }
    }

    /** One that reads what looks right, and is another stack. */
    public static final class Wrong implements BacktraceSource {
        /** For the loader of services. */
        public Wrong() {}

        @Override
        public String unusable() {
            return "";
        }

        @Override
        public Object backtrace(Throwable throwable) {
            Object[] first = new Object[NEXT + 2];
            Object[] chunk = first;
            int depth = throwable.getStackTrace().length;
            for (int i = 0; i < depth; i += CHUNK) {
                chunk[Backtrace.METHODS] = new short[CHUNK];
                chunk[Backtrace.PLACES] = new int[CHUNK];
                Object[] classes = new Object[CHUNK];
                for (int k = i; k < Math.min(i + CHUNK, depth); k++) {
                    classes[k % CHUNK] = String.class;
                }
                chunk[Backtrace.CLASSES] = classes;
                if (i + CHUNK < depth) {
                    Object[] next = new Object[NEXT + 2];
                    chunk[NEXT] = next;
                    chunk = next;
                }
            }
            return first;
        }
    }

    private static Backtraces choose(Class<?>... sources) {
        String[] names = new String[sources.length];
        for (int i = 0; i < names.length; i++) {
            names[i] = sources[i].getName();
        }
        return Backtraces.choose(Services.of(BacktraceSource.class, BacktraceTest.class, names));
    }

    @Test
    void choose_withoutASource_walksInJava() {
        assertThat(choose().describe()).isEqualTo("walked in Java, there is no other source");
        assertThat(choose().take()).isNull();
    }

    @Test
    void choose_ofSourcesThatAreNoUse_saysWhy() {
        assertThat(choose(Unusable.class, Reading.class, Wrong.class).describe())
                .isEqualTo("walked in Java, not today; unknown layout of the virtual machine's backtraces; "
                        + "unknown layout of the virtual machine's backtraces");
    }
}
