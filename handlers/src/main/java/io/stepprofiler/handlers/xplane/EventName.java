package io.stepprofiler.handlers.xplane;

import io.stepprofiler.event.EventKind;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The names by which XProf's tools know events.
 *
 * <p>What is named {@code scope/name:Type} is an operation, of which there are statistics; what begins with {@code
 * IteratorGetNext} is waiting for input; {@code MemcpyHtoD} and the like are copies. Names that begin with
 * {@code train}, {@code test} or {@code TraceContext} and have no slash would be taken for steps.
 *
 * @see <a href="https://github.com/google/tsl/blob/main/tsl/profiler/utils/tf_op_utils.cc">tf_op_utils.cc</a>
 */
final class EventName {
    private static final String INPUT = "IteratorGetNext";
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9.][A-Za-z0-9_./>-]*");
    private static final Pattern NOT_IN_NAMES = Pattern.compile("[^A-Za-z0-9_./>-]");
    private static final Pattern NOT_IN_TYPES = Pattern.compile("\\W");
    private static final Pattern MARKER = Pattern.compile("(train|test|TraceContext)[^/]*");
    private static final Pattern TYPE = Pattern.compile("[A-Z_]\\w*|[a-z_][a-z0-9_]*");
    private static final Pattern COPY = Pattern.compile("(?i)memcpy\\s+(?=[HD]to[HD])");
    private static final String NO_NAME = "_";

    private EventName() {}

    /**
     * The name of an event on a thread or a lane.
     *
     * @param kind what it is
     * @param text its name
     * @param type its type, if it is a module, else empty
     * @param path of a module its own path, of anything else that of the modules around it, with dots; may be empty
     */
    static String onThread(EventKind kind, String text, String type, String path) {
        return switch (kind) {
            case MODULE -> operation("", path.replace('.', '/'), type.isEmpty() ? "Module" : type);
            case DATA_LOADER -> operation(INPUT, NOT_IN_NAMES.matcher(text).replaceAll("_"), INPUT);
            case WAIT, VIRTUAL_MACHINE, PROFILER, RUNTIME, MARKER, TASK, FRAME -> plain(text);
            default -> operation(path.replace('.', '/'), text, lastPart(text));
        };
    }

    /** The name of an event on a stream of a device: as it is, since operations are told by a stat there. */
    static String onDevice(EventKind kind, String text) {
        if (kind == EventKind.MEMORY_COPY) {
            return COPY.matcher(text).replaceFirst("Memcpy");
        }
        return text.isEmpty() ? NO_NAME : text;
    }

    /** Whether an event on a thread is an operation, to which memory and work on devices belong. */
    static boolean isOperation(EventKind kind) {
        return switch (kind) {
            case WAIT, VIRTUAL_MACHINE, PROFILER, RUNTIME, MARKER, TASK, FRAME -> false;
            default -> true;
        };
    }

    /** A name that no tool takes for anything. */
    static String plain(String text) {
        String name = text.replace(':', '.');
        return name.isEmpty() ? NO_NAME : noMarker(name);
    }

    private static String operation(String scope, String text, String type) {
        String name = text.replace("::", ".").replace(':', '.');
        String whole = scope.isEmpty() ? name : scope.replace(':', '.') + "/" + name;
        if (whole.isEmpty()) {
            whole = ".";
        }
        String suffix = type(type);
        // Other names than TensorFlow's are known by a type of JAX.
        boolean isPlain = NAME.matcher(whole).matches();
        return noMarker(whole + ":" + (isPlain ? suffix : suffix.toLowerCase(Locale.ROOT)));
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

    private static String noMarker(String name) {
        return MARKER.matcher(name).matches() ? "scope/" + name : name;
    }
}
