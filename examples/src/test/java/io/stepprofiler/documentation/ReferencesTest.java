package io.stepprofiler.documentation;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Links, paths, classes and tests that documents refer to exist. */
@Tag("sources")
class ReferencesTest {
    private static final Path ROOT = ProjectFiles.ROOT;
    /** Documents that tell of the past may name what is gone. */
    private static final Set<String> HISTORY = Set.of("CHANGELOG.md");

    private static final Pattern FENCED = Pattern.compile("(?ms)^```.*?^```$");
    private static final Pattern QUOTED = Pattern.compile("`([^`\n]+)`");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ +(.+)$");
    private static final Pattern FULL_NAME = Pattern.compile("io\\.stepprofiler(?:\\.[a-z0-9]+)*\\.[A-Z]\\w+");
    /** Neither in full, which is another project's or checked by itself, nor an option of a command. */
    private static final Pattern CLASS_NAME = Pattern.compile("(?<![a-z][.$]|[-+])\\b[A-Z]\\w*[a-z]\\w*[A-Z]\\w*\\b");

    private static final Pattern WORD = Pattern.compile("\\w+");

    @Test
    void links_ofEachDocument_resolve() throws IOException {
        for (Path document : documents()) {
            for (String link : all(LINK, Files.readString(document))) {
                if (!link.contains("://")) {
                    assertThat(resolves(document, link))
                            .as("%s in %s", link, document)
                            .isTrue();
                }
            }
        }
    }

    @Test
    void classes_namedInFull_areThere() throws IOException {
        List<String> paths = ProjectFiles.paths();
        for (Path document : currentDocuments()) {
            for (String name : all(FULL_NAME, Files.readString(document))) {
                assertThat(isThere(name.replace('.', '/'), paths))
                        .as("%s in %s", name, document)
                        .isTrue();
            }
        }
    }

    /**
     * A rename leaves no old name behind; docs/PARITY.md names classes of torch, and {@link ParityTest} looks after it.
     */
    @Test
    void classes_namedByDocuments_areKnownToTheSources() throws IOException {
        Set<String> known = wordsOfSources();
        for (Path document : currentDocuments()) {
            if (document.endsWith("PARITY.md")) {
                continue;
            }
            String prose = FENCED.matcher(Files.readString(document)).replaceAll("");
            assertThat(all(QUOTED, prose).stream()
                            .flatMap(quoted -> all(CLASS_NAME, quoted).stream())
                            .filter(name -> !known.contains(name)))
                    .as(document.toString())
                    .isEmpty();
        }
    }

    @Test
    void tests_thatCommandsRun_areInTheirModules() throws IOException {
        Pattern command = Pattern.compile("-pl (\\S+) .*?-Dtest=(\\w+)");
        List<String> paths = ProjectFiles.paths();
        for (Path document : currentDocuments()) {
            command.matcher(Files.readString(document))
                    .results()
                    .forEach(run -> assertThat(paths)
                            .as("%s in %s", run.group(), document)
                            .anyMatch(path -> path.startsWith(run.group(1) + "/src/test/")
                                    && path.endsWith("/" + run.group(2) + ".java")));
        }
    }

    private static boolean resolves(Path document, String link) throws IOException {
        String[] parts = link.split("#", 2);
        Path target = parts[0].isEmpty() ? document : document.resolveSibling(parts[0]);
        return Files.exists(target)
                && (parts.length == 1
                        || all(HEADING, Files.readString(target)).stream()
                                .map(ReferencesTest::anchor)
                                .anyMatch(parts[1]::equals));
    }

    /** The anchor that GitHub gives a heading. */
    private static String anchor(String heading) {
        return heading.strip()
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .replace(' ', '-');
    }

    /** Whether a path, a class, or a member of a class ends like this; {@code …} and {@code <…>} stand for anything. */
    private static boolean isThere(String place, List<String> paths) throws IOException {
        String pattern = Arrays.stream(place.replaceAll("/$", "").split("…|<\\w+>", -1))
                .map(Pattern::quote)
                .collect(joining(".+"));
        Pattern file = Pattern.compile("(?:.*/)?" + pattern + "(?:\\.(?:java|kt))?");
        if (paths.stream().anyMatch(path -> file.matcher(path).matches())) {
            return true;
        }
        int dot = place.lastIndexOf('.');
        if (dot < 0) {
            return false;
        }
        Pattern type = Pattern.compile("(?:.*/)?" + Pattern.quote(place.substring(0, dot)) + "\\.java");
        for (String path : paths) {
            if (type.matcher(path).matches()
                    && all(WORD, Files.readString(ROOT.resolve(path))).contains(place.substring(dot + 1))) {
                return true;
            }
        }
        return false;
    }

    private static List<String> all(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map(match -> match.group(match.groupCount() == 0 ? 0 : 1))
                .toList();
    }

    private static List<Path> documents() throws IOException {
        return ProjectFiles.paths().stream()
                .filter(path -> path.endsWith(".md"))
                .map(ROOT::resolve)
                .toList();
    }

    private static List<Path> currentDocuments() throws IOException {
        return documents().stream()
                .filter(path -> !HISTORY.contains(path.getFileName().toString()))
                .toList();
    }

    private static Set<String> wordsOfSources() throws IOException {
        Set<String> words = new HashSet<>();
        for (String path : ProjectFiles.paths()) {
            if (Stream.of(".java", ".kt", ".c", ".h", ".proto", "pom.xml").anyMatch(path::endsWith)) {
                words.addAll(all(WORD, Files.readString(ROOT.resolve(path))));
            }
        }
        return words;
    }
}
