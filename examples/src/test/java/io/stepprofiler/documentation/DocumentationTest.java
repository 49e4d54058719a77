package io.stepprofiler.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.Profile;
import io.stepprofiler.documentation.Snippets.Batch;
import io.stepprofiler.documentation.Snippets.Buffer;
import io.stepprofiler.documentation.Snippets.Tensor;
import io.stepprofiler.schedule.ProfilerAction;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DocumentationTest {
    private static final Path ROOT = Path.of("..");
    private static final Path SNIPPETS = Path.of("src/test/java/io/stepprofiler/documentation/Snippets.java");
    private static final Path RECIPES = Path.of("recipes/src/main/java");
    private static final Pattern MARKDOWN = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final Pattern JAVADOC = Pattern.compile("<pre>\\{@code(.*?)\\}</pre>", Pattern.DOTALL);

    @Test
    void code_ofEachDocument_isCompiled() throws IOException {
        String compiled = withoutSpace(Files.readString(SNIPPETS) + recipes());
        List<String> shown = shown();
        assertThat(shown)
                .hasSizeGreaterThan(5)
                .allSatisfy(code -> assertThat(compiled).contains(code));
    }

    @Test
    void code_ofReadmeAndProfile_writesTwoWindowsEach() throws IOException {
        Path log = Path.of("target/log");
        long before = count(log);
        List<Batch> batches = Collections.nCopies(20, new Batch(3));
        assertThat(new Snippets().readme(batches)).isEqualTo(1.5);
        new Snippets().profile(batches);
        assertThat(count(log) - before).isEqualTo(4);
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

    private static String recipes() throws IOException {
        StringBuilder code = new StringBuilder();
        try (Stream<Path> files = Files.walk(RECIPES)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                code.append(Files.readString(file));
            }
        }
        return code.toString();
    }

    private static long count(Path dir) throws IOException {
        if (!Files.isDirectory(dir)) {
            return 0;
        }
        try (Stream<Path> files = Files.list(dir)) {
            return files.count();
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
            all.add(withoutSpace(code.replace("Path.of(\"log\")", "Path.of(\"target/log\")")));
        }
    }

    private static String withoutSpace(String code) {
        return code.replaceAll("\\s+", "");
    }
}
