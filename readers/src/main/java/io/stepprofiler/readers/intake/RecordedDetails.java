package io.stepprofiler.readers.intake;

import io.stepprofiler.event.CaptureOptions;
import java.util.List;
import java.util.Set;

/** What was recorded about each event, as words in a file of ours. */
public final class RecordedDetails {
    /** The key of the words. */
    public static final String KEY = "recorded details";

    private RecordedDetails() {}

    /**
     * {@return the options that the words stand for}
     *
     * @param text words, as in {@code shapes memory times}
     */
    public static CaptureOptions of(String text) {
        Set<String> words = Set.copyOf(List.of(text.split(" ")));
        return new CaptureOptions(
                words.contains("shapes"),
                words.contains("memory"),
                words.contains("stacks"),
                words.contains("flops"),
                words.contains("modules"));
    }
}
