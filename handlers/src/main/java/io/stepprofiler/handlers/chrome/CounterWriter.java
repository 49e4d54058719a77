package io.stepprofiler.handlers.chrome;

import io.stepprofiler.json.JsonText;
import io.stepprofiler.trace.CounterTrack;
import java.io.IOException;

/** Writes the samples of counters, each on a line with a comma at its end. */
final class CounterWriter {
    private final ChromeDocument document;
    private final JsonBytes out;

    CounterWriter(ChromeDocument document) {
        this.document = document;
        this.out = document.out;
    }

    void write(CounterTrack counter) throws IOException {
        String domain = counter.domain();
        // Viewers identify counters by name and id.
        String quoted = JsonText.quoted(domain);
        String category = domain.isEmpty() ? "" : ",\"cat\":" + quoted + ",\"id\":" + quoted;
        byte[] prefix = JsonText.utf8("{\"ph\":\"C\"" + category + ",\"name\":"
                + JsonText.quoted(counter.name()) + ",\"pid\":"
                + document.layout.processes().hostPid() + ",\"ts\":");
        for (int i = 0; i < counter.size(); i++) {
            document.meter.add(1);
            if (Double.isFinite(counter.value(i))) {
                out.put(prefix);
                out.micros(counter.nanos(i) + document.base.offset());
                // Perfetto appends the value's name to the counter's, so it is empty.
                out.put(",\"args\":{\"\":" + number(counter, i));
                out.put("}},\n");
            }
        }
    }

    /** Returns the sample; a whole number that no double equals is kept whole. */
    private static String number(CounterTrack counter, int sample) {
        long whole = counter.longValue(sample);
        return whole == (long) counter.value(sample) ? JsonText.number(counter.value(sample)) : Long.toString(whole);
    }
}
