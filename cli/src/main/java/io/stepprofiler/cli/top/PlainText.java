package io.stepprofiler.cli.top;

import io.stepprofiler.capture.live.LiveFigures;
import io.stepprofiler.capture.live.LiveText;
import io.stepprofiler.capture.live.LiveView;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** Prints a job as a block of text each time there are figures, for files, pipes, and readers of screens. */
public final class PlainText implements WatchedJob.Listener {
    private final PrintWriter out;
    private final long most;
    private final Glyphs glyphs;
    private final CountDownLatch over = new CountDownLatch(1);
    private @Nullable LiveView view;
    private long printed;
    private volatile String farewell = "";

    /**
     * Prints nothing yet.
     *
     * @param out where to
     * @param most how many blocks; 0 for as long as the job runs
     * @param glyphs what can be shown there
     */
    public PlainText(PrintWriter out, long most, Glyphs glyphs) {
        this.out = out;
        this.most = most;
        this.glyphs = glyphs;
    }

    /**
     * Prints until something ends it.
     *
     * @param job what is printed
     * @param interval time from one look at the job to the next
     * @param withCaptures whether short captures are taken
     * @return why it ended, in one sentence; empty if that was wanted
     * @throws InterruptedException if the thread is interrupted
     */
    public String run(WatchedJob job, Duration interval, boolean withCaptures) throws InterruptedException {
        job.watch(interval, withCaptures, this);
        over.await();
        return farewell;
    }

    @Override
    public synchronized void figures(LiveFigures figures) {
        if (over.getCount() == 0) {
            return;
        }
        LiveView next = view == null ? LiveView.of(figures) : view.next(figures);
        view = next;
        out.println(glyphs.in(LiveText.of(next, LiveText.FULL)));
        printed++;
        // Whoever reads may have gone.
        if (out.checkError() || printed == most) {
            over.countDown();
        }
    }

    @Override
    public void ended(String why) {
        farewell = why;
        over.countDown();
    }
}
