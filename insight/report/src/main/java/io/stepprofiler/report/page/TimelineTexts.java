package io.stepprofiler.report.page;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Texts by number, each distinct one once. Number 0 is the empty text. Not thread-safe. */
final class TimelineTexts {
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> texts = new ArrayList<>();

    TimelineTexts() {
        number("");
    }

    int number(String text) {
        return numbers.computeIfAbsent(text, fresh -> {
            texts.add(fresh);
            return texts.size() - 1;
        });
    }

    void write(String field, JsonGenerator json) throws IOException {
        json.writeArrayFieldStart(field);
        for (String text : texts) {
            json.writeString(text);
        }
        json.writeEndArray();
    }
}
