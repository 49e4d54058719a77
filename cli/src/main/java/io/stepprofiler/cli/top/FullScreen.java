package io.stepprofiler.cli.top;

import io.stepprofiler.capture.live.LiveFigures;
import io.stepprofiler.capture.live.LiveView;
import java.io.IOException;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jline.terminal.Attributes;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.utils.Display;
import org.jline.utils.InfoCmp.Capability;
import org.jline.utils.NonBlockingReader;

/**
 * Shows a job on the whole terminal until a key, a signal or the end of the job ends it, and leaves the terminal as it
 * was. One thread draws and reads keys; others only put changes into its queue.
 */
public final class FullScreen implements WatchedJob.Listener, Orders {
    private static final int KEY_MILLIS = 50;
    private static final int INTERRUPT = 3;
    private static final int USUAL_COLUMNS = 80;
    private static final int USUAL_ROWS = 24;

    private final Terminal terminal;
    private final Palette palette;
    private final Glyphs glyphs;
    private final WatchedJob job;
    private final Queue<UnaryOperator<TopState>> changes = new ConcurrentLinkedQueue<>();
    private final ExecutorService errands = Executors.newSingleThreadExecutor(FullScreen::thread);
    private TopState state;
    private TopState drawn;
    private volatile boolean resized = true;
    private volatile boolean over;
    private volatile String farewell = "";

    /**
     * Shows nothing yet.
     *
     * @param terminal the terminal, which stays open
     * @param palette what things look like
     * @param job what is shown
     * @param target what was asked for, as it was typed
     */
    public FullScreen(Terminal terminal, Palette palette, WatchedJob job, String target) {
        this.terminal = terminal;
        this.palette = palette;
        this.glyphs = Glyphs.of(terminal.outputEncoding());
        this.job = job;
        state = TopState.of(target);
        drawn = state;
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "stepprof-errands");
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Shows the job until something ends it.
     *
     * @param interval time from one look at the job to the next
     * @param withCaptures whether short captures are taken
     * @return why it ended, in one sentence; empty if that was wanted
     * @throws IOException if the terminal cannot be read
     */
    public String run(Duration interval, boolean withCaptures) throws IOException {
        Thread restore = new Thread(this::leave, "stepprof-restore");
        Attributes attributes = terminal.enterRawMode();
        terminal.handle(Terminal.Signal.INT, signal -> over = true);
        terminal.handle(Terminal.Signal.WINCH, signal -> resized = true);
        terminal.puts(Capability.enter_ca_mode);
        terminal.puts(Capability.cursor_invisible);
        // Also where the process is told to end; the attributes are restored by the terminal itself then.
        Runtime.getRuntime().addShutdownHook(restore);
        try {
            job.watch(interval, withCaptures, this);
            draw();
        } finally {
            Runtime.getRuntime().removeShutdownHook(restore);
            leave();
            terminal.setAttributes(attributes);
            errands.shutdownNow();
        }
        return farewell;
    }

    private void leave() {
        terminal.puts(Capability.exit_ca_mode);
        terminal.puts(Capability.cursor_normal);
        terminal.flush();
    }

    private void draw() throws IOException {
        Display display = new Display(terminal, true);
        while (!over) {
            if (resized) {
                resized = false;
                display.resize(size());
                display.clear();
                show(display);
            } else if (!state.equals(drawn)) {
                show(display);
            }
            int key = terminal.reader().read(KEY_MILLIS);
            if (key == NonBlockingReader.EOF || key == INTERRUPT) {
                return;
            }
            if (key >= 0) {
                state = Keys.press(key, state, this);
            }
            for (UnaryOperator<TopState> change = changes.poll(); change != null; change = changes.poll()) {
                state = change.apply(state);
            }
        }
    }

    /** A terminal that does not know its size says 0, as in a container that has just been entered. */
    private Size size() {
        Size size = terminal.getSize();
        return size.getColumns() > 0 && size.getRows() > 0 ? size : Size.of(USUAL_COLUMNS, USUAL_ROWS);
    }

    private void show(Display display) {
        drawn = state;
        display.update(
                TopScreen.lines(state, display.getColumns(), display.getRows(), palette).stream()
                        .map(glyphs::in)
                        .toList(),
                0);
    }

    @Override
    public void figures(LiveFigures figures) {
        changes.add(each -> each.frozen() && each.view().isPresent()
                ? each
                : each.withView(each.view().map(view -> view.next(figures)).orElseGet(() -> LiveView.of(figures))));
    }

    @Override
    public void ended(String why) {
        farewell = why;
        over = true;
    }

    @Override
    public void quit() {
        over = true;
    }

    @Override
    public void pause() {
        errand("Pausing …", job::pause);
    }

    @Override
    public void resume() {
        errand("Resuming …", job::resume);
    }

    @Override
    public void capture(int steps) {
        errand("Capturing " + steps + (steps == 1 ? " step …" : " steps …"), () -> job.capture(steps, this::tell));
    }

    private void errand(String doing, Supplier<String> errand) {
        tell(doing);
        errands.execute(() -> tell(errand.get()));
    }

    private void tell(String message) {
        changes.add(each -> each.withMessage(message));
    }
}
