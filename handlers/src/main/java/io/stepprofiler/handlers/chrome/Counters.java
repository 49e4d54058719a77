package io.stepprofiler.handlers.chrome;

import io.stepprofiler.handlers.rows.CounterNames;
import io.stepprofiler.json.JsonText;
import io.stepprofiler.trace.CounterTrack;
import java.io.IOException;

/** Writes the samples of counters, each on a line with a comma at its end. */
final class Counters {
    private final Document document;
    private final JsonBytes out;

    Counters(Document document) {
        this.document = document;
        this.out = document.out;
    }

    void write(CounterTrack counter) throws IOException {
        String domain = counter.domain();
        String category = domain.isEmpty() ? "" : ",\"cat\":" + JsonText.quoted(domain);
        byte[] prefix = JsonText.utf8("{\"ph\":\"C\"" + category + ",\"name\":"
                + JsonText.quoted(CounterNames.of(counter)) + ",\"pid\":"
                + document.layout.processes().hostPid() + ",\"ts\":");
        for (int i = 0; i < counter.size(); i++) {
            document.meter.add(1);
            if (Double.isFinite(counter.value(i))) {
                out.put(prefix);
                out.micros(counter.nanos(i) + document.base.offset());
                // Perfetto calls it by its name and that of the value, which is empty for that reason.
                out.put(",\"args\":{\"\":" + number(counter, i));
                out.put("}},\n");
            }
        }
    }

    /** A whole number that no double is equal to is written as such. */
    private static String number(CounterTrack counter, int sample) {
        long whole = counter.longValue(sample);
        return whole == (long) counter.value(sample) ? JsonText.number(counter.value(sample)) : Long.toString(whole);
    }
}
