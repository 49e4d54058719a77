package io.stepprofiler.documentation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Comments, messages and documents are in plain words. {@code words.txt} has the patterns that make a reader stumble,
 * each with better words; {@code words-exceptions.txt} has the sentences that may keep one, each with a reason.
 */
@Tag("sources")
class WordsTest {
    private static final int MOST_EXCEPTIONS = 30;
    private static final int FEWEST_WORDS = 3;

    private static final Pattern SENTENCE_END = Pattern.compile("(?<=[.;:?!])\\s+");

    /** A pattern to avoid, and what to write instead. */
    private record Stumble(Pattern pattern, String instead) {
        boolean isIn(String sentence) {
            return pattern.matcher(sentence).find();
        }
    }

    @Test
    void sentences_ofSourcesAndDocuments_areInPlainWords() throws IOException {
        List<Stumble> stumbles = stumbles();
        Map<String, String> exceptions = table("words-exceptions.txt");
        List<String> found = new ArrayList<>();
        int sentences = 0;
        for (String file : files()) {
            for (String sentence : sentences(file)) {
                sentences++;
                stumbles.stream()
                        .filter(each -> each.isIn(sentence) && !exceptions.containsKey(sentence))
                        .findFirst()
                        .ifPresent(each -> found.add(file + ": \"" + sentence + "\": write " + each.instead()));
            }
        }
        assertThat(sentences).isGreaterThan(10_000);
        assertThat(found).isEmpty();
    }

    @Test
    void exceptions_areFewAndInUse() throws IOException {
        List<Stumble> stumbles = stumbles();
        List<String> all = new ArrayList<>();
        for (String file : files()) {
            all.addAll(sentences(file));
        }
        assertThat(table("words-exceptions.txt").keySet())
                .hasSizeLessThanOrEqualTo(MOST_EXCEPTIONS)
                .allSatisfy(sentence -> assertThat(stumbles).anyMatch(each -> each.isIn(sentence)))
                .allSatisfy(sentence -> assertThat(all).contains(sentence));
    }

    private static List<String> files() throws IOException {
        return ProjectFiles.paths().stream()
                .filter(path -> Prose.isIn(Path.of(path)))
                .toList();
    }

    private static List<String> sentences(String file) throws IOException {
        return Prose.of(ProjectFiles.ROOT.resolve(file)).stream()
                .flatMap(text -> Arrays.stream(SENTENCE_END.split(text)))
                .map(sentence -> sentence.replaceAll("^[ .*]+|[ .*]+$", ""))
                .filter(sentence -> sentence.split(" ").length >= FEWEST_WORDS)
                .toList();
    }

    private static List<Stumble> stumbles() throws IOException {
        return table("words.txt").entrySet().stream()
                .map(line -> new Stumble(Pattern.compile(line.getKey()), line.getValue()))
                .toList();
    }

    /** A resource with a key and a value on each line, separated by a tabulator. */
    private static Map<String, String> table(String name) throws IOException {
        Map<String, String> table = new LinkedHashMap<>();
        try (InputStream in = Objects.requireNonNull(WordsTest.class.getResourceAsStream(name))) {
            new String(in.readAllBytes(), UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(line -> line.split("\t+", 2))
                    .forEach(line -> table.put(line[0], line[1]));
        }
        return table;
    }
}
