package io.stepprofiler;

import io.stepprofiler.event.DropCause;
import io.stepprofiler.trace.Trace;
import org.jspecify.annotations.Nullable;

/** Recording while the heap is full, for a process of its own. */
final class FullHeapLoop {
    private static final int NAMES = 50;
    private static final int LEVELS = 50;
    private static final int EVENTS = 20_000;
    private static final int REFILLS = 5;

    private static final Label LABEL = Label.of("label");
    private static final Counter COUNTER = Counter.of("counter");
    private static final Marker MARKER = Marker.of("marker");

    /** Linked list of arrays, which fill the heap; a field, so that no compiler removes it. */
    private static Object[] filling = {};

    private static final Object[] NOTHING = {};

    private FullHeapLoop() {}

    /** Ends with status 0 if nothing was thrown, events before it are in the trace, and dropped ones are counted. */
    public static void main(String[] arguments) {
        Profile profile = Profile.builder()
                .withStack(arguments[0].equals("stacks"))
                .profileMemory(true)
                .start();
        Scope.open("before").arg("key", 1).close();
        String[] names = new String[NAMES];
        for (int i = 0; i < NAMES; i++) {
            names[i] = "name " + i;
        }
        String text = "text ".repeat(1_000);
        Scope[] open = new Scope[LEVELS];
        long[] tokens = new long[EVENTS];
        Throwable thrown = null;
        for (int i = 0; i < REFILLS && thrown == null; i++) {
            fill();
            thrown = record(names, text, open, tokens);
        }
        filling = NOTHING;
        profile.close();
        Trace trace = profile.lastTrace().orElseThrow();
        System.out.println(trace.account());
        if (thrown != null) {
            thrown.printStackTrace(System.out);
        }
        boolean right = thrown == null
                && Recorded.names(trace).contains("before")
                && trace.account().dropped().getOrDefault(DropCause.OUT_OF_MEMORY, 0L) > 0;
        Runtime.getRuntime().halt(right ? 0 : 1);
    }

    private static void fill() {
        for (int size = 1 << 20; size > 0; size /= 4) {
            try {
                while (true) {
                    filling = new Object[] {filling, new byte[size]};
                }
            } catch (OutOfMemoryError e) {
                // Smaller ones may fit.
            }
        }
    }

    /** Records events of all kinds, and returns what that throws; null for nothing. */
    private static @Nullable Throwable record(String[] names, String text, Scope[] open, long[] tokens) {
        try {
            for (int i = 0; i < open.length; i++) {
                open[i] = Scope.open(names[i]).arg("key", i).arg("text", text);
            }
            // An outer one first: the inner ones are abandoned.
            open[open.length / 2].close();
            for (Scope each : open) {
                each.close();
            }
            for (int i = 0; i < tokens.length; i++) {
                tokens[i] = Scope.begin(LABEL);
            }
            for (long token : tokens) {
                Scope.end(token);
            }
            for (int i = 0; i < names.length; i++) {
                Scope.open(names[i]).close();
                COUNTER.record(i);
                MARKER.mark();
                Memory.allocated(i, 8);
            }
            return null;
        } catch (Throwable e) {
            return e;
        }
    }
}
