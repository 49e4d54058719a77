package io.stepprofiler.cli.top;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.stepprofiler.capture.live.LiveFigures;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jline.terminal.Attributes;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.impl.LineDisciplineTerminal;
import org.jline.utils.ScreenTerminal;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FullScreenTest {
    private static final String ENTER_OTHER_SCREEN = "\u001b[?1049h";
    private static final String LEAVE_OTHER_SCREEN = "\u001b[?1049l";

    private final ByteArrayOutputStream drawn = new ByteArrayOutputStream();
    private final FakeJob job = new FakeJob();
    private LineDisciplineTerminal terminal;
    private Attributes before;

    private static final class FakeJob implements WatchedJob {
        private final List<String> asked = new CopyOnWriteArrayList<>();
        private volatile Listener listener;

        @Override
        public void watch(Duration interval, boolean withCaptures, Listener who) {
            listener = who;
            asked.add("watch " + interval + " " + withCaptures);
        }

        @Override
        public String pause() {
            asked.add("pause");
            return "It is paused now.";
        }

        @Override
        public String resume() {
            asked.add("resume");
            return "It goes on.";
        }

        @Override
        public String capture(int steps, Consumer<String> progress) {
            asked.add("capture " + steps);
            progress.accept("waits for step 7");
            return "Written: steps.json.gz";
        }

        void tell(LiveFigures figures) {
            await().until(() -> listener != null);
            listener.figures(figures);
        }
    }

    @BeforeEach
    void open() throws IOException {
        terminal = new LineDisciplineTerminal("fake", "xterm-256color", drawn, UTF_8);
        terminal.setSize(Size.of(80, 24));
        before = terminal.getAttributes();
    }

    @AfterEach
    void close() throws IOException {
        terminal.close();
    }

    private CompletableFuture<String> run() {
        FullScreen screen = new FullScreen(terminal, Palette.PLAIN, job, "localhost:9012");
        return CompletableFuture.supplyAsync(() -> {
            try {
                return screen.run(Duration.ofSeconds(1), true);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private void type(String keys) throws IOException {
        terminal.processInputBytes(keys.getBytes(UTF_8));
    }

    /** All that was sent to the terminal. */
    private String sent() {
        return drawn.toString(UTF_8);
    }

    /** What it shows: the characters of its cells, row by row. */
    private String shown() {
        int columns = terminal.getSize().getColumns();
        int rows = terminal.getSize().getRows();
        ScreenTerminal screen = new ScreenTerminal(columns, rows);
        screen.write(sent());
        long[] cells = new long[columns * rows];
        screen.dump(cells, null);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < cells.length; i++) {
            int point = ScreenTerminal.cellCodePoint(cells[i]);
            text.appendCodePoint(point == 0 ? ' ' : point).append(i % columns == columns - 1 ? "\n" : "");
        }
        return text.toString();
    }

    @Test
    void run_figuresThenQ_drawsThemAndRestoresTheTerminal() throws IOException {
        CompletableFuture<String> over = run();
        job.tell(SomeFigures.at(0));
        await().until(() -> shown().contains("aten::addmm"));
        type("q");
        assertThat(over.orTimeout(10, TimeUnit.SECONDS).join()).isEmpty();
        assertThat(job.asked).containsExactly("watch PT1S true");
        assertThat(sent()).contains(ENTER_OTHER_SCREEN);
        assertThat(sent().substring(sent().lastIndexOf(ENTER_OTHER_SCREEN))).contains(LEAVE_OTHER_SCREEN);
        assertThat(terminal.getAttributes().toString()).isEqualTo(before.toString());
    }

    @Test
    void run_inATerminalThatDoesNotKnowItsSize_drawsAsInTheUsualOne() throws IOException {
        terminal.setSize(Size.of(0, 0));
        CompletableFuture<String> over = run();
        await().until(() -> sent().contains("Waiting for the first figures."));
        type("q");
        assertThat(over.orTimeout(10, TimeUnit.SECONDS).join()).isEmpty();
    }

    @Test
    void run_interrupt_endsAndRestoresTheTerminal() {
        CompletableFuture<String> over = run();
        await().until(() -> shown().contains("Waiting for the first figures."));
        terminal.raise(Terminal.Signal.INT);
        assertThat(over.orTimeout(10, TimeUnit.SECONDS).join()).isEmpty();
        assertThat(sent()).contains(LEAVE_OTHER_SCREEN);
    }

    @Test
    void run_jobEnds_answersWhy() {
        CompletableFuture<String> over = run();
        job.tell(SomeFigures.at(0));
        job.listener.ended("The job has ended.");
        assertThat(over.orTimeout(10, TimeUnit.SECONDS).join()).isEqualTo("The job has ended.");
    }

    @Test
    void run_keys_askTheJobAndTellWhatCameOfIt() throws IOException {
        CompletableFuture<String> over = run();
        job.tell(SomeFigures.at(0));
        type("c7\r");
        await().until(() -> shown().contains("Written: steps.json.gz"));
        type("p");
        await().until(() -> shown().contains("is paused now."));
        type("q");
        over.orTimeout(10, TimeUnit.SECONDS).join();
        assertThat(job.asked).containsExactly("watch PT1S true", "capture 7", "pause");
    }

    @Test
    void run_frozen_doesNotShowNewerFigures() throws IOException {
        CompletableFuture<String> over = run();
        job.tell(SomeFigures.at(0));
        type(" ");
        await().until(() -> shown().contains("FROZEN"));
        job.tell(SomeFigures.with(1, "OtherName", SomeFigures.PARTS, SomeFigures.OPERATIONS, 0, ""));
        type("h");
        await().until(() -> shown().contains("this help"));
        type("q");
        over.orTimeout(10, TimeUnit.SECONDS).join();
        assertThat(sent()).doesNotContain("OtherName");
    }

    @Test
    void run_resized_drawsForTheNewSize() throws IOException {
        CompletableFuture<String> over = run();
        job.tell(SomeFigures.at(0));
        await().until(() -> shown().contains("OPERATION"));
        drawn.reset();
        terminal.setSize(Size.of(40, 12));
        terminal.raise(Terminal.Signal.WINCH);
        await().until(() -> shown().contains("q quit"));
        assertThat(shown()).contains("step 1,234", "PHASE").doesNotContain("OPERATION");
        type("q");
        over.orTimeout(10, TimeUnit.SECONDS).join();
    }
}
