package io.stepprofiler.handlers.perfetto;

import io.stepprofiler.handlers.output.SafeText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Texts of one kind that a file interns: each has the same number, from 1, on all sequences that write it. */
final class InternedTexts {
    private final int field;
    private final Map<String, Integer> ids = new HashMap<>();
    private final List<byte[]> texts = new ArrayList<>();

    /** A dictionary that is written in a field of {@code InternedData}. */
    InternedTexts(int field) {
        this.field = field;
    }

    int field() {
        return field;
    }

    int id(String text) {
        Integer known = ids.get(text);
        if (known != null) {
            return known;
        }
        texts.add(SafeText.utf8(text));
        ids.put(text, texts.size());
        return texts.size();
    }

    /** The text in UTF-8; not to be changed. */
    byte[] text(int id) {
        return texts.get(id - 1);
    }
}
