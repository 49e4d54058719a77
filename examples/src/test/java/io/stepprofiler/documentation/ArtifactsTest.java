package io.stepprofiler.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/** Names and versions of the artifacts: in the poms, in the bill of materials and in the documents. */
class ArtifactsTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern COORDINATES =
            Pattern.compile("io\\.stepprofiler:([a-z-]+)(?::([\\w.-]+?)(?=[\\s\"=@]|$))?");
    private static final Pattern XML = Pattern.compile("```xml\n(.*?)```", Pattern.DOTALL);

    private final XPath xpath = XPathFactory.newInstance().newXPath();

    @Test
    void bom_ofTheBuild_pinsWhatIsDeployedAndNothingElse() throws Exception {
        Document bom = pom(ROOT.resolve("bom/pom.xml"));
        assertThat(values(bom, "/project/parent/artifactId")).isEmpty();
        assertThat(values(bom, "//dependency/groupId")).containsOnly("io.stepprofiler");
        assertThat(values(bom, "//dependency/version")).containsOnly("${project.version}");
        assertThat(values(bom, "/project/version")).containsExactly(version());
        assertThat(values(bom, "//dependency/artifactId")).isEqualTo(deployedJars());
    }

    @Test
    void coordinates_inDocuments_areThoseOfTheBuild() throws Exception {
        Set<String> known = deployedJars();
        known.add("step-profiler-bom");
        Set<String> named = new TreeSet<>();
        for (Path document : documents()) {
            Matcher matcher = COORDINATES.matcher(Files.readString(document));
            while (matcher.find()) {
                named.add(matcher.group(1));
                assertThat(matcher.group(2)).as(matcher.group()).isIn(null, version());
            }
        }
        assertThat(known).containsAll(named);
        assertThat(named).contains("step-profiler-bom", "profiler-handlers", "step-profiler-agent", "stepprof");
    }

    @Test
    void xml_ofTheReadme_isInThePomOfTheConsumer() throws IOException {
        String consumer = withoutSpace(Files.readString(Path.of("consumer/pom.xml")));
        Matcher shown = XML.matcher(Files.readString(ROOT.resolve("README.md")));
        assertThat(shown.find()).isTrue();
        assertThat(consumer).contains(withoutSpace(shown.group(1)));
    }

    private String version() throws Exception {
        return values(pom(ROOT.resolve("pom.xml")), "/project/version")
                .iterator()
                .next();
    }

    /** The names of all modules but those that say that they are not deployed. */
    private Set<String> deployedJars() throws Exception {
        Set<String> names = new TreeSet<>();
        for (String module : values(pom(ROOT.resolve("pom.xml")), "/project/modules/module")) {
            Document pom = pom(ROOT.resolve(module).resolve("pom.xml"));
            if (values(pom, "/project/properties/maven.deploy.skip").isEmpty()
                    && values(pom, "/project/packaging").isEmpty()) {
                names.addAll(values(pom, "/project/artifactId"));
            }
        }
        return names;
    }

    private Set<String> values(Document pom, String path) throws Exception {
        NodeList nodes = (NodeList) xpath.evaluate(path, pom, XPathConstants.NODESET);
        return IntStream.range(0, nodes.getLength())
                .mapToObj(i -> nodes.item(i).getTextContent().strip())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Document pom(Path file) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
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
