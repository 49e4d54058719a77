package io.stepprofiler.mxnet;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Commands to other processes, and what a process does that gets one. */
enum RankCommand {
    CONFIG(Profiler::setConfig),
    STATE(values -> Profiler.setState(values.getOrDefault("state", ""))),
    PAUSE(values -> Profiler.pause()),
    RESUME(values -> Profiler.resume()),
    DUMP(values -> Profiler.dump(Boolean.parseBoolean(values.get("finished"))));

    private static final String FILENAME = "filename";
    private static final String DEFAULT_FILENAME = "profile.json";

    @SuppressWarnings("ImmutableEnumChecker") // Functions without state.
    private final Consumer<Map<String, String>> effect;

    RankCommand(Consumer<Map<String, String>> effect) {
        this.effect = effect;
    }

    /** Does it in this process. */
    void perform(Map<String, String> values, int rank) {
        effect.accept(this == CONFIG ? named(values, rank) : values);
    }

    /** With a file of the rank's own. */
    private static Map<String, String> named(Map<String, String> values, int rank) {
        Map<String, String> named = new LinkedHashMap<>(values);
        Path file = Path.of(values.getOrDefault(FILENAME, DEFAULT_FILENAME));
        named.put(
                FILENAME,
                file.resolveSibling("rank" + rank + "_" + file.getFileName()).toString());
        return named;
    }
}
