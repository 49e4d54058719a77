package io.stepprofiler.documentation;

import static io.stepprofiler.documentation.PublishedModule.ROOT;
import static io.stepprofiler.documentation.PublishedModule.values;
import static io.stepprofiler.documentation.PublishedModule.version;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Names and versions of the artifacts: in the poms, in the bill of materials and in the documents. */
class ArtifactsTest {
    private static final Path ARTIFACTS = ROOT.resolve("docs/artifacts.md");
    private static final Pattern COORDINATES =
            Pattern.compile("io\\.stepprofiler:([a-z-]+)(?::([\\w.-]+?)(?=[\\s\"=@]|$))?");
    /** Heading of a release in the changelog, which has its date. */
    private static final Pattern RELEASE = Pattern.compile("(?m)^## ([0-9.]+) \\([0-9]");

    private static final Pattern XML = Pattern.compile("```xml\n(.*?)```", Pattern.DOTALL);
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([^`]+)` \\|");

    @Test
    void bom_ofTheBuild_pinsWhatIsDeployedAndNothingElse() throws Exception {
        Path bom = ROOT.resolve("build/bom");
        assertThat(values(bom, "/project/parent/artifactId")).isEmpty();
        assertThat(values(bom, "//dependency/groupId")).containsOnly("io.stepprofiler");
        assertThat(values(bom, "//dependency/version")).containsOnly("${project.version}");
        assertThat(values(bom, "/project/version")).containsExactly(version());
        assertThat(values(bom, "//dependency/artifactId")).containsExactlyInAnyOrderElementsOf(deployedJars());
    }

    @Test
    void coordinates_inDocuments_areThoseOfTheNewestRelease() throws Exception {
        Set<String> known = deployedJars();
        known.add("step-profiler-bom");
        Set<String> named = new TreeSet<>();
        for (Path document : documents()) {
            Matcher matcher = COORDINATES.matcher(Files.readString(document));
            while (matcher.find()) {
                named.add(matcher.group(1));
                assertThat(matcher.group(2)).as(matcher.group()).isIn(null, documented());
            }
        }
        assertThat(known).containsAll(named);
        assertThat(named).contains("step-profiler-bom", "step-profiler", "step-profiler-agent", "step-profiler-cli");
    }

    @Test
    void version_inSources_isThatOfTheBuild() throws Exception {
        String version = version() + "\"";
        assertThat(Files.readString(ROOT.resolve("tools/cli/src/main/java/io/stepprofiler/cli/StepProf.java")))
                .contains("\"stepprof " + version);
        assertThat(Files.readString(ROOT.resolve(
                        "tools/capture/src/main/java/io/stepprofiler/capture/service/StepCaptureService.java")))
                .contains("VERSION = \"" + version);
    }

    @Test
    void table_ofArtifacts_hasEachArtifactThatIsDeployed() throws Exception {
        Set<String> expected = deployedJars();
        expected.add("step-profiler-bom");
        assertThat(ROW.matcher(Files.readString(ARTIFACTS)).results().map(row -> row.group(1)))
                .containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void table_ofLessons_hasEachLesson() throws IOException {
        try (Stream<Path> lessons = Files.list(Path.of("src/main/java/io/stepprofiler/examples"))) {
            assertThat(ROW.matcher(Files.readString(Path.of("README.md")))
                            .results()
                            .map(row -> row.group(1).replace("-Dlesson=", "Lesson")))
                    .containsExactlyElementsOf(
                            lessons.map(file -> file.getFileName().toString())
                                    .filter(name -> name.matches("Lesson\\d\\d.*"))
                                    .map(name -> name.substring(0, "Lesson00".length()))
                                    .sorted()
                                    .toList());
        }
    }

    @Test
    void xml_ofTheArtifacts_isInThePomOfTheConsumer() throws Exception {
        String consumer = withoutSpace(Files.readString(Path.of("consumer/pom.xml")))
                .replace("<version>" + version(), "<version>" + documented());
        Matcher shown = XML.matcher(Files.readString(ARTIFACTS));
        assertThat(shown.find()).isTrue();
        assertThat(consumer).contains(withoutSpace(shown.group(1)));
    }

    /** The version in the documents: of the newest release or, before the first one, of the build. */
    private static String documented() throws Exception {
        Matcher release = RELEASE.matcher(Files.readString(ROOT.resolve("CHANGELOG.md")));
        return release.find() ? release.group(1) : version();
    }

    private static Set<String> deployedJars() throws Exception {
        return PublishedModule.all().stream()
                .map(PublishedModule::artifact)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Iterable<Path> documents() throws IOException {
        try (Stream<Path> files = Files.list(ROOT.resolve("docs"))) {
            return Stream.concat(
                            Stream.of(ROOT.resolve("README.md")),
                            files.filter(file -> file.toString().endsWith(".md")))
                    .toList();
        }
    }

    private static String withoutSpace(String text) {
        return text.replaceAll("\\s+", "");
    }
}
