package io.stepprofiler.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.cli.ServedLoop;
import io.stepprofiler.cli.StepProfRun;
import io.stepprofiler.handlers.link.PerfettoLink;
import io.stepprofiler.imports.Traces;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CollectCommandTest {
    private static final Pattern LINK = Pattern.compile("Open URL in browser: .*url=(.*)\n");

    @TempDir
    Path dir;

    private final StepProfRun command = new StepProfRun();
    private ServedLoop training;

    @BeforeEach
    void start() throws IOException {
        training = ServedLoop.start();
    }

    @AfterEach
    void end() throws InterruptedException {
        training.end();
    }

    private int collect(String... more) {
        return command.run(Stream.concat(
                        Stream.of("collect", String.valueOf(training.port()), "150", "--log_dir", dir.toString()),
                        Stream.of(more))
                .toArray(String[]::new));
    }

    private Path written(String ending) throws IOException {
        try (Stream<Path> files = Files.walk(dir.resolve("plugins").resolve("profile"))) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void collect_withoutLink_writesTheProfileAndSaysHowToOpenIt() throws IOException {
        assertThat(collect("--no_perfetto_link")).isZero();
        Path profile = written("127.0.0.1_" + training.port() + ".xplane.pb");
        assertThat(Traces.read(profile).steps()).isNotEmpty();
        assertThat(command.out()).contains("Wrote " + profile + " (").contains("tensorboard --logdir " + dir);
        assertThat(command.err()).isEmpty();
    }

    @Test
    void collect_withLink_servesTheTraceOnce() throws Exception {
        PerfettoLink link = PerfettoLink.DEFAULT.withPort(0);
        CompletableFuture<Integer> code = CompletableFuture.supplyAsync(() -> collectWith(link));
        Awaitility.await().until(() -> LINK.matcher(command.out()).find());
        String url =
                LINK.matcher(command.out()).results().findFirst().orElseThrow().group(1);
        Path fetched = dir.resolve("fetched.json.gz");
        Files.write(fetched, URI.create(url).toURL().openStream().readAllBytes());
        assertThat(code.join()).isZero();
        assertThat(fetched).hasSameBinaryContentAs(written("perfetto_trace.json.gz"));
        assertThat(Traces.read(fetched).events()).anyMatch(event -> event.name().equals("work"));
        assertThat(command.err()).isEmpty();
    }

    @Test
    void collect_linkThatNobodyOpens_ends() throws IOException {
        assertThat(collectWith(PerfettoLink.DEFAULT.withPort(0).withTimeout(Duration.ofMillis(50))))
                .isZero();
        assertThat(command.err())
                .contains("the link to Perfetto was not opened; open " + written("perfetto_trace.json.gz"));
    }

    private int collectWith(PerfettoLink link) {
        return command.run(
                line -> ((CollectCommand) line.getSubcommands().get("collect").getCommand()).setLink(link),
                "collect",
                String.valueOf(training.port()),
                "150",
                "--log_dir",
                dir.toString());
    }
}
