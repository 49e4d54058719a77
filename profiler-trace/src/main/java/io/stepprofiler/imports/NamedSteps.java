package io.stepprofiler.imports;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.frameworks.Fact;
import io.stepprofiler.frameworks.Frameworks;
import io.stepprofiler.text.OneLine;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Steps of a trace by the names of events on threads, which the user or a known framework gives. */
final class NamedSteps {
    private static final int MOST_SHOWN = 5;

    /** Name of which a limited number of characters is read: some patterns take exponential time. */
    private record Name(String text, AtomicInteger left) implements CharSequence {
        Name(String text) {
            this(text, new AtomicInteger(1 << 22));
        }

        @Override
        public char charAt(int index) {
            if (left.decrementAndGet() < 0) {
                throw new ArithmeticException("too many characters were read");
            }
            return text.charAt(index);
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.subSequence(start, end);
        }
    }

    private NamedSteps() {}

    /**
     * The trace with the steps that the options name. If they name none, the trace keeps its own steps; if it has none,
     * the ranges of a known framework are steps.
     *
     * @throws ImportException if no event has such a name
     */
    static Trace in(Trace trace, Path file, ImportOptions options) throws ImportException {
        if (options.steps().isEmpty()) {
            // One range is no series, and two frameworks may mark the same batch.
            return Frameworks.names(Fact.STEPS).stream()
                    .sorted()
                    .filter(names -> trace.steps().isEmpty())
                    .map(names -> of(trace, Pattern.compile(names).asMatchPredicate()))
                    .filter(steps -> steps.size() > 1)
                    .findFirst()
                    .map(trace::withSteps)
                    .orElse(trace);
        }
        Pattern asked = options.steps().get();
        try {
            List<StepMark> steps =
                    of(trace, name -> asked.matcher(new Name(name)).matches());
            if (steps.isEmpty()) {
                steps = of(trace, name -> asked.matcher(new Name(name)).find());
            }
            if (!steps.isEmpty()) {
                return trace.withSteps(steps);
            }
            // Samples show no steps, but which methods a step calls.
            String methods = IntStream.range(0, trace.stackCount())
                    .mapToObj(trace::stack)
                    .flatMap(List::stream)
                    .map(frame -> frame.getClassName() + "." + frame.getMethodName())
                    .distinct()
                    .filter(method -> asked.matcher(new Name(method)).matches())
                    .collect(Collectors.joining(", "));
            if (!methods.isEmpty()) {
                return trace.withMetadata("step-profiler step methods", new MetadataValue(methods, false));
            }
        } catch (StackOverflowError | ArithmeticException e) {
            throw new ImportException(file, "the names of its events take too long to compare with " + asked, e);
        }
        throw new ImportException(
                file, "no event on a thread has the name of a step, " + asked + candidates(trace, asked));
    }

    /** The marks of a trace with some names; without any, its events on threads, numbered from 1 on each thread. */
    private static List<StepMark> of(Trace trace, Predicate<String> isStep) {
        List<StepMark> found = new ArrayList<>(trace.steps());
        found.removeIf(mark -> !isStep.test(mark.name()));
        BitSet names = IntStream.range(0, found.isEmpty() ? trace.nameCount() : 0)
                .filter(name -> mayBeStep(trace, name) && isStep.test(trace.name(name)))
                .collect(BitSet::new, BitSet::set, BitSet::or);
        for (Track track : names.isEmpty() ? List.<Track>of() : trace.tracks()) {
            long number = 0;
            for (int i = 0; track.isThread() && i < track.size(); i++) {
                if (names.get(track.nameId(i)) && !track.isAsync(i)) {
                    long nanos = Math.max(0, track.durationNanos(i));
                    found.add(new StepMark(++number, track.startNanos(i), nanos, track.id(), track.isUnfinished(i)));
                }
            }
        }
        found.sort(StepMark.PARENTS_FIRST);
        return found;
    }

    private static boolean mayBeStep(Trace trace, int name) {
        return !trace.kind(name).isInstant() && trace.kind(name) != EventKind.RUNTIME;
    }

    /** The names that contain the letters of a pattern, then the most frequent ones, operations of frameworks last. */
    private static String candidates(Trace trace, Pattern asked) {
        int[] counts = new int[trace.nameCount()];
        for (Track track : trace.tracks()) {
            for (int i = 0; track.isThread() && i < track.size(); i++) {
                counts[track.nameId(i)]++;
            }
        }
        String names = IntStream.range(0, counts.length)
                .filter(name -> counts[name] > 0 && mayBeStep(trace, name))
                .boxed()
                .sorted(Comparator.<Integer, Boolean>comparing(name ->
                                !trace.name(name).contains(asked.pattern().replaceAll("\\W", "")))
                        .thenComparing(name -> Frameworks.hasNamespace(trace.name(name)))
                        .thenComparing(name -> -counts[name]))
                .limit(MOST_SHOWN)
                .map(name -> OneLine.of(trace.name(name)) + " (" + Amount.count(counts[name], "event") + ")")
                .collect(Collectors.joining(", "));
        return names.isEmpty() ? "" : "; there are " + names;
    }
}
