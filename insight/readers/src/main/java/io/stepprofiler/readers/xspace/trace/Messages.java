package io.stepprofiler.readers.xspace.trace;

import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.readers.xspace.ProfileData;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.Remarks;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Errors and warnings of a file: counts, if this profiler wrote them, else remarks of the trace. */
final class Messages {
    private static final Pattern LINE_BREAK = Pattern.compile("\\s*\\R\\s*");
    private static final Pattern DROPPED = Pattern.compile("(\\d{1,18}) events are missing: (.*)");
    private static final Pattern ANOMALY = Pattern.compile("(.*): (\\d{1,18}) times");
    private static final Pattern UNFINISHED = Pattern.compile("\\d+ events have no known end: .*");
    private static final String PARTIAL = "profiling ended before the window had all its steps";

    private static final Map<String, DropCause> CAUSES = new HashMap<>();
    private static final Map<String, Anomaly> ANOMALIES = new HashMap<>();

    static {
        Stream.of(DropCause.values()).forEach(cause -> CAUSES.put(cause.label(), cause));
        Stream.of(Anomaly.values()).forEach(anomaly -> ANOMALIES.put(anomaly.label(), anomaly));
    }

    private final boolean isOurs;
    private final TraceBuilder trace;
    private final List<String> uncounted = new ArrayList<>();

    Messages(boolean isOurs, TraceBuilder trace) {
        this.isOurs = isOurs;
        this.trace = trace;
    }

    void read(ProfileData profile) {
        if (isOurs) {
            Stream.concat(profile.errors().stream(), profile.warnings().stream())
                    .filter(text -> !isCounted(text))
                    .forEach(uncounted::add);
        } else {
            remark(Remarks.PROFILE_ERRORS, profile.errors());
            remark(Remarks.PROFILE_WARNINGS, profile.warnings());
        }
    }

    /** Keeps messages of others as a remark, in which each is a line. */
    private void remark(String key, List<String> messages) {
        if (!messages.isEmpty()) {
            String lines = messages.stream()
                    .map(message -> LINE_BREAK.matcher(message.strip()).replaceAll(" "))
                    .collect(Collectors.joining("\n"));
            trace.metadata(key, new MetadataValue(lines, false));
        }
    }

    /** Reports the messages that are neither counts nor remarks of the built trace, so that each is shown once. */
    void reportRest(Trace built, Losses losses) {
        List<String> remarks = Remarks.of(built).entrySet().stream()
                .map(remark -> remark.getKey() + ": " + remark.getValue())
                .toList();
        uncounted.stream()
                .filter(text -> remarks.stream().noneMatch(remark -> remark.contains(text)))
                .forEach(text -> losses.report("the file has the message: " + text));
    }

    private boolean isCounted(String text) {
        Matcher dropped = DROPPED.matcher(text);
        if (dropped.matches() && CAUSES.containsKey(dropped.group(2))) {
            trace.dropped(CAUSES.get(dropped.group(2)), Long.parseLong(dropped.group(1)));
            return true;
        }
        Matcher anomaly = ANOMALY.matcher(text);
        if (anomaly.matches() && ANOMALIES.containsKey(anomaly.group(1))) {
            trace.anomaly(ANOMALIES.get(anomaly.group(1)), Long.parseLong(anomaly.group(2)));
            return true;
        }
        if (text.equals(PARTIAL)) {
            trace.partial(true);
            return true;
        }
        // The events themselves are marked as unfinished.
        return UNFINISHED.matcher(text).matches();
    }
}
