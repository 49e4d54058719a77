package io.stepprofiler.cli.top;

import io.stepprofiler.capture.live.LiveFigures;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * A running job, as seen from here. What it is asked takes its time; what comes of it, also of what fails, is a
 * sentence.
 */
public interface WatchedJob {
    /** Who is told about it, on any thread. */
    interface Listener {
        /**
         * There are newer figures.
         *
         * @param figures the figures
         */
        void figures(LiveFigures figures);

        /**
         * There will be no more: the job or the connection has ended.
         *
         * @param why in one sentence
         */
        void ended(String why);
    }

    /**
     * Begins to watch.
     *
     * @param interval time from one look at the job to the next
     * @param withCaptures whether short captures are taken
     * @param listener who is told
     */
    void watch(Duration interval, boolean withCaptures, Listener listener);

    /** {@return what came of pausing the running profile} */
    String pause();

    /** {@return what came of letting the running profile go on} */
    String resume();

    /**
     * {@return what came of capturing steps into a file}
     *
     * @param steps how many
     * @param progress is told how it goes, a sentence each
     */
    String capture(int steps, Consumer<String> progress);
}
