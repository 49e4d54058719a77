package io.stepprofiler.wire;

import io.stepprofiler.event.RecordingOptions;
import java.util.List;
import java.util.Set;

/** Recorded details of events as words, by which readers tell absent data from data that was not recorded. */
public final class RecordedDetails {
    /** Key of the words in the metadata. */
    public static final String KEY = "recorded details";

    private RecordedDetails() {}

    /**
     * {@return the words, as in {@code shapes memory times}}
     *
     * @param options the recorded details
     */
    public static String text(RecordingOptions options) {
        return (options.recordShapes() ? "shapes " : "")
                + (options.profileMemory() ? "memory " : "")
                + (options.withStack() ? "stacks " : "")
                + (options.withModules() ? "modules " : "")
                + (options.withFlops() ? "flops " : "")
                + "times";
    }

    /**
     * {@return the options that the words stand for}
     *
     * @param text words, as in {@code shapes memory times}
     */
    public static RecordingOptions of(String text) {
        Set<String> words = Set.copyOf(List.of(text.split(" ", -1)));
        return new RecordingOptions(
                words.contains("shapes"),
                words.contains("memory"),
                words.contains("stacks"),
                words.contains("flops"),
                words.contains("modules"));
    }
}
