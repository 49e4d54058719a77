package io.stepprofiler.cli.input;

import io.stepprofiler.fleet.RankPlace;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import picocli.CommandLine.Option;

/** Option for labels of ranks by the names of their hosts, such as the rack. */
final class PlaceLabels {
    private static final int MAX_BYTES = 10_000_000;

    @Option(
            names = "--label",
            paramLabel = "NAME=REGEX|@FILE",
            description = "label of a rank by its host, such as rack='(r[0-9]+)-.*': the first group of the expression,"
                    + " which must match the whole name; or a file with lines HOST,VALUE; may be repeated. The label"
                    + " rack groups hosts.")
    private Map<String, String> labels = new LinkedHashMap<>();

    /** Value of a label by the name of a host; empty if it is not known. */
    private interface Label {
        String of(String host);
    }

    /**
     * Returns the addition of the labels to the place of a rank.
     *
     * @throws IOException if an expression is wrong or a file cannot be read
     */
    UnaryOperator<RankPlace> toPlaces() throws IOException {
        Map<String, Label> all = new LinkedHashMap<>();
        for (Map.Entry<String, String> each : labels.entrySet()) {
            all.put(
                    each.getKey(),
                    each.getValue().startsWith("@")
                            ? file(Path.of(each.getValue().substring(1)))
                            : expression(each.getKey(), each.getValue()));
        }
        return place -> {
            Map<String, String> values = new HashMap<>(place.labels());
            all.forEach((name, label) -> {
                String value = label.of(place.host());
                if (!value.isEmpty()) {
                    values.put(name, value);
                }
            });
            return place.withLabels(values);
        };
    }

    /**
     * Rejects a label that no host has: its ranks would not be grouped.
     *
     * @throws IOException if there is one
     */
    void check(List<RankPlace> places) throws IOException {
        for (Map.Entry<String, String> each : labels.entrySet()) {
            if (places.stream().noneMatch(place -> place.labels().containsKey(each.getKey()))) {
                throw new IOException("--label " + each.getKey() + "=" + each.getValue()
                        + " is not allowed: must match the name of a host, such as "
                        + places.stream().map(RankPlace::host).findFirst().orElse("host1"));
            }
        }
    }

    private static Label expression(String name, String regex) throws IOException {
        try {
            Pattern pattern = Pattern.compile(regex);
            return host -> {
                Matcher matcher = pattern.matcher(host);
                return matcher.matches()
                        ? Objects.requireNonNullElse(matcher.group(Math.min(1, matcher.groupCount())), "")
                        : "";
            };
        } catch (PatternSyntaxException e) {
            throw new IOException(
                    "--label " + name + "=" + regex + " is not allowed: must be a regular expression: "
                            + e.getDescription(),
                    e);
        }
    }

    private static List<String> lines(Path file) throws IOException {
        try {
            return Files.readAllLines(file);
        } catch (CharacterCodingException e) {
            throw new IOException(file + " is not allowed: must be text in UTF-8", e);
        }
    }

    private static Label file(Path file) throws IOException {
        if (Files.size(file) > MAX_BYTES) {
            throw new IOException(file + " has more than " + MAX_BYTES + " bytes");
        }
        Map<String, String> values = new HashMap<>();
        for (String line : lines(file)) {
            int comma = line.indexOf(',');
            if (comma > 0) {
                values.put(
                        line.substring(0, comma).strip(),
                        line.substring(comma + 1).strip());
            } else if (!line.isBlank()) {
                throw new IOException(file + ": line '" + line + "' is not allowed: must be HOST,VALUE");
            }
        }
        return host -> values.getOrDefault(host, "");
    }
}
