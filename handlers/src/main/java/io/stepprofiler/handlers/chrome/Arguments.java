package io.stepprofiler.handlers.chrome;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** What is attached to an event, as members of its JSON object. */
final class Arguments {
    static final String EXTERNAL_ID = "External id";
    static final String INDEX = "Ev Idx";
    static final String UNFINISHED = "unfinished";
    static final String ASYNC = "async";
    static final String SHORTENED = "shortened ns";

    /** Ours, and the other spelling that TensorBoard's plugin prefers. */
    private static final Set<String> RESERVED = Set.of(EXTERNAL_ID, INDEX, UNFINISHED, ASYNC, SHORTENED, "external id");

    private Arguments() {}

    /** The members, each after a comma. */
    static String json(Map<String, Object> arguments) {
        Set<String> taken = new HashSet<>(RESERVED);
        StringBuilder json = new StringBuilder();
        arguments.forEach((key, value) -> json.append(',')
                .append(JsonText.quoted(freeKey(key, taken)))
                .append(':')
                .append(json(value)));
        return json.toString();
    }

    /**
     * The key, or what it becomes where the object has it already: JSON objects have each key once, also after two keys
     * have become the same because they cannot be represented.
     */
    static String freeKey(String key, Set<String> taken) {
        String free = JsonText.representable(key);
        while (!taken.add(free)) {
            free = "user_" + free;
        }
        return free;
    }

    private static String json(Object value) {
        if (value instanceof Double number) {
            return JsonText.number(number);
        }
        return value instanceof Long ? value.toString() : JsonText.quoted(value.toString());
    }
}
