package io.stepprofiler.documentation;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/**
 * A module of the build that is deployed as a jar.
 *
 * @param artifact its artifact id
 * @param folder where its pom is
 */
record PublishedModule(String artifact, Path folder) {
    /** Root of the project. */
    static final Path ROOT = Path.of("..");

    private static final XPath XPATH = XPathFactory.newInstance().newXPath();

    private static final String MODULES = "/project/modules/module | //profile[id='release']/modules/module";

    /** {@return all modules but those that say that they are not deployed, in the order of the poms} */
    static List<PublishedModule> all() throws Exception {
        Stream.Builder<PublishedModule> published = Stream.builder();
        for (String module : values(ROOT, MODULES)) {
            Path folder = ROOT.resolve(module);
            if (values(folder, "/project/properties/maven.deploy.skip").isEmpty()
                    && values(folder, "/project/packaging").isEmpty()) {
                published.add(new PublishedModule(
                        values(folder, "/project/artifactId").get(0), folder));
            }
        }
        return published.build().toList();
    }

    /** {@return the version of the build} */
    static String version() throws Exception {
        return values(ROOT, "/project/version").get(0);
    }

    /**
     * {@return the texts of the elements of a pom, in its order}
     *
     * @param folder where the pom is
     * @param path the elements
     */
    static List<String> values(Path folder, String path) throws Exception {
        Document pom = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(folder.resolve("pom.xml").toFile());
        NodeList nodes = (NodeList) XPATH.evaluate(path, pom, XPathConstants.NODESET);
        return IntStream.range(0, nodes.getLength())
                .mapToObj(i -> nodes.item(i).getTextContent().strip())
                .toList();
    }
}
