package io.stepprofiler;

import org.jspecify.annotations.Nullable;

/**
 * The threads that were the first to record in a window, mostly all that do: to look at a few fields takes a thread a
 * fraction of what a thread-local variable does, and half of what arrays would.
 *
 * <p>A superclass of the window and not a part of it, because a part would be one load more in each scope. Threads lie
 * beside their recorders, at which other threads must not even look: their owners write into them all the time.
 */
abstract class FirstThreads {
    private @Nullable Thread thread0;
    private @Nullable Thread thread1;
    private @Nullable Thread thread2;
    private @Nullable ThreadRecorder recorder0;
    private @Nullable ThreadRecorder recorder1;
    private @Nullable ThreadRecorder recorder2;

    /** Adds a thread if there is a place and it has none. By one thread at a time. */
    final void addFirst(ThreadRecorder recorder) {
        Thread thread = recorder.thread;
        if (first(thread) != null) {
            return;
        }
        if (thread0 == null) {
            recorder0 = recorder;
            thread0 = thread;
        } else if (thread1 == null) {
            recorder1 = recorder;
            thread1 = thread;
        } else if (thread2 == null) {
            recorder2 = recorder;
            thread2 = thread;
        }
    }

    /** The recorder of the calling thread; null if it was none of the first. */
    final @Nullable ThreadRecorder first(Thread thread) {
        if (thread0 == thread) {
            return recorder0;
        }
        if (thread1 == thread) {
            return recorder1;
        }
        return thread2 == thread ? recorder2 : null;
    }

    final void clearFirst() {
        thread0 = null;
        thread1 = null;
        thread2 = null;
        recorder0 = null;
        recorder1 = null;
        recorder2 = null;
    }
}
