package io.stepprofiler.readers.xspace.trace;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MarkerScope;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.readers.xspace.ProfileEvent;
import io.stepprofiler.readers.xspace.ProfileEventMetadata;
import io.stepprofiler.readers.xspace.ProfileStat;
import io.stepprofiler.readers.xspace.trace.EventType.Role;
import io.stepprofiler.trace.TraceBuilder;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Derives the type of the events of each kind from their names and their shared values. */
final class EventTypes {
    /**
     * Shared values of the events of a kind in files of this profiler; the path of the modules around is derived from
     * nesting.
     */
    private static final String KIND = "Kind";

    private static final String MODULE_TYPE = "Module type";
    private static final String MODULE_PATH = "Module Hierarchy";
    private static final String CALL_STACK = "Call stack";
    private static final String DOMAIN = "Domain";
    private static final String SCOPE = "Scope";

    private static final String LONG_NAME = "long_name";
    /** The name of events without one, in files of this profiler. */
    private static final String NO_NAME = "_";

    /** Place of an event, on which the meaning of its name depends. */
    private enum Place {
        THREAD,
        /** On a thread, with the number of work on a device. */
        LAUNCH,
        STREAM
    }

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
    private final Map<Place, Map<ProfileEventMetadata, EventType>> known = new EnumMap<>(Place.class);

    EventTypes(TraceBuilder trace, boolean isOurs) {
        this.trace = trace;
        this.isOurs = isOurs;
    }

    EventType of(ProfileEvent event, boolean onStream) {
        Place place = onStream ? Place.STREAM : launches(event) ? Place.LAUNCH : Place.THREAD;
        ProfileEventMetadata metadata = event.metadata();
        // No computeIfAbsent: it would make an object for each event.
        Map<ProfileEventMetadata, EventType> types = known.get(place);
        if (types == null) {
            types = new HashMap<>();
            known.put(place, types);
        }
        EventType type = types.get(metadata);
        if (type == null) {
            type = make(metadata, place);
            types.put(metadata, type);
        }
        return type;
    }

    /**
     * True if an event on a thread is a call of a device's runtime, which in files of other writers only has a
     * correlation id.
     */
    private boolean launches(ProfileEvent event) {
        return !isOurs && event.stat(Links.CORRELATION).isPresent();
    }

    private EventType make(ProfileEventMetadata metadata, Place place) {
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
        EventKind kind = stated.orElseGet(() -> isOurs ? EventKind.SCOPE : guess(metadata.name(), place));
        // Files of this profiler may change any names for the tools, except names of scopes.
        boolean isNameOfItsOwn =
                !isOurs || (kind == EventKind.SCOPE && !metadata.name().equals(NO_NAME));
        if (isNameOfItsOwn && !shown.equals(metadata.name())) {
            arguments.add(new ProfileStat(LONG_NAME, ProfileStat.Type.TEXT, metadata.name()));
        }
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

    private static EventKind guess(String name, Place place) {
        if (place == Place.LAUNCH) {
            return EventKind.RUNTIME;
        }
        if (place == Place.THREAD) {
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
