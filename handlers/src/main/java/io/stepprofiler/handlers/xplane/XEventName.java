package io.stepprofiler.handlers.xplane;

import io.stepprofiler.event.EventKind;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Names of events, and of the operations that XProf's tools count.
 *
 * <p>Events have the names that the program gave them, as JAX writes annotations, so that users find them. A counted
 * operation is named {@code scope/name:Type}, either by the program or in the stat {@code tf_op} of the event; other
 * events have names that no tool takes for an operation or a step marker. Tools recognize two kinds by their names
 * alone: waiting for input begins with {@code IteratorGetNext}, and {@code MemcpyHtoD} and the like are copies.
 *
 * @see <a href="https://github.com/google/tsl/blob/main/tsl/profiler/utils/tf_op_utils.cc">tf_op_utils.cc</a>
 */
final class XEventName {
    private static final String INPUT = "IteratorGetNext";
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9.][A-Za-z0-9_./>-]*");
    private static final Pattern NOT_IN_NAMES = Pattern.compile("[^A-Za-z0-9_./>-]");
    private static final Pattern NOT_IN_TYPES = Pattern.compile("\\W");
    private static final Pattern MARKER = Pattern.compile("(train|test|TraceContext)[^/]*");
    private static final Pattern TYPE = Pattern.compile("[A-Z_]\\w*|[a-z_][a-z0-9_]*");
    private static final Pattern COPY = Pattern.compile("(?i)memcpy\\s+(?=[HD]to[HD])");
    /** Names that tools count as they are: types of TensorFlow, of JAX, or none; data sets; copies. */
    private static final Pattern COUNTED = Pattern.compile(
            NAME + ":[A-Z_]\\w*|[^:]*:([a-z_][a-z0-9_]*(\\[.*])?)?|Iterator:.*|(?i:memcpy[hd]to[hd])[^:]*");

    private static final String NO_NAME = "_";

    private XEventName() {}

    /** The name of an event of a kind on a thread or a lane. */
    static String onThread(EventKind kind, String text) {
        if (kind == EventKind.DATA_LOADER && !text.startsWith(INPUT)) {
            return operation(INPUT, NOT_IN_NAMES.matcher(text).replaceAll("_"), INPUT);
        }
        return isOperation(kind) ? orNoName(text) : plain(text);
    }

    /**
     * The operation for which tools count an event on a thread or a lane: the event's name if that suffices, empty if
     * the event is no operation.
     *
     * @param kind its kind
     * @param text its name
     * @param type its type, if it is a module, else empty
     * @param path the path of a module, or of the modules around another event, with dots; may be empty
     */
    static String operation(EventKind kind, String text, String type, String path) {
        String name = onThread(kind, text);
        if (!isOperation(kind)) {
            return "";
        }
        if (kind == EventKind.DATA_LOADER || COUNTED.matcher(name).matches()) {
            return name;
        }
        String scope = path.replace('.', '/');
        return kind == EventKind.MODULE
                ? operation("", scope, type.isEmpty() ? "Module" : type)
                : operation(scope, text, lastPart(text));
    }

    /**
     * The name of an event on a stream of a device, unchanged except for copies, since a stat names the operations
     * there.
     */
    static String onDevice(EventKind kind, String text) {
        if (kind == EventKind.MEMORY_COPY) {
            return COPY.matcher(text).replaceFirst("Memcpy");
        }
        return orNoName(text);
    }

    /** Name for memory events of the operation around them; the operation's own name would make them calls of it. */
    static String ofMemory(String operation) {
        int type = operation.lastIndexOf(':');
        return (type < 0 ? operation : operation.substring(0, type)) + " (memory)";
    }

    /** True if events of a kind on a thread are operations, to which memory and work on devices belong. */
    static boolean isOperation(EventKind kind) {
        return switch (kind) {
            case WAIT, VIRTUAL_MACHINE, PROFILER, RUNTIME, MARKER, TASK, FRAME -> false;
            default -> true;
        };
    }

    /** A name that no tool interprets. */
    static String plain(String text) {
        String name = orNoName(text.replace(':', '.'));
        return MARKER.matcher(name).matches() ? "scope/" + name : name;
    }

    private static String orNoName(String text) {
        return text.isEmpty() ? NO_NAME : text;
    }

    private static String operation(String scope, String text, String type) {
        String name = text.replace("::", ".").replace(':', '.');
        String whole = scope.isEmpty() ? name : scope.replace(':', '.') + "/" + name;
        if (whole.isEmpty()) {
            whole = ".";
        }
        String suffix = type(type);
        // Tools recognize names other than TensorFlow's by a type of JAX.
        boolean isPlain = NAME.matcher(whole).matches();
        return whole + ":" + (isPlain ? suffix : suffix.toLowerCase(Locale.ROOT));
    }

    private static String type(String text) {
        String type = NOT_IN_TYPES.matcher(text).replaceAll("_");
        if (TYPE.matcher(type).matches()) {
            return type;
        }
        // Neither a type of TensorFlow, which begins with a capital, nor one of JAX, which has none.
        boolean isWord = !type.isEmpty() && Character.isLowerCase(type.charAt(0));
        return isWord ? type.substring(0, 1).toUpperCase(Locale.ROOT) + type.substring(1) : "_" + type;
    }

    private static String lastPart(String text) {
        int begin = Math.max(text.lastIndexOf(':'), text.lastIndexOf('.')) + 1;
        String last = text.substring(begin).strip();
        return last.isEmpty() ? text : last;
    }
}
