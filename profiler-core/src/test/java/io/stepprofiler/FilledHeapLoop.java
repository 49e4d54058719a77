package io.stepprofiler;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.ledger.LedgerOptions;
import io.stepprofiler.ledger.StepLedger;
import io.stepprofiler.source.AnnotationMirror;
import io.stepprofiler.source.JvmCounters;
import io.stepprofiler.trace.Trace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A training loop that fills its heap for some seconds, and goes on: all that time it makes steps, and opens scopes and
 * asks for counters with new names; for a process of its own. Prints what it found.
 */
final class FilledHeapLoop {
    private static final long FULL_NANOS = 2_500_000_000L;
    private static final int NAMES = 100_000;

    private static final String[] NEW_NAMES = new String[NAMES];

    private interface Call {
        void with(String name);
    }

    private static final Call[] CALLS = {
        name -> Scope.open(name).close(),
        name -> Counter.of(name).record(1),
        name -> Counter.of(name).increment(),
        Label::of,
        name -> Marker.of(name).mark(),
        name -> ModuleScope.open(name).close(),
        name -> StepScope.open(name, 1).close()
    };

    /** A mirror that needs memory for each range. */
    private static final class Ranges implements AnnotationMirror {
        @Override
        public String name() {
            return "ranges";
        }

        @Override
        public String unusable() {
            return "";
        }

        @Override
        public Object push(String name, EventKind kind) {
            return new byte[64];
        }

        @Override
        public void pop(Object range) {}

        @Override
        public Object start(String name, EventKind kind) {
            return new byte[64];
        }

        @Override
        public void end(Object range) {}

        @Override
        public void mark(String name) {}
    }

    private static @Nullable Class<?> lastThrown;
    private static @Nullable Call lastCall;

    /** The bytes that the program keeps: a chain, which grows without an array. */
    private static final Object[] NOTHING = new Object[1];

    private static @Nullable Object[] kept = NOTHING;

    private static int thrown;
    private static int asked;
    private static long steps;

    private FilledHeapLoop() {}

    /** Argument: the directory of the ledger. */
    public static void main(String[] arguments) throws Exception {
        for (int i = 0; i < NAMES; i++) {
            NEW_NAMES[i] = "new name " + i;
        }
        Profile profile = Profile.builder()
                .ledger(LedgerOptions.DEFAULT.withDirectory(Path.of(arguments[0])))
                .source(JvmCounters.every(Duration.ofMillis(5)))
                .annotate(new Ranges())
                .start();
        profile.step(); // Begins the first one.
        askForNewNames();
        step(profile, 100);
        fill();
        step(profile, 0);
        kept = NOTHING;
        step(profile, 100);
        profile.close();
        System.out.println(java.util.Arrays.asList(CALLS).indexOf(lastCall) + " " + lastThrown);
        Path file = profile.ledgerFile().orElseThrow();
        StepLedger ledger = StepLedger.read(file);
        Trace trace = profile.lastTrace().orElse(null);
        System.out.println("steps " + (ledger.stepCount() + ledger.losses().overwrittenSteps() - steps) + " of " + steps
                + " not accounted for, asked " + asked + ", thrown " + thrown);
        System.out.println(
                "ledger " + ledger.stepCount() + ", losses " + ledger.losses() + ", ended " + ledger.isEnded());
        System.out.println("failures " + profile.failures());
        System.out.println("trace " + (trace == null ? "none" : trace.account() + " " + trace.metadata()));
        boolean right = ledger.stepCount() + ledger.losses().overwrittenSteps() == steps && ledger.isEnded();
        System.exit(right && thrown == 0 && asked > 0 ? 0 : 1);
    }

    /** Ends steps, or as many as fit into the time in which the heap is full. */
    private static void step(Profile profile, int count) {
        long end = System.nanoTime() + FULL_NANOS;
        for (int i = 0; count == 0 ? System.nanoTime() < end : i < count; i++) {
            if (count == 0) {
                askForNewNames();
            }
            try {
                profile.step();
            } catch (Throwable e) {
                thrown++;
            }
            steps++;
            LockSupport.parkNanos(10_000_000);
        }
    }

    private static void askForNewNames() {
        String name = NEW_NAMES[asked++ % NAMES];
        for (Call call : CALLS) {
            try {
                call.with(name);
            } catch (Throwable e) {
                thrown++;
                lastThrown = e.getClass();
                lastCall = call;
            }
        }
    }

    private static void fill() {
        for (int size = 1 << 20; size >= 1; size /= 2) {
            try {
                while (true) {
                    Object[] more = new Object[size];
                    more[0] = kept;
                    kept = more;
                }
            } catch (OutOfMemoryError e) {
                // The next ones are smaller.
            }
        }
    }
}
