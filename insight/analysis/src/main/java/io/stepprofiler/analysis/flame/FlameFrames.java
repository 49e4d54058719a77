package io.stepprofiler.analysis.flame;

import io.stepprofiler.analysis.flame.FlameFrame.Kind;
import io.stepprofiler.analysis.stacktree.Frames;
import io.stepprofiler.analysis.stacktree.ValueNumbers;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.text.ShownFrame;
import io.stepprofiler.trace.Trace;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** Distinct frames of a window's flame graphs. */
final class FlameFrames implements Frames {
    private static final int UNKNOWN = -1;
    private static final int MAX_NAME = 300;
    /** Suffixes of the names of lambda and hidden classes, a number or an address, which differ from run to run. */
    private static final Pattern HIDDEN = Pattern.compile("(?<=\\$\\$Lambda).*|/.*", Pattern.DOTALL);

    private static final Pattern LIBRARY = Pattern.compile("(java|javax|jdk|sun|com\\.sun)\\..*", Pattern.DOTALL);

    private final Trace trace;
    private final ValueNumbers<FlameFrame> frames = new ValueNumbers<>();
    private final int[] byNameId;

    FlameFrames(Trace trace) {
        this.trace = trace;
        byNameId = new int[trace.nameCount()];
        Arrays.fill(byNameId, UNKNOWN);
    }

    @Override
    public int ofEvent(int nameId) {
        if (byNameId[nameId] == UNKNOWN) {
            byNameId[nameId] = idOf(trace.name(nameId), kind(trace.kind(nameId)));
        }
        return byNameId[nameId];
    }

    @Override
    public int named(String name) {
        return idOf(name, Kind.THREAD);
    }

    /** Returns the frame of a thread, with or without steps in the window. */
    int thread(String name, boolean isStepping) {
        return idOf(name, isStepping ? Kind.STEPPING_THREAD : Kind.THREAD);
    }

    /** Returns the frame of stacks that are too small to be kept. */
    int leftOut() {
        return idOf("(smaller)", Kind.LEFT_OUT);
    }

    /** Returns the frame of a method without its line, so that calls of one method are merged. */
    @Override
    public int ofCall(StackTraceElement call) {
        StackTraceElement shown = ShownFrame.of(call);
        String name = HIDDEN.matcher(shown.getClassName()).replaceFirst("") + "." + shown.getMethodName();
        return idOf(shown.equals(call) ? name : name + " (lambda)", kind(call, name));
    }

    private static Kind kind(StackTraceElement call, String name) {
        if (call.isNativeMethod()) {
            return Kind.NATIVE_METHOD;
        }
        return LIBRARY.matcher(name).matches() ? Kind.LIBRARY_METHOD : Kind.METHOD;
    }

    private static Kind kind(EventKind kind) {
        return switch (kind) {
            case MODULE -> Kind.MODULE;
            case DATA_LOADER -> Kind.DATA_LOADING;
            case COMMUNICATION -> Kind.COMMUNICATION;
            case WAIT -> Kind.WAIT;
            case RUNTIME -> Kind.RUNTIME;
            default -> Kind.SCOPE;
        };
    }

    List<FlameFrame> all() {
        return List.copyOf(frames.all());
    }

    private int idOf(String name, Kind kind) {
        return frames.of(
                new FlameFrame(name.length() <= MAX_NAME ? name : name.substring(0, MAX_NAME - 1) + "…", kind));
    }
}
