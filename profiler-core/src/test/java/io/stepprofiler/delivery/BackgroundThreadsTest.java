package io.stepprofiler.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.child.Services;
import io.stepprofiler.source.BackgroundPriority;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BackgroundThreadsTest {
    private static final Class<?> HERE = BackgroundThreadsTest.class;

    /** One that does not work. */
    public static final class Throwing implements BackgroundPriority {
        @Override
        public boolean lower() {
            throw new UnsatisfiedLinkError("on purpose");
        }
    }

    /** One that does. */
    public static final class Working implements BackgroundPriority {
        @Override
        public boolean lower() {
            return true;
        }
    }

    @Test
    void find_listWithBrokenEntries_isTheOthers() {
        ClassLoader loader = Services.of(
                BackgroundPriority.class,
                HERE,
                "no.such.Service",
                Working.class.getName(),
                String.class.getName(),
                Throwing.class.getName());
        assertThat(BackgroundThreads.find(loader))
                .extracting(priority -> priority.getClass().getName())
                .containsExactly(Working.class.getName(), Throwing.class.getName());
    }

    @Test
    void find_nothing_isEmpty() {
        assertThat(BackgroundThreads.find(Services.of(BackgroundPriority.class, HERE)))
                .isEmpty();
    }

    @Test
    void lower_oneThatThrows_asksTheNext() throws InterruptedException {
        List<Integer> seen = new ArrayList<>();
        BackgroundPriority second = () -> seen.add(Thread.currentThread().getPriority());
        Thread thread = new Thread(() -> BackgroundThreads.lower(List.of(new Throwing(), second)));
        thread.start();
        thread.join();
        assertThat(seen).containsExactly(Thread.MIN_PRIORITY);
    }
}
