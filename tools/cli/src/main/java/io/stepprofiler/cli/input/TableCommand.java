package io.stepprofiler.cli.input;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.stepprofiler.document.Csv;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Option;

/** A command that prints a table, whose rows programs can have alone. */
public abstract class TableCommand extends Subcommand {
    @Option(names = "--csv", description = "print only the rows, all and with exact numbers, as comma-separated values")
    protected boolean isCsv;

    /** Refuses another form of the output. */
    protected void checkForm(Form form) {
        if (isCsv && form != Form.TEXT) {
            throw refusal(
                    "--csv is not allowed with the format " + form + ": must be with standard output, or a file *.txt");
        }
    }

    /** Records as comma-separated values: a column for each member of their JSON, such as {@code interval.low}. */
    protected static String csv(List<?> records) {
        return rows(new ObjectMapper()
                .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
                .valueToTree(records));
    }

    /** The objects of an array in JSON as comma-separated values. */
    protected static String csv(String json, String place) throws IOException {
        return rows(new ObjectMapper().readTree(json).at(place));
    }

    private static String rows(JsonNode records) {
        Set<String> names = new LinkedHashSet<>();
        List<Map<String, Object>> rows = new ArrayList<>();
        for (JsonNode each : records) {
            Map<String, Object> row = new LinkedHashMap<>();
            add("", each, row);
            names.addAll(row.keySet());
            rows.add(row);
        }
        StringBuilder csv = new StringBuilder(rows.isEmpty() ? "" : Csv.line(names.stream()));
        rows.forEach(row -> csv.append(Csv.line(names.stream().map(name -> row.getOrDefault(name, "")))));
        return csv.toString();
    }

    private static void add(String name, JsonNode value, Map<String, Object> row) {
        if (value.isObject()) {
            String outer = name.isEmpty() ? "" : name + ".";
            value.properties().forEach(each -> add(outer + each.getKey(), each.getValue(), row));
        } else if (value.isArray()) {
            row.put(name, value.valueStream().map(JsonNode::asText).toList());
        } else {
            row.put(name, value.isNumber() ? value.numberValue() : value.asText(""));
        }
    }
}
