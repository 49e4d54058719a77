package io.stepprofiler.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.text.OneLine;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentTest {
    private static final int TRIALS = 2_000;
    private static final List<String> PIECES = List.of(
            "a",
            "name",
            "x.y",
            "1",
            "2.",
            "3)",
            "-",
            "+",
            "=",
            "#",
            "*",
            "**",
            "_",
            "`",
            "```",
            "~~",
            "|",
            "\\",
            "\\|",
            "<b>",
            "&lt;",
            "&",
            "[a](b)",
            "![",
            "!",
            ">",
            "\u001b[31m",
            "\n",
            "\t",
            "\u202e",
            "µs",
            "\ud83d\ude00",
            "←",
            "---",
            "===",
            "http://x",
            ":",
            "\"",
            "'",
            "{",
            "}",
            "$",
            " ",
            " ",
            " ");

    private final SplittableRandom random = new SplittableRandom(7);

    /** A random text with markup. */
    private String text() {
        return IntStream.range(0, 1 + random.nextInt(12))
                .mapToObj(i -> PIECES.get(random.nextInt(PIECES.size())))
                .collect(Collectors.joining());
    }

    /** Texts as three columns, for a table with figures and names of each kind. */
    private List<List<String>> rows(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> List.of(text(), text(), text()))
                .toList();
    }

    private static Table<List<String>> table(List<List<String>> rows, int limit) {
        return Table.of(rows, limit)
                .name("a | name", row -> row.get(0))
                .figure("figure", row -> "1.0 ms", rest -> rest.size() + ".0 ms")
                .name("further name", row -> row.get(1))
                .path("path", row -> row.get(2));
    }

    private static String shown(String text) {
        return OneLine.of(text).strip();
    }

    @Test
    void markdown_ofAnyTexts_isReadBackUnchanged() {
        for (int i = 0; i < TRIALS; i++) {
            String text = "x" + text();
            String start = text() + "x";
            List<List<String>> rows = rows(4);
            String markdown = new Document()
                    .heading(2, text)
                    .paragraph(start)
                    .note(text)
                    .item("", start, List.of(start, text))
                    .item(text, start, List.of())
                    .table(table(rows, 2).strong(row -> row == rows.get(0)))
                    .markdown();
            List<List<String>> expected = new ArrayList<>(List.of(
                    List.of("heading 2", shown(text)),
                    List.of("paragraph", shown(start)),
                    List.of("paragraph", "Note: " + shown(text)),
                    List.of("paragraph", shown(start)),
                    List.of("paragraph", shown(start)),
                    List.of("paragraph", shown(text)),
                    List.of("paragraph", shown(shown(text) + ": " + OneLine.of(start))),
                    List.of("row", "a | name", "figure", "further name", "path")));
            rows.subList(0, 2)
                    .forEach(row -> expected.add(
                            List.of("row", shown(row.get(0)), "1.0 ms", shown(row.get(1)), shown(row.get(2)))));
            expected.add(List.of("row", "2 more", "2.0 ms", "", ""));
            assertThat(ReadMarkdown.of(markdown)).as(markdown).isEqualTo(expected);
        }
    }

    @Test
    void text_ofAnyTexts_fitsTheWidthAndHasOneLineForEachRow() {
        for (int i = 0; i < TRIALS; i++) {
            int width = 50 + random.nextInt(100);
            List<List<String>> rows = rows(random.nextInt(1, 6));
            List<String> lines = new Document()
                    .table(table(rows, rows.size()))
                    .text(width)
                    .lines()
                    .toList();
            assertThat(lines)
                    .hasSize(rows.size() + 1)
                    .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(width))
                    .allSatisfy(line -> assertThat(OneLine.of(line)).isEqualTo(line));
        }
    }

    @Test
    void text_ofSentences_isBrokenAtSpacesAndComplete() {
        for (int i = 0; i < TRIALS; i++) {
            int width = 20 + random.nextInt(100);
            String sentence = "x" + text() + " " + text() + " " + text();
            List<String> lines = new Document()
                    .paragraph(sentence)
                    .note(sentence)
                    .item("lead", sentence, List.of(sentence))
                    .text(width)
                    .lines()
                    .toList();
            assertThat(lines)
                    .allSatisfy(line -> assertThat(line.length() <= Math.min(width, 100)
                                    || !line.strip().contains(" ")
                                    || line.startsWith("! ")
                                    || line.startsWith("lead: "))
                            .as(line)
                            .isTrue());
            String words = OneLine.of(sentence).replaceAll(" +", "");
            assertThat(String.join("", lines).replaceAll(" +", ""))
                    .isEqualTo(words + "!" + words + "lead:" + words + words);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"100 %", "12.3 ms", "7 µs", "5 s,", "1.50 MiB", "2 GB/s", "+3 B"})
    void text_ofFigures_isNotBrokenBeforeTheirUnits(String figure) {
        assertThat(new Document().paragraph("about sixteen " + figure + " more").text(17))
                .isEqualTo("about sixteen\n  " + figure + " more\n");
        assertThat(new Document().paragraph("about 16 steps").text(10)).isEqualTo("about 16\n  steps\n");
    }

    @Test
    void text_ofEachBlock_hasHeadingsApartAndTheRowThatStandsOutMarked() {
        assertThat(new Document()
                        .heading(2, "Title")
                        .note("few steps")
                        .paragraph("")
                        .item("[info] Name", "a sentence", List.of("a detail"))
                        .table("Left out", Table.of(List.<String>of()).name("none", row -> row))
                        .table(
                                "Rows",
                                Table.of(List.of("first", "second", "third"), 2)
                                        .name("name", row -> row)
                                        .figure("length", row -> String.valueOf(row.length()))
                                        .strong(row -> row.equals("second")))
                        .text())
                .isEqualTo("""
                        Title
                        ! few steps
                        [info] Name: a sentence
                            a detail

                        Rows
                          name    length
                          first        5
                        * second       6
                          1 more
                        """);
    }

    @Test
    void text_ofATooWideTable_cutsTheLongestNamesAtTheirLessTellingEnd() {
        assertThat(new Document()
                        .table(Table.of(List.of("abcdefghijklmnopqrstuvwxyz"))
                                .figure("figure", row -> "123456789.0 ms")
                                .name("name", row -> row)
                                .path("path", row -> row))
                        .text(40))
                .isEqualTo("""
                                figure  name         path
                        123456789.0 ms  abcdefghij…  …qrstuvwxyz
                        """);
    }
}
