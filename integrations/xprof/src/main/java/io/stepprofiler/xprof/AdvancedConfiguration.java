package io.stepprofiler.xprof;

import io.stepprofiler.Profile;
import io.stepprofiler.ProfileBuilder;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Keys of {@code advanced_configuration}: keys with a meaning here, and keys of JAX without one. */
final class AdvancedConfiguration {
    /** Key with a meaning, the type of its value, and its effect. */
    private record Known<T>(String key, Class<T> type, String typeName, BiConsumer<ProfileBuilder, T> effect) {
        void apply(ProfileBuilder builder, Object value) {
            effect.accept(builder, type.cast(value));
        }
    }

    static final String HOSTNAME = "override_hostname";
    static final String MEMORY = "jvm_profile_memory";

    private static final List<Known<?>> KNOWN = List.of(
            text(HOSTNAME, (builder, name) -> OptionText.hostName(HOSTNAME, name)),
            truth("jvm_call_stacks", ProfileBuilder::withStack),
            number(
                    "jvm_max_buffer_bytes",
                    (builder, bytes) -> builder.limits(limits -> limits.withMaxBufferBytes(bytes))),
            number("jvm_max_events", (builder, events) -> builder.limits(limits -> limits.withMaxEvents(events))),
            truth(MEMORY, ProfileBuilder::profileMemory),
            truth("jvm_record_shapes", ProfileBuilder::recordShapes));

    private static final String OF_GPUS =
            "it configures the CUPTI tracer of JAX on NVIDIA GPUs, and here GPUs are recorded by activity sources";
    private static final String OF_TPUS = "it configures the tracer of Google's TPUs, which no JVM program uses";
    private static final String OF_PROCESSES =
            "it lets one process of JAX collect from others; here each process writes its own file, and files with"
                    + " one session id are shown together";

    private AdvancedConfiguration() {}

    private static Known<String> text(String key, BiConsumer<ProfileBuilder, String> effect) {
        return new Known<>(key, String.class, "a text", effect);
    }

    private static Known<Boolean> truth(String key, BiConsumer<ProfileBuilder, Boolean> effect) {
        return new Known<>(key, Boolean.class, "true or false", effect);
    }

    private static Known<Long> number(String key, BiConsumer<ProfileBuilder, Long> effect) {
        return new Known<>(key, Long.class, "a whole number", effect);
    }

    /** Reason why a key of JAX has no meaning here; null for other keys. */
    private static @Nullable String whyForeign(String key) {
        if (key.startsWith("gpu_")) {
            return OF_GPUS;
        }
        if (key.startsWith("tpu_") || key.equals("max_trace_buffers")) {
            return OF_TPUS;
        }
        return switch (key) {
            case "profile_subprocesses" -> OF_PROCESSES;
            case "override_hostnames" -> OF_PROCESSES + "; " + HOSTNAME + " names this one";
            case "enable_continuous_profiling" -> "continuous profiling is a History of ProfileBuilder, not a session";
            default -> null;
        };
    }

    /** Checks the value of a key and returns it as it is kept. */
    static Object checked(String key, Object value) {
        String foreign = whyForeign(key);
        if (foreign != null) {
            throw OptionText.refused("advancedConfiguration " + key, value, "means nothing on the JVM: " + foreign);
        }
        Object kept = value instanceof Integer number ? Long.valueOf(number) : value;
        Known<?> known = known(key, value);
        if (!known.type.isInstance(kept)) {
            throw OptionText.refused("advancedConfiguration " + key, value, "must be " + known.typeName);
        }
        // Tried on a builder, so that the exception comes at once and names the given key.
        try {
            known.apply(Profile.builder(), kept);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("advancedConfiguration " + key + ": " + e.getMessage(), e);
        }
        return kept;
    }

    private static Known<?> known(String key, Object value) {
        return KNOWN.stream()
                .filter(each -> each.key.equals(key))
                .findFirst()
                .orElseThrow(() -> OptionText.refused(
                        "advancedConfiguration " + OptionText.shortened(key),
                        value,
                        "there is no such key; there are "
                                + KNOWN.stream()
                                        .map(each -> each.key + " (" + each.typeName + ")")
                                        .collect(Collectors.joining(", "))));
    }

    /** Applies checked values. */
    static void apply(Map<String, Object> values, ProfileBuilder builder) {
        values.forEach((key, value) -> known(key, value).apply(builder, value));
    }
}
