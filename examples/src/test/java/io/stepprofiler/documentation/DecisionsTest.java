package io.stepprofiler.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Decisions are short, and the code that one explains cites its number. */
@Tag("sources")
class DecisionsTest {
    private static final Path DECISIONS = ProjectFiles.ROOT.resolve("docs/decisions.md");
    private static final Pattern DECISION = Pattern.compile("(?ms)^\\*\\*([A-Z]+)(\\d+)\\. .*?(?=\n\n|\\Z)");
    private static final Pattern REFERENCE = Pattern.compile("decision ([A-Z]+\\d+)");

    /** A comment that begins with a number. Javadoc does not: its first sentence defines the type or member. */
    private static final Pattern CITATION = Pattern.compile("(?m)(?://|/\\*|<!--|^\\s*#) ([A-Z]+\\d+): ");

    private static final Pattern CODE =
            Pattern.compile(".*/src/main/.*\\.(java|c|h|js|proto|sh)|(.*/)?pom\\.xml|\\.ci/[^/]+");
    private static final int MOST_LINES = 6;
    private static final int COLUMNS = 120;

    @Test
    void decisions_ofEachArea_areShortAndInOrder() throws IOException {
        Map<String, Integer> last = new TreeMap<>();
        DECISION.matcher(Files.readString(DECISIONS)).results().forEach(decision -> {
            int number = Integer.parseInt(decision.group(2));
            assertThat(number).as(decision.group()).isGreaterThan(last.getOrDefault(decision.group(1), 0));
            last.put(decision.group(1), number);
            assertThat(decision.group().lines())
                    .hasSizeLessThanOrEqualTo(MOST_LINES)
                    .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(COLUMNS));
        });
        assertThat(last).hasSizeGreaterThan(5);
    }

    @Test
    void decisions_thatDocumentsReferTo_areThere() throws IOException {
        Set<String> known = known();
        for (String path : ProjectFiles.paths()) {
            if (path.endsWith(".md") && !path.endsWith("CHANGELOG.md")) {
                assertThat(known).as(path).containsAll(numbers(REFERENCE, path));
            }
        }
    }

    @Test
    void decisions_inCode_areEachDecisionAndNoOther() throws IOException {
        Map<String, String> cited = new TreeMap<>();
        for (String path : ProjectFiles.paths()) {
            if (CODE.matcher(path).matches() && Files.isRegularFile(ProjectFiles.ROOT.resolve(path))) {
                numbers(CITATION, path).forEach(number -> cited.put(number, path));
            }
        }
        assertThat(cited.keySet()).as("Cited in %s", cited).containsExactlyElementsOf(known());
    }

    /** Numbers of all decisions; a withdrawn one is not in the document. */
    private static Set<String> known() throws IOException {
        Matcher matcher = DECISION.matcher(Files.readString(DECISIONS));
        return matcher.results()
                .map(decision -> decision.group(1) + decision.group(2))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> numbers(Pattern pattern, String path) throws IOException {
        Matcher matcher = pattern.matcher(Files.readString(ProjectFiles.ROOT.resolve(path)));
        return matcher.results().map(match -> match.group(1)).collect(Collectors.toCollection(TreeSet::new));
    }
}
