package io.stepprofiler.event;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * One of the phases from the beginning of a process to its first steps: when it was, and what the virtual machine had
 * done by its end, since its own beginning. Figures are of all threads together, and -1 where they are not known.
 *
 * @param name what went on in it, such as {@code step 0}; of at most {@value #MAX_NAME} characters
 * @param step number of the step that it is; -1 if it is none
 * @param startNanos when it began, which is when the one before ended, on the clock of traces
 * @param endNanos when it ended, on the clock of traces
 * @param classes how many classes had been loaded
 * @param loadingNanos time for finding, reading and defining classes
 * @param initializingNanos time in static initializers of classes
 * @param compilingNanos time of the just-in-time compilers, in threads of their own
 * @param collectingNanos time of garbage collections
 * @param cpuNanos processor time of the process
 * @param profilerNanos time that the profiler took in it, of this phase alone
 * @param libraries native libraries that were mapped in this phase, by the names of their files
 */
public record StartupPhase(
        String name,
        long step,
        long startNanos,
        long endNanos,
        long classes,
        long loadingNanos,
        long initializingNanos,
        long compilingNanos,
        long collectingNanos,
        long cpuNanos,
        long profilerNanos,
        List<String> libraries) {
    /** The key of the metadata of a trace that has the phases: {@value}. */
    public static final String METADATA_KEY = "startup";

    /** Most characters of a name: {@value}. */
    public static final int MAX_NAME = 100;

    private static final int MAX_PHASES = 1000;
    private static final int MAX_LIBRARIES = 1000;
    private static final int FIELDS = 12;
    private static final String BETWEEN_PHASES = "; ";
    private static final String BETWEEN_FIELDS = ",";
    private static final String BETWEEN_LIBRARIES = " ";
    private static final char DELETE = 0x7f;

    private static final String COLUMNS =
            "phase,step,start_ns,end_ns,classes,loading_ns,initializing_ns,jit_ns,gc_ns,cpu_ns,profiler_ns,libraries";

    /**
     * Makes what separates texts in its name or in those of libraries an underscore.
     *
     * @param name what went on in it, such as {@code step 0}; of at most {@value #MAX_NAME} characters
     * @param step number of the step that it is; -1 if it is none
     * @param startNanos when it began, which is when the one before ended, on the clock of traces
     * @param endNanos when it ended, on the clock of traces
     * @param classes how many classes had been loaded
     * @param loadingNanos time for finding, reading and defining classes
     * @param initializingNanos time in static initializers of classes
     * @param compilingNanos time of the just-in-time compilers, in threads of their own
     * @param collectingNanos time of garbage collections
     * @param cpuNanos processor time of the process
     * @param profilerNanos time that the profiler took in it, of this phase alone
     * @param libraries native libraries that were mapped in this phase, by the names of their files
     * @throws NullPointerException if there is no name or no list
     */
    public StartupPhase {
        String plain = without(",;", Objects.requireNonNull(name, "name"));
        name = plain.substring(0, Math.min(plain.length(), MAX_NAME));
        libraries = libraries.stream()
                .limit(MAX_LIBRARIES)
                .map(library -> without(",; ", library))
                .toList();
    }

    /** Underscores in place of these characters and of control characters. */
    private static String without(String separators, String text) {
        char[] plain = text.toCharArray();
        for (int i = 0; i < plain.length; i++) {
            if (plain[i] < ' ' || plain[i] == DELETE || separators.indexOf(plain[i]) >= 0) {
                plain[i] = '_';
            }
        }
        return new String(plain);
    }

    /**
     * {@return phases as the text that traces carry: the names of the columns, then a row for each phase}
     *
     * @param phases phases in the order of time
     */
    public static String toText(List<StartupPhase> phases) {
        return COLUMNS
                + phases.stream()
                        .map(StartupPhase::row)
                        .collect(Collectors.joining(BETWEEN_PHASES, phases.isEmpty() ? "" : BETWEEN_PHASES, ""));
    }

    private String row() {
        return LongStream.of(
                                step,
                                startNanos,
                                endNanos,
                                classes,
                                loadingNanos,
                                initializingNanos,
                                compilingNanos,
                                collectingNanos,
                                cpuNanos,
                                profilerNanos)
                        .mapToObj(String::valueOf)
                        .collect(Collectors.joining(BETWEEN_FIELDS, name + BETWEEN_FIELDS, BETWEEN_FIELDS))
                + String.join(BETWEEN_LIBRARIES, libraries);
    }

    /**
     * {@return the phases of a text, in its order; none if it is not one of {@link #toText}}
     *
     * @param text any text, also one of others
     */
    public static List<StartupPhase> ofText(String text) {
        String[] rows = text.split(BETWEEN_PHASES, MAX_PHASES + 2);
        if (!rows[0].equals(COLUMNS) || rows.length > MAX_PHASES + 1) {
            return List.of();
        }
        List<StartupPhase> phases = new ArrayList<>();
        try {
            for (int i = 1; i < rows.length; i++) {
                phases.add(ofRow(rows[i].split(BETWEEN_FIELDS, -1)));
            }
        } catch (IllegalArgumentException e) {
            return List.of();
        }
        return List.copyOf(phases);
    }

    private static StartupPhase ofRow(String... fields) {
        if (fields.length != FIELDS) {
            throw new IllegalArgumentException("fields = " + fields.length + " is not allowed: must be " + FIELDS);
        }
        long[] numbers = new long[FIELDS];
        for (int i = 1; i < FIELDS - 1; i++) {
            numbers[i] = Long.parseLong(fields[i]);
        }
        String libraries = fields[FIELDS - 1];
        return new StartupPhase(
                fields[0],
                numbers[1],
                numbers[2],
                numbers[3],
                numbers[4],
                numbers[5],
                numbers[6],
                numbers[7],
                numbers[8],
                numbers[9],
                numbers[10],
                libraries.isEmpty() ? List.of() : List.of(libraries.split(BETWEEN_LIBRARIES)));
    }
}
