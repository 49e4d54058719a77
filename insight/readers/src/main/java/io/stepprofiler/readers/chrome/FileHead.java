package io.stepprofiler.readers.chrome;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.trace.DistributedInfo;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.ProcessGroup;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.wire.FileMembers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Facts of a file about its whole trace: the members of its outermost object, in any place. */
final class FileHead {
    /** Members that concern only the format or the file. */
    private static final Set<String> OF_THE_FORMAT = Set.of("schemaVersion", "displayTimeUnit", "traceName");

    private static final String OPTIONS_ON = "1";
    private static final int MOST_RANKS = 1 << 20;
    private static final JsonMapper MAPPER = new JsonMapper();

    private final TraceBuilder trace;
    private final Charges charges;
    private final Tally tally;
    private final Set<String> options = new HashSet<>();
    /** Nanoseconds since 1970 from which times count; 0 if the file does not say. */
    private long baseNanos;

    private String host = "";
    private @Nullable FileAccount account;

    FileHead(TraceBuilder trace, Charges charges, Tally tally) {
        this.trace = trace;
        this.charges = charges;
        this.tally = tally;
    }

    /** True if this profiler wrote the file. */
    boolean isOurs() {
        return account != null;
    }

    /** The account of losses, if this profiler wrote the file; else null. */
    @Nullable
    FileAccount account() {
        return account;
    }

    /** The machine that the trace comes from; empty if the file does not say. */
    String host() {
        return host;
    }

    /** Takes a member; the parser is at its value. */
    void member(String key, JsonParser json) throws IOException {
        if (key.equals("distributedInfo")) {
            distributed(json);
            return;
        }
        boolean isText = json.currentToken() == JsonToken.VALUE_STRING;
        String value = isText ? json.getText() : RawJson.read(json);
        charges.text(value);
        switch (key) {
            case "trace_id" -> trace.traceId(text(value, isText));
            case "host_name" -> host = text(value, isText);
            case "baseTimeNanoseconds" -> base(value);
            case "record_shapes", "profile_memory", "with_stack", "with_flops", "with_modules" -> {
                if (value.equals(OPTIONS_ON) || value.equals("true")) {
                    options.add(key);
                }
            }
            case "stepProfiler" -> account = new FileAccount(tree(value), tally);
            default -> metadata(key, value, isText);
        }
    }

    private void metadata(String key, String value, boolean isText) {
        boolean isNothing = key.equals("deviceProperties") && value.equals("[]");
        if (value.isEmpty() && !isText) {
            tally.missing("the member " + key + " is not taken: it is too long");
        } else if (!OF_THE_FORMAT.contains(key) && !isNothing) {
            trace.metadata(
                    isOurs() ? ArgumentReader.userKey(key, FileMembers.RESERVED) : key,
                    new MetadataValue(value, !isText));
        }
    }

    private static String text(String value, boolean isText) {
        return isText ? value : "";
    }

    private void base(String value) {
        try {
            long nanos = Long.parseLong(value);
            if (Math.abs(nanos) <= Long.MAX_VALUE / 2) {
                baseNanos = nanos;
                return;
            }
        } catch (NumberFormatException e) {
            // Reported below.
        }
        tally.missing("the time of day is not known: baseTimeNanoseconds is no number of nanoseconds");
    }

    private static JsonNode tree(String json) throws JsonProcessingException {
        return MAPPER.readTree(json);
    }

    /** Takes the facts about the workers; the groups one by one, since the groups of a large job have megabytes. */
    private void distributed(JsonParser json) throws IOException {
        ObjectNode info = MAPPER.createObjectNode();
        List<ProcessGroup> groups = new ArrayList<>();
        boolean isObject = json.currentToken() == JsonToken.START_OBJECT;
        while (isObject && json.nextToken() != JsonToken.END_OBJECT) {
            String key = json.currentName();
            boolean isList = json.nextToken() == JsonToken.START_ARRAY && key.equals("pg_config");
            while (isList && json.nextToken() != JsonToken.END_ARRAY) {
                String group = RawJson.read(json);
                charges.text(group);
                if (group.isEmpty()) {
                    tally.missing("a process group of distributedInfo is not taken: it is too long");
                } else {
                    groups.add(group(tree(group)));
                }
            }
            if (!isList) {
                info.set(key, tree(RawJson.read(json)));
            }
        }
        json.skipChildren();
        distributed(info, groups);
    }

    private void distributed(JsonNode info, List<ProcessGroup> groups) {
        int rank = number(info.path("rank"));
        JsonNode workers = info.path("world_size");
        int size = workers.isMissingNode() || workers.isNull() ? 0 : number(workers);
        if (rank < 0 || size < 0 || (size <= rank && size != 0)) {
            tally.missing("the rank is not known: distributedInfo has no rank below a world_size");
            return;
        }
        trace.distributed(new DistributedInfo(
                rank,
                size,
                info.path("backend").asText(),
                info.path("host").asText(),
                groups,
                info.path("nccl_version").asText()));
    }

    /** A whole number, also as a text; -1 for any other value. */
    private static int number(JsonNode value) {
        return value.isTextual() || (value.isIntegralNumber() && value.canConvertToInt()) ? value.asInt(-1) : -1;
    }

    private static ProcessGroup group(JsonNode group) {
        List<Integer> ranks = new ArrayList<>();
        for (JsonNode rank : group.path("ranks")) {
            if (ranks.size() < MOST_RANKS) {
                ranks.add(rank.asInt());
            }
        }
        return new ProcessGroup(
                group.path("pg_name").asText(),
                group.path("pg_desc").asText(),
                group.path("backend_config").asText(),
                ranks);
    }

    void addTo(TraceBuilder builder, long startNanos, long endNanos) {
        builder.window(
                new ClockAnchor(startNanos, baseNanos + startNanos), new ClockAnchor(endNanos, baseNanos + endNanos));
        builder.options(new RecordingOptions(
                options.contains("record_shapes"),
                options.contains("profile_memory"),
                options.contains("with_stack"),
                options.contains("with_flops"),
                options.contains("with_modules")));
    }
}
