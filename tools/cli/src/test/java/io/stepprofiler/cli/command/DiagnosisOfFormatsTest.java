package io.stepprofiler.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stepprofiler.Profile;
import io.stepprofiler.Scope;
import io.stepprofiler.analysis.rules.Diagnosis;
import io.stepprofiler.analysis.rules.Diagnosis.Unchecked;
import io.stepprofiler.analysis.rules.Finding;
import io.stepprofiler.analysis.rules.RuleSet;
import io.stepprofiler.analysis.rules.WindowFacts;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.imports.Traces;
import io.stepprofiler.journal.JournalOptions;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A window has the same diagnosis, whatever file it was written to. */
@SuppressWarnings("try") // javac -Xlint:try does not know that a scope is used by being open.
class DiagnosisOfFormatsTest {
    private static final long MILLI = 1_000_000;
    private static final List<String> WAITS =
            List.of("Monitor enter (Cache)", "Sleep", "Park (Queue)", "File write", "DataLoader", "gloo:all_reduce");

    /** Formats round times to microseconds or less. */
    private static final double ROUNDED = 1e-3;

    @TempDir
    private Path directory;

    private static EventKind kind(String name) {
        return switch (name) {
            case "DataLoader" -> EventKind.DATA_LOADER;
            case "gloo:all_reduce" -> EventKind.COMMUNICATION;
            default -> EventKind.WAIT;
        };
    }

    private static Trace window(long seed) {
        Random random = new Random(seed);
        TraceBuilder builder = new TraceBuilder()
                .metadata(
                        "jvm_flight_recorder_groups",
                        new MetadataValue("WAITS, INPUT_OUTPUT, GARBAGE_COLLECTION, METHOD_SAMPLES", false));
        TrackBuilder main = builder.thread(1, "main");
        TrackBuilder machine = builder.lane("Safepoints");
        String favourite = WAITS.get(random.nextInt(WAITS.size()));
        long now = MILLI;
        for (int step = 0; step < 24; step++) {
            long start = now;
            long running = 0;
            for (int i = 0; i < 6; i++) {
                long length = (1 + random.nextInt(5)) * MILLI;
                if (random.nextInt(4) == 0) {
                    machine.add(builder.nameId("GC Pause", EventKind.VIRTUAL_MACHINE, ""), now, length);
                } else if (random.nextBoolean()) {
                    main.add(builder.nameId(favourite, kind(favourite), ""), now, length);
                } else {
                    main.add(builder.nameId("forward"), now, length);
                    int stack = builder.stackId(List.of(
                            new StackTraceElement("java.util.regex.Pattern", "compile", "Pattern.java", 1),
                            new StackTraceElement("com.acme.Net", "clean", "Net.java", 9)));
                    builder.stackSample(new StackSample(now + MILLI / 2, 1, SampleKind.JAVA, stack, length));
                    running += length;
                }
                now += length;
            }
            builder.step(new StepMark(step, start, now - start, 1, false, running));
        }
        return builder.build();
    }

    private static Diagnosis check(Trace trace) {
        return RuleSet.builtIn().check(WindowFacts.of(trace));
    }

    private static Map<String, Double> figures(Diagnosis diagnosis) {
        return diagnosis.findings().stream()
                .collect(Collectors.toMap(Finding::rule, Finding::measure, (one, other) -> one, TreeMap::new));
    }

    private Trace reread(Trace trace, String file) throws IOException {
        Path path = directory.resolve(file);
        trace.export(path);
        return Traces.read(path);
    }

    @ParameterizedTest
    @ValueSource(strings = {"w.json", "w.json.gz"})
    void diagnosis_ofAChromeTrace_isThatOfTheWindow(String file) throws IOException {
        for (long seed = 0; seed < 10; seed++) {
            Trace trace = window(seed);
            Diagnosis expected = check(trace);
            Diagnosis read = check(reread(trace, seed + file));
            assertThat(read.verdict()).isEqualTo(expected.verdict());
            assertThat(figures(read).keySet()).isEqualTo(figures(expected).keySet());
            figures(read)
                    .forEach((rule, figure) -> assertThat(figure)
                            .as(rule)
                            .isCloseTo(figures(expected).get(rule), within(ROUNDED)));
        }
    }

    @Test
    void diagnosis_ofAJournal_isThatOfTheWindow() throws IOException {
        AtomicReference<Trace> window = new AtomicReference<>();
        Path journals = directory.resolve("journals");
        Profile profile = Profile.builder()
                .schedule(Schedule.builder().warmup(1).active(24).repeat(1).build())
                .journal(JournalOptions.in(journals).withMemoryBytes(0).withKeepFiles(true))
                .onTraceReady(window::set)
                .synchronousDelivery(true)
                .start();
        try (profile) {
            for (int step = 0; step <= 24; step++) {
                try (Scope ignored = Scope.open(step % 6 == 4 ? "validate" : "forward")) {
                    LockSupport.parkNanos((step % 6 == 4 ? 20 : 2) * MILLI);
                }
                profile.step();
            }
        }
        assertThat(profile.failures()).isEmpty();
        Path journal;
        try (Stream<Path> found = Files.list(journals)) {
            journal = found.findFirst().orElseThrow();
        }
        Diagnosis read = check(Traces.read(journal));
        assertThat(read).isEqualTo(check(window.get()));
        assertThat(read.findings()).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = "w.xplane.pb")
    void diagnosis_ofAFormatThatKeepsLess_leavesOutAndChangesNothing(String file) throws IOException {
        for (long seed = 0; seed < 10; seed++) {
            Trace trace = window(seed);
            Map<String, Double> expected = figures(check(trace));
            Diagnosis read = check(reread(trace, seed + file));
            Map<String, Double> found = figures(read);
            List<String> unchecked =
                    read.unchecked().stream().map(Unchecked::rule).toList();
            expected.forEach((rule, figure) -> {
                if (!unchecked.contains(rule)) {
                    assertThat(found).as(rule).containsKey(rule);
                    assertThat(found.get(rule)).as(rule).isCloseTo(figure, within(ROUNDED));
                }
            });
        }
    }
}
