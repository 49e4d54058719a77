package io.stepprofiler.averages;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** A printed table taken apart at its three rules, and into cells below the parts of the first. */
record PrintedTable(
        List<String> above, String rule, List<String> titles, List<List<String>> rows, List<String> footer) {
    static PrintedTable of(String text) {
        assertThat(text).endsWith("\n");
        List<String> lines = List.of(text.split("\n", -1));
        int[] rules = IntStream.range(0, lines.size())
                .filter(i -> lines.get(i).matches("-+(  -+)+"))
                .toArray();
        assertThat(rules).hasSize(3);
        assertThat(rules[1]).isEqualTo(rules[0] + 2);
        assertThat(List.of(lines.get(rules[1]), lines.get(rules[2]))).containsOnly(lines.get(rules[0]));
        return new PrintedTable(
                lines.subList(0, rules[0]),
                lines.get(rules[0]),
                cells(lines.get(rules[0]), lines.get(rules[0] + 1)),
                lines.subList(rules[1] + 1, rules[2]).stream()
                        .map(line -> cells(lines.get(rules[0]), line))
                        .toList(),
                lines.subList(rules[2] + 1, lines.size() - 1));
    }

    private static List<String> cells(String rule, String line) {
        return Pattern.compile("-+")
                .matcher(rule)
                .results()
                .map(column -> line.substring(
                                Math.min(column.start(), line.length()), Math.min(column.end(), line.length()))
                        .strip())
                .toList();
    }

    List<String> column(String title) {
        int index = titles.indexOf(title);
        return rows.stream().map(row -> row.get(index)).toList();
    }

    List<String> names() {
        return column("Name");
    }

    int nameWidth() {
        return rule.indexOf(' ');
    }
}
