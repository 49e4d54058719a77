package io.stepprofiler.averages;

import io.stepprofiler.document.Csv;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.json.JsonText;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Stream;

/** Key averages as a JSON object of {@code rows} and {@code totals}. */
record Json(Report report) {
    String print() {
        StringBuilder out = new StringBuilder("{\"rows\":[");
        List<Column> columns = report.columns();
        String gap = "\n";
        for (KeyAverage row : report.rows()) {
            StringJoiner object = new StringJoiner(",", gap + "{", "}");
            columns.forEach(
                    column -> object.add('"' + column.key() + "\":" + value(column.value(row, report.averages()))));
            out.append(object);
            gap = ",\n";
        }
        return out.append("],\n\"totals\":").append(totals()).append("}\n").toString();
    }

    private String totals() {
        AveragesData averages = report.averages();
        StringJoiner totals = new StringJoiner(",", "{", "}");
        totals.add("\"self_cpu_time_ns\":" + averages.selfNanosTotal());
        totals.add("\"idle_time_ns\":" + averages.nanosOutsideTotal(EventKind.WAIT));
        totals.add("\"virtual_machine_time_ns\":" + averages.nanosOutsideTotal(EventKind.VIRTUAL_MACHINE));
        if (averages.measured().sampledTime()) {
            totals.add("\"self_sampled_time_ns\":" + averages.sampledNanosTotal());
        }
        if (averages.measured().deviceTime()) {
            totals.add("\"self_device_time_ns\":" + averages.deviceNanosTotal());
        }
        totals.add("\"rows\":" + averages.rows().size());
        totals.add("\"inner_rows_not_shown\":" + report.innerRows());
        totals.add("\"rows_beyond_limit\":" + report.rowsBeyondLimit());
        totals.add("\"other_events\":" + averages.other());
        totals.add("\"unfinished_events\":" + averages.unfinished());
        totals.add("\"dropped_events\":" + averages.dropped());
        return totals.toString();
    }

    private static String value(Object value) {
        if (value instanceof Number number) {
            String plain = Csv.line(Stream.of(number)).strip();
            return plain.isEmpty() ? "null" : plain;
        }
        if (value instanceof List<?> list) {
            StringJoiner array = new StringJoiner(",", "[", "]");
            list.forEach(each -> array.add(value(each)));
            return array.toString();
        }
        return JsonText.quoted(value.toString());
    }
}
