package io.stepprofiler.documentation;

import static io.stepprofiler.documentation.ProjectFiles.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Imports and artifacts below the code of the documents: each class of the project that the code names. */
@Tag("sources")
class ImportsTest {
    private static final Path SNIPPETS = Path.of("src/test/java/io/stepprofiler/documentation");
    private static final Pattern CODE =
            Pattern.compile("```java\n(.*?)```\n(\n<details>.*?</details>)?", Pattern.DOTALL);
    private static final Pattern IMPORT = Pattern.compile("(?m)^import (?:static )?([\\w.]+);$");
    private static final Pattern ARTIFACT = Pattern.compile("<code>(step-profiler[\\w-]*)</code>");
    private static final Pattern NAME = Pattern.compile("(?<![\\w.\"])[A-Za-z]\\w*");
    private static final String OURS = "io.stepprofiler.";

    static Stream<String> documents() {
        return Stream.of("guide", "CAPTURE", "GPU", "PARITY-AESARA", "PARITY-MXNET", "PARITY-XPROF", "RULES")
                .map(name -> "docs/" + name + ".md");
    }

    @ParameterizedTest
    @MethodSource("documents")
    void code_ofADocument_isFollowedByItsImportsAndArtifacts(String document) throws Exception {
        Map<String, String> imported = imported();
        Matcher code = CODE.matcher(Files.readString(ROOT.resolve(document)));
        int count = 0;
        while (code.find()) {
            if (!IMPORT.matcher(code.group(1)).find()) {
                Set<String> used = NAME.matcher(code.group(1).replaceAll("\"[^\"]*\"|//.*", ""))
                        .results()
                        .map(type -> imported.getOrDefault(type.group(), ""))
                        .filter(name -> !name.isEmpty())
                        .collect(Collectors.toCollection(TreeSet::new));
                String below = code.group(2) == null ? "" : code.group(2);
                assertThat(ours(below)).as(code.group(1)).containsExactlyInAnyOrderElementsOf(used);
                assertThat(ARTIFACT.matcher(below).results().map(artifact -> artifact.group(1)))
                        .as(code.group(1))
                        .containsExactlyElementsOf(artifacts(used));
                count++;
            }
        }
        assertThat(count).isPositive();
    }

    private static List<String> ours(String text) {
        return IMPORT.matcher(text)
                .results()
                .map(each -> each.group(1))
                .filter(name -> name.startsWith(OURS))
                .toList();
    }

    /** Returns the names of the classes and constants that the compiled code imports, by their simple names. */
    private static Map<String, String> imported() throws IOException {
        Map<String, String> names = new TreeMap<>();
        try (Stream<Path> sources = Files.list(SNIPPETS)) {
            for (Path source : sources.toList()) {
                IMPORT.matcher(Files.readString(source))
                        .results()
                        .map(each -> each.group(1))
                        .filter(name -> name.startsWith(OURS) && !name.startsWith(OURS + "documentation."))
                        .forEach(name -> names.put(name.substring(name.lastIndexOf('.') + 1), name));
            }
        }
        return names;
    }

    /** Returns the artifacts to depend on; {@code step-profiler} brings most of them. */
    private static Set<String> artifacts(Set<String> names) throws Exception {
        Set<String> brought =
                Set.of("schedule", "trace", "core", "analysis", "fleet", "journal", "handlers", "report", "jvm");
        Set<String> artifacts = new TreeSet<>();
        for (PublishedModule module : PublishedModule.all()) {
            for (String name : names) {
                String file = name.replace('.', '/');
                Path sources = module.folder().resolve("src/main/java");
                boolean isHere = Files.exists(sources.resolve(file + ".java"))
                        || Files.exists(sources.resolve(file.substring(0, file.lastIndexOf('/')) + ".java"));
                if (isHere) {
                    String artifact = module.artifact();
                    artifacts.add(
                            brought.contains(artifact.replace("step-profiler-", "")) ? "step-profiler" : artifact);
                }
            }
        }
        return artifacts;
    }
}
