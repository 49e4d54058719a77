package io.stepprofiler.readers.xspace.trace;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MarkerScope;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.readers.xspace.ProfileEventMetadata;
import io.stepprofiler.readers.xspace.ProfileStat;
import io.stepprofiler.readers.xspace.trace.EventType.Role;
import io.stepprofiler.trace.TraceBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Finds out what the events of each kind are, by their names and by what is known of all of them. */
final class EventTypes {
    /** What this profiler writes of all events of a kind; the path of the modules around is known by nesting. */
    private static final String KIND = "Kind";

    private static final String MODULE_TYPE = "Module type";
    private static final String MODULE_PATH = "Module Hierarchy";
    private static final String CALL_STACK = "Call stack";
    private static final String DOMAIN = "Domain";
    private static final String SCOPE = "Scope";

    private static final String LONG_NAME = "long_name";

    private static final Map<String, EventKind> KINDS = new HashMap<>();

    private static final Map<String, MarkerScope> SCOPES = new HashMap<>();

    static {
        for (MarkerScope scope : MarkerScope.values()) {
            SCOPES.put(scope.name().toLowerCase(Locale.ROOT), scope);
        }
        for (EventKind kind : EventKind.values()) {
            KINDS.put(kind.name().toLowerCase(Locale.ROOT), kind);
        }
    }

    private final TraceBuilder trace;
    private final boolean isOurs;
    private final Map<ProfileEventMetadata, EventType> onThreads = new HashMap<>();
    private final Map<ProfileEventMetadata, EventType> onStreams = new HashMap<>();

    EventTypes(TraceBuilder trace, boolean isOurs) {
        this.trace = trace;
        this.isOurs = isOurs;
    }

    EventType of(ProfileEventMetadata metadata, boolean onStream) {
        // No computeIfAbsent: it would make an object for each event.
        Map<ProfileEventMetadata, EventType> known = onStream ? onStreams : onThreads;
        EventType type = known.get(metadata);
        if (type == null) {
            type = make(metadata, onStream);
            known.put(metadata, type);
        }
        return type;
    }

    private EventType make(ProfileEventMetadata metadata, boolean onStream) {
        String shown = metadata.displayName().isEmpty() ? metadata.name() : metadata.displayName();
        List<ProfileStat> arguments = new ArrayList<>();
        List<ProfileStat> ofSignature = new ArrayList<>();
        SignatureText signature = new SignatureText();
        Optional<EventKind> stated = Optional.empty();
        String moduleType = "";
        String domain = "";
        MarkerScope scope = MarkerScope.PROCESS;
        int stack = -1;
        for (ProfileStat stat : metadata.stats()) {
            switch (isOurs ? stat.name() : "") {
                case KIND -> stated = Optional.ofNullable(KINDS.get(stat.asText()));
                case MODULE_TYPE -> moduleType = stat.asText();
                case MODULE_PATH -> {}
                case DOMAIN -> domain = stat.asText();
                case SCOPE -> scope = SCOPES.getOrDefault(stat.asText(), scope);
                case CALL_STACK -> stack = trace.stackId(StackText.parse(stat.asText()));
                default -> {
                    if (!isOurs || !signature.take(stat.name(), stat.asText())) {
                        arguments.add(stat);
                    } else {
                        ofSignature.add(stat);
                    }
                }
            }
        }
        Optional<OpSignature> called = signature.signature();
        if (called.isEmpty()) {
            arguments.addAll(ofSignature);
        }
        if (!isOurs && !shown.equals(metadata.name())) {
            arguments.add(new ProfileStat(LONG_NAME, ProfileStat.Type.TEXT, metadata.name()));
        }
        EventKind kind = stated.orElseGet(() -> isOurs ? EventKind.SCOPE : guess(metadata.name(), onStream));
        return new EventType(
                role(metadata.name()),
                metadata.name(),
                kind == EventKind.MARKER
                        ? trace.markerId(shown, domain, scope)
                        : trace.nameId(shown, kind, kind.isAsync() ? domain : moduleType),
                called.map(trace::signatureId).orElse(-1),
                stack,
                arguments);
    }

    private static EventKind guess(String name, boolean onStream) {
        if (!onStream) {
            return name.startsWith("IteratorGetNext") ? EventKind.DATA_LOADER : EventKind.SCOPE;
        }
        String lower = name.toLowerCase(Locale.ROOT);
        if (lower.startsWith("memcpy")) {
            return EventKind.MEMORY_COPY;
        }
        if (lower.startsWith("memset")) {
            return EventKind.MEMORY_SET;
        }
        return lower.startsWith("nccl") ? EventKind.COMMUNICATION : EventKind.KERNEL;
    }

    private Role role(String name) {
        return switch (name) {
            case "MemoryAllocation" -> Role.ALLOCATION;
            case "MemoryDeallocation" -> Role.DEALLOCATION;
            case "Out of memory" -> isOurs ? Role.OUT_OF_MEMORY : Role.EVENT;
            default -> Role.EVENT;
        };
    }
}
