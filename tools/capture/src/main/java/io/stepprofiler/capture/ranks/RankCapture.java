package io.stepprofiler.capture.ranks;

import io.stepprofiler.capture.client.FetchedTrace;
import io.stepprofiler.capture.client.RemoteCapture;
import io.stepprofiler.capture.client.RunDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * Captures the same steps in all processes of a training. Each process is asked for its current step; the first step to
 * record is chosen far enough after the latest of them that every process can begin with it. If it has passed in a
 * process anyway, all begin again with a later step. Processes that do not answer are asked again; processes that never
 * answer, or cannot capture, are reported as missing, and the others continue without them.
 */
public final class RankCapture {
    // Q6: ranks agree on a step, and begin anew if one has passed it.

    private static final int ATTEMPTS = 3;
    /** Minimum time between the request and the first recorded step. */
    private static final double LEAD_SECONDS = 1;

    private static final int LEAST_LEAD = 2;
    private static final long TELL_MILLIS = 200;

    private final RemoteCapture what;
    private final OptionalLong first;
    private final Consumer<String> tell;
    private final List<String> missing = new ArrayList<>();

    private RankCapture(RemoteCapture what, OptionalLong first, Consumer<String> tell) {
        this.what = what;
        this.first = first;
        this.tell = tell;
    }

    /**
     * Captures, and writes a file for each process into the directory of a new run.
     *
     * @param ranks the processes, in the order of the requests
     * @param what the capture of each process; its first step is chosen here
     * @param first the first step, if it is given; processes in which it has passed are then missing
     * @param logDirectory TensorBoard's log directory, in which the directory of the run is created
     * @param tell receives messages about the progress, on this thread
     * @return written traces and missing ranks
     * @throws InterruptedException if the thread is interrupted; all captures end
     * @throws IOException if the directory cannot be created
     */
    public static RankResult capture(
            List<Rank> ranks, RemoteCapture what, OptionalLong first, Path logDirectory, Consumer<String> tell)
            throws IOException, InterruptedException {
        return new RankCapture(what, first, tell).run(ranks, logDirectory);
    }

    private RankResult run(List<Rank> ranks, Path logDirectory) throws IOException, InterruptedException {
        RunDirectory directory = RunDirectory.in(logDirectory, what.format(), Instant.now());
        try (RankRoll roll = RankRoll.call(ranks, tell)) {
            missing.addAll(roll.missing());
            List<RankMember> members = roll.members();
            List<Path> files = members.stream()
                    .map(member -> directory.file(member.job().process()))
                    .toList();
            List<RankCall> calls = begin(members, files);
            try {
                await(calls);
                return result(directory.path(), collect(calls));
            } finally {
                RankCall.cancel(calls);
            }
        } finally {
            directory.removeIfEmpty();
        }
    }

    private List<RankCall> begin(List<RankMember> members, List<Path> files) throws InterruptedException {
        for (int attempt = 1; ; attempt++) {
            RemoteCapture spec = spec(members, attempt);
            List<RankCall> calls = new ArrayList<>();
            for (int i = 0; i < members.size(); i++) {
                calls.add(RankCall.start(members.get(i).client(), spec, files.get(i)));
            }
            if (attempt == ATTEMPTS || first.isPresent() || !hasPassed(calls)) {
                return calls;
            }
            tell.accept("a rank has passed the step already: all begin again");
            RankCall.cancel(calls);
        }
    }

    private RemoteCapture spec(List<RankMember> members, int attempt) {
        if (what.steps() == 0) {
            return what;
        }
        if (first.isPresent()) {
            return what.exactlyFrom(first.getAsLong());
        }
        long times = 1L << (2 * (attempt - 1));
        long last = members.stream()
                .map(member -> attempt == 1 ? member : member.askAgain())
                .mapToLong(member -> member.stepIn(LEAD_SECONDS * times))
                .max()
                .orElse(0);
        return what.exactlyFrom(last + what.warmup() + LEAST_LEAD * times);
    }

    private static boolean hasPassed(List<RankCall> calls) throws InterruptedException {
        boolean passed = false;
        for (RankCall call : calls) {
            passed |= call.awaitAccepted().filter(RankCall::isPassed).isPresent();
        }
        return passed;
    }

    private void await(List<RankCall> calls) throws InterruptedException {
        long done = 0;
        while (done < calls.size()) {
            done = calls.stream().filter(RankCall::isDone).count();
            tell.accept(done + " of " + calls.size() + " ranks done"
                    + calls.stream()
                            .filter(call -> !call.isDone())
                            .findFirst()
                            .flatMap(call -> call.last().map(state -> "; " + call.address() + ": " + state.text()))
                            .orElse(""));
            for (RankCall call : calls) {
                if (!call.isDone()) {
                    call.awaitDone(TELL_MILLIS);
                    break;
                }
            }
        }
    }

    private List<FetchedTrace> collect(List<RankCall> calls) throws InterruptedException {
        List<FetchedTrace> traces = new ArrayList<>();
        for (RankCall call : calls) {
            Optional<Throwable> failure = call.awaitDone();
            if (failure.isEmpty()) {
                traces.add(call.trace());
            } else {
                missing.add(RankRoll.sentence(call.address(), failure.get()));
            }
        }
        return traces;
    }

    private RankResult result(Path directory, List<FetchedTrace> traces) {
        OptionalLong step = traces.stream()
                .map(trace -> trace.trace().firstStep())
                .flatMapToLong(OptionalLong::stream)
                .findFirst();
        return new RankResult(directory, step, traces, missing);
    }
}
