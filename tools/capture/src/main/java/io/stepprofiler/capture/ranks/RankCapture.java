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
 * Captures the same steps in all processes of a training. All are asked for their step; the first one to be recorded
 * lies so far behind the last of them that each can begin with it; all are told that one. If the training was faster
 * than that, and one of them says that the step has passed, all begin anew with a later one. Processes that do not
 * answer are asked again; those that never do, or cannot capture, are named, and the others go on without them.
 */
public final class RankCapture {
    private static final int ATTEMPTS = 3;
    /** How long before the first step to be recorded all processes are to know of it, at least. */
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
     * @param ranks the processes, in the order in which they are to be told
     * @param what what each of them is to capture; its first step is chosen here
     * @param first the first step, if it is not to be chosen; processes that it has passed in are missing then
     * @param logDirectory where the directory of the run is made, as TensorBoard is given it
     * @param tell told now and then, on this thread, how far it is
     * @return what was written, and what is missing
     * @throws InterruptedException if the thread is interrupted; all captures end
     * @throws IOException if the directory cannot be made
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
            tell.accept("a rank has passed the step already: all begin anew");
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
