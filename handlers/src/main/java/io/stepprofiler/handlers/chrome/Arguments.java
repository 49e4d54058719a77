package io.stepprofiler.handlers.chrome;

import io.stepprofiler.handlers.output.SafeText;
import io.stepprofiler.json.JsonText;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Arguments of an event as members of its JSON object. */
final class Arguments {
    static final String EXTERNAL_ID = "External id";
    static final String RECORD_FUNCTION_ID = "Record function id";
    static final String INDEX = "Ev Idx";
    static final String UNFINISHED = "unfinished";
    static final String ASYNC = "async";
    static final String SHORTENED = "shortened ns";
    static final String CPU_TIME = "cpu ns";
    static final String SEQUENCE_NUMBER = "Sequence number";
    static final String FORWARD_THREAD = "Fwd thread id";
    static final String CONCRETE_INPUTS = "Concrete Inputs";
    static final String INPUT_TYPE = "Input type";
    static final String INPUT_STRIDES = "Input Strides";
    static final String INPUT_DIMS = "Input Dims";
    static final String OVERLOAD = "Overload Name";
    static final String FLOPS = "FLOPs";
    static final String CALL_STACK = "Call stack";
    static final String MODULE_HIERARCHY = "Module Hierarchy";
    static final String MODULE_PATH = "Module path";
    static final String MODULE_ID = "Python module id";
    static final String PYTHON_ID = "Python id";
    static final String PYTHON_PARENT_ID = "Python parent id";
    static final String PYTHON_THREAD = "Python thread";
    static final String CORRELATION = "correlation";
    static final String DEVICE = "device";
    static final String STREAM = "stream";
    static final String DOMAIN = "Domain";

    /** Our keys, and other spellings that TensorBoard's plugin knows. */
    private static final Set<String> RESERVED = Set.of(
            EXTERNAL_ID,
            RECORD_FUNCTION_ID,
            INDEX,
            UNFINISHED,
            ASYNC,
            SHORTENED,
            CPU_TIME,
            SEQUENCE_NUMBER,
            FORWARD_THREAD,
            CONCRETE_INPUTS,
            INPUT_TYPE,
            INPUT_STRIDES,
            INPUT_DIMS,
            OVERLOAD,
            FLOPS,
            CALL_STACK,
            MODULE_HIERARCHY,
            MODULE_PATH,
            MODULE_ID,
            PYTHON_ID,
            PYTHON_PARENT_ID,
            PYTHON_THREAD,
            CORRELATION,
            DEVICE,
            STREAM,
            DOMAIN,
            "external id",
            "Input dims");

    /** Keys whose values Kineto writes as lists of three numbers. */
    private static final Set<String> SIZES = Set.of("grid", "block");

    private static final Pattern SIZE = Pattern.compile("\\[\\d{1,10}(, ?\\d{1,10}){2}]");

    private Arguments() {}

    /** The members, each after a comma. */
    static String json(Map<String, Object> arguments) {
        Set<String> taken = new HashSet<>(RESERVED);
        StringBuilder json = new StringBuilder();
        arguments.forEach((key, value) -> json.append(',')
                .append(JsonText.quoted(freeKey(key, taken)))
                .append(':')
                .append(SIZES.contains(key) && SIZE.matcher(value.toString()).matches() ? value : json(value)));
        return json.toString();
    }

    /**
     * Returns the key, with a prefix if the object has it already: the keys of a JSON object differ, even if two became
     * equal because they cannot be represented.
     */
    static String freeKey(String key, Set<String> taken) {
        String free = SafeText.of(key);
        while (!taken.add(free)) {
            free = "user_" + free;
        }
        return free;
    }

    private static String json(Object value) {
        if (value instanceof Double number) {
            return JsonText.number(number);
        }
        return value instanceof Long || value instanceof Boolean ? value.toString() : JsonText.quoted(value.toString());
    }
}
