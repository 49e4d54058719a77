package io.stepprofiler.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The tables of features of others: nothing is missing, and every test they name is there. */
@Tag("sources")
class ParityTest {
    private static final Pattern TEST = Pattern.compile("`(\\w+)\\.(\\w+)`");
    private static final Pattern NAME =
            Pattern.compile("`([A-Z]\\w+(?:\\.Builder)?)(?:\\.([A-Za-z_]\\w*))?(?:\\(.*?\\))?`");

    /** A document with such tables, whose first column has this heading; a resource has the features a second time. */
    private record Document(String name, String heading) {
        List<String> features() throws IOException {
            try (InputStream in = ParityTest.class.getResourceAsStream(name.replace(".md", ".txt"))) {
                return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                        .lines()
                        .filter(line -> !line.startsWith("# "))
                        .toList();
            }
        }

        Path path() {
            return Path.of("..", "docs", name);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Document> documents() {
        return Stream.of(
                new Document("PARITY.md", "torch"),
                new Document("PARITY-XPROF.md", "JAX"),
                new Document("PARITY-MXNET.md", "MXNet"),
                new Document("PARITY-AESARA.md", "Aesara"));
    }

    private record Row(String theirs, String here, String test) {}

    @ParameterizedTest
    @MethodSource("documents")
    void features_ofTheOthers_haveARow(Document document) throws IOException {
        String named =
                String.join("\n", rows(document).stream().map(Row::theirs).toList());
        assertThat(document.features())
                .isNotEmpty()
                .allSatisfy(feature -> assertThat(named).contains("`" + feature + "`"));
    }

    @ParameterizedTest
    @MethodSource("documents")
    void rows_all_sayWhatItIsCalledHereAndNameATest(Document document) throws IOException {
        assertThat(rows(document)).hasSizeGreaterThan(25).allSatisfy(row -> {
            assertThat(row.here()).isNotBlank();
            assertThat(TEST.matcher(row.test()).find()).as(row.toString()).isTrue();
        });
    }

    @ParameterizedTest
    @MethodSource("documents")
    void tests_thatRowsName_areThere(Document document) throws IOException {
        Set<String> named = new TreeSet<>();
        for (Row row : rows(document)) {
            Matcher matcher = TEST.matcher(row.test());
            while (matcher.find()) {
                named.add(matcher.group(1) + "." + matcher.group(2));
            }
        }
        assertThat(tests()).containsAll(named);
    }

    @ParameterizedTest
    @MethodSource("documents")
    void names_thatRowsGive_areThere(Document document) throws IOException {
        Map<String, String> sources = new TreeMap<>();
        for (Path source : sources("src/main/java", ".java")) {
            // Two packages may have a class of one name.
            sources.merge(
                    source.getFileName().toString().replace(".java", ""), Files.readString(source), String::concat);
        }
        for (Row row : rows(document)) {
            Matcher matcher = NAME.matcher(row.here());
            while (matcher.find()) {
                String type = matcher.group(1).equals("Schedule.Builder") ? "Schedule" : matcher.group(1);
                assertThat(sources).as(row.toString()).containsKey(type);
                if (matcher.group(2) != null) {
                    assertThat(sources.get(type)).as(row.toString()).contains(matcher.group(2));
                }
            }
        }
    }

    private static List<Path> sources(String folder, String ending) throws IOException {
        try (Stream<Path> files = Files.walk(Path.of(".."))) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .filter(file -> file.toString().contains(folder))
                    .toList();
        }
    }

    private static List<Row> rows(Document document) throws IOException {
        List<Row> rows = new ArrayList<>();
        for (String line : Files.readAllLines(document.path())) {
            if (line.startsWith("| ") && !line.startsWith("| " + document.heading() + " |")) {
                String[] cells = line.split("\\|", -1);
                assertThat(cells).as(line).hasSize(6);
                rows.add(new Row(cells[1].strip(), cells[2].strip(), cells[3].strip()));
            }
        }
        return rows;
    }

    /** Every test method of the project, with its class. */
    private static Set<String> tests() throws IOException {
        Pattern method = Pattern.compile("\n    void (\\w+)\\(");
        Set<String> tests = new TreeSet<>();
        for (Path source : sources("src/test/java", "Test.java")) {
            String name = source.getFileName().toString().replace(".java", "");
            Matcher matcher = method.matcher(Files.readString(source));
            while (matcher.find()) {
                tests.add(name + "." + matcher.group(1));
            }
        }
        return tests;
    }
}
