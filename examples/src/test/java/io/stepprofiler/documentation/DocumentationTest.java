package io.stepprofiler.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.Profile;
import io.stepprofiler.Scope;
import io.stepprofiler.documentation.Snippets.Batch;
import io.stepprofiler.documentation.Snippets.Buffer;
import io.stepprofiler.documentation.Snippets.Tensor;
import io.stepprofiler.handlers.link.PerfettoLink;
import io.stepprofiler.ledger.StepLedger;
import io.stepprofiler.schedule.ProfilerAction;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("sources")
class DocumentationTest {
    private static final Path ROOT = Path.of("..");
    private static final Path SNIPPETS = Path.of("src/test/java/io/stepprofiler/documentation");
    private static final Path RECIPES = Path.of("recipes/src/main/java");
    private static final Pattern MARKDOWN = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final Pattern JAVADOC = Pattern.compile("<pre>\\{@code(.*?)\\}</pre>", Pattern.DOTALL);

    @Test
    void code_ofEachDocument_isCompiled() throws IOException {
        String compiled = withoutSpace(sources(SNIPPETS) + sources(RECIPES));
        List<String> shown = shown();
        assertThat(shown)
                .hasSizeGreaterThan(5)
                .allSatisfy(code -> assertThat(compiled).contains(code));
    }

    @Test
    void code_ofTheReadme_writesAPageWithAVerdict() throws IOException {
        Set<Path> before = pages();
        Train.main(new String[0]);
        assertThat(pages())
                .filteredOn(page -> !before.contains(page))
                .singleElement()
                .satisfies(page -> assertThat(Files.readString(page)).contains("\"rule\":\"input-bound\""));
    }

    @Test
    void code_ofProfile_writesTwoWindows() throws IOException {
        Path log = Path.of("target/log");
        long before = count(log);
        new Snippets().profile(Collections.nCopies(20, new Batch(3)));
        assertThat(count(log) - before).isEqualTo(2);
    }

    @Test
    void code_ofTheHandler_writesALineForEachWindow(@TempDir Path dir) throws IOException {
        Path file = dir.resolve("slowest.txt");
        try (Profile profile = Profile.builder()
                .schedule(Schedule.builder().active(2).repeat(2).build())
                .onTraceReady(new SlowestSteps(file))
                .start()) {
            for (int step = 0; step < 4; step++) {
                Scope.run("forward", () -> {});
                profile.step();
            }
        }
        assertThat(Files.readAllLines(file))
                .hasSize(2)
                .allSatisfy(line -> assertThat(line).matches("ProfilerStep#[0-3] \\d+ ns, forward"));
    }

    /** Nobody opens the link: the short program goes on when its time is over. */
    @Test
    void code_ofJaxsLink_endsWithItsTime() throws IOException {
        Path log = Path.of("target/log/plugins/profile");
        long before = count(log);
        PerfettoLink link = PerfettoLink.DEFAULT.withPort(0).withTimeout(Duration.ofMillis(20));
        new XProfSnippets().link(link, List.of(new Batch(3)).iterator());
        assertThat(count(log) - before).isEqualTo(1);
    }

    static Stream<Supplier<Profile>> profilesOfTheGuide() {
        return Stream.of(
                GuideSnippets::memory,
                GuideSnippets::virtualMachine,
                GuideSnippets::torch,
                GuideSnippets::journal,
                () -> GuideSnippets.rank(1, 2));
    }

    @ParameterizedTest
    @MethodSource("profilesOfTheGuide")
    void profile_ofTheGuide_deliversATraceAndFailsNowhere(Supplier<Profile> start) throws IOException {
        Profile profile = start.get();
        threeSteps(profile);
        profile.close();
        Trace trace = delivered(profile);
        GuideSnippets.averages(trace);
        GuideSnippets.export(trace);
    }

    @Test
    void history_ofTheGuide_deliversItsStepsWhenAsked() {
        Profile profile = GuideSnippets.history();
        threeSteps(profile);
        profile.snapshot("why");
        profile.close();
        delivered(profile);
    }

    private static void threeSteps(Profile profile) {
        for (int step = 0; step < 3; step++) {
            assertThat(new GuideSnippets().phases(new Batch(3))).isEqualTo(1.5);
            profile.step();
        }
    }

    private static Trace delivered(Profile profile) {
        assertThat(profile.failures()).isEmpty();
        Trace trace = profile.lastTrace().orElseThrow();
        assertThat(trace.events()).extracting(TraceEvent::name).contains("forward");
        return trace;
    }

    @Test
    void code_ofSchedule_recordsEveryHundredthStep() {
        assertThat(Snippets.schedule().action(99)).isEqualTo(ProfilerAction.RECORD_AND_SAVE);
        assertThat(Snippets.schedule().action(100)).isEqualTo(ProfilerAction.NONE);
    }

    @Test
    void code_ofIntegrations_isRecorded() {
        List<Trace> traces = new ArrayList<>();
        try (Profile profile = Profile.builder()
                .recordShapes(true)
                .profileMemory(true)
                .onTraceReady(traces::add)
                .start()) {
            new Snippets()
                    .integration(
                            new Tensor(new long[] {2, 3}, 1),
                            new Tensor(new long[] {3, 4}, 2),
                            hidden -> hidden,
                            new float[10],
                            new Buffer(7, 100),
                            5);
            new Snippets().dataLoader(profile, List.of(new Batch(1)));
        }
        assertThat(traces.get(0).events())
                .extracting(TraceEvent::name)
                .containsExactly(
                        "aten::linear",
                        "encoder.layer.0",
                        "gloo:all_reduce",
                        "enumerate(DataLoader)#ListItr.hasNext.__next__",
                        "enumerate(DataLoader)#ListItr.__next__",
                        "forward",
                        "forward",
                        "enumerate(DataLoader)#ListItr.hasNext.__next__");
        assertThat(traces.get(0).memory().size()).isEqualTo(2);
    }

    private static String sources(Path folder) throws IOException {
        StringBuilder code = new StringBuilder();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                code.append(Files.readString(file));
            }
        }
        return code.toString();
    }

    private static Set<Path> pages() throws IOException {
        Path log = Path.of("target/log");
        Files.createDirectories(log);
        try (Stream<Path> files = Files.list(log)) {
            return files.filter(file -> file.toString().endsWith(".html")).collect(Collectors.toSet());
        }
    }

    private static long count(Path dir) throws IOException {
        if (!Files.isDirectory(dir)) {
            return 0;
        }
        try (Stream<Path> files = Files.list(dir)) {
            return files.filter(file -> !file.toString().endsWith(StepLedger.SUFFIX))
                    .count();
        }
    }

    /** Every piece of Java code in a document or a Javadoc comment. */
    private static List<String> shown() throws IOException {
        List<String> all = new ArrayList<>();
        try (Stream<Path> files = Files.find(
                ROOT,
                20,
                (path, attributes) ->
                        attributes.isRegularFile() && !path.toString().contains("/target/"))) {
            for (Path file : files.toList()) {
                String name = file.toString();
                if (name.endsWith(".md")) {
                    collect(MARKDOWN, Files.readString(file), all);
                } else if (name.contains("/src/main/") && name.endsWith(".java")) {
                    collect(JAVADOC, Files.readString(file), all);
                }
            }
        }
        return all;
    }

    private static void collect(Pattern pattern, String text, List<String> all) {
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            String code = matcher.group(1).replaceAll("(?m)^\\s*\\*", "");
            all.add(withoutSpace(code.replace("Path.of(\"", "Path.of(\"target/")));
        }
    }

    private static String withoutSpace(String code) {
        return code.replaceAll("\\s+", "");
    }
}
