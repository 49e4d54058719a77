package io.stepprofiler.cli.input;

import io.stepprofiler.ledger.LedgerRun;
import io.stepprofiler.ledger.StepLedger;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Identity of a window of a file in a directory. Two files have one window if their traces have one id. Two files without
 * ids have one if they have one name with two endings, as of a host in a session of XProf, or the same steps at the same
 * time. They have two if the process, the rank, the time or the steps differ.
 *
 * @param given the directory in which it was found
 * @param path path of the file; for the window of a report, that of the file from which the report was made
 * @param run its process, rank and time, as far as known
 * @param steps durations of the steps by number
 */
record WindowKey(Path given, Path path, LedgerRun run, Map<Long, Long> steps) {
    // Formats differ in how they round times.
    private static final long SAME_START_NANOS = 1_000_000;
    private static final long SAME_STEP_NANOS = 2_000;
    private static final Pattern NAME =
            Pattern.compile("(.+?)((?:\\.pt)?(?:\\.trace)?\\.(?:json|xplane\\.pb)(?:\\.gz)?)?", Pattern.DOTALL);

    static WindowKey of(InputWindow window) throws IOException {
        StepLedger ledger = window.ledger();
        Map<Long, Long> steps = new HashMap<>();
        for (int row = 0; row < ledger.size(); row++) {
            steps.put(ledger.number(row), ledger.durationNanos(row));
        }
        Path file = window.file().path();
        Path path = window.isTrace() ? file : file.resolveSibling(window.source());
        return new WindowKey(window.file().given(), path, ledger.run(), steps);
    }

    boolean isSame(WindowKey other) {
        LedgerRun it = other.run;
        long start = run.start().epochNanos();
        long itsStart = it.start().epochNanos();
        boolean isNear = Math.abs(start - itsStart) < SAME_START_NANOS;
        if (!run.runId().isEmpty() && !it.runId().isEmpty()) {
            return run.runId().equals(it.runId()) && isNear && given.equals(other.given);
        }
        boolean isDated = start > 0 && itsStart > 0;
        return given.equals(other.given)
                && (path.equals(other.path)
                        || !Objects.equals(name(path).group(2), name(other.path).group(2)))
                && !differ(run.process().pid(), it.process().pid(), 1)
                && !differ(run.rank().orElse(-1), it.rank().orElse(-1), 0)
                && (!isDated || isNear)
                && (isOfName(other)
                        ? steps.isEmpty() || other.steps.isEmpty() || isOfSteps(other)
                        : isDated && steps.size() == other.steps.size() && isOfSteps(other));
    }

    private static boolean differ(long one, long other, long least) {
        return one >= least && other >= least && one != other;
    }

    private boolean isOfName(WindowKey other) {
        return path.resolveSibling("").equals(other.path.resolveSibling(""))
                && (name(path).group(1).equals(name(other.path).group(1))
                        || InputFile.isCopy(path)
                        || InputFile.isCopy(other.path));
    }

    private boolean isOfSteps(WindowKey other) {
        List<Long> apart = steps.entrySet().stream()
                .filter(step -> other.steps.containsKey(step.getKey()))
                .map(step -> Math.abs(step.getValue() - other.steps.getOrDefault(step.getKey(), step.getValue())))
                .toList();
        return !apart.isEmpty() && apart.stream().allMatch(nanos -> nanos <= SAME_STEP_NANOS);
    }

    private static Matcher name(Path path) {
        Matcher name = NAME.matcher(String.valueOf(path.getFileName()));
        name.matches();
        return name;
    }
}
