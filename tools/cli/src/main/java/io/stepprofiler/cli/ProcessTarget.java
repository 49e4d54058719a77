package io.stepprofiler.cli;

import io.stepprofiler.capture.announced.Announcement;
import io.stepprofiler.capture.announced.Announcements;
import io.stepprofiler.text.OneLine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Finds the capture server of a process by its id. */
final class ProcessTarget {
    private ProcessTarget() {}

    /**
     * The running server, else the server of an agent that is loaded for this purpose and only counts steps. The agent
     * stays until {@code stepprof detach}.
     *
     * @param agentJar the agent; null for the result of {@link AgentJar#find}
     * @param step method that the agent takes for a step; null if the program marks its steps
     * @param progress receives the messages of the agent, if it is loaded
     * @throws IOException if there is no server and none can be started; its message gives the reason
     */
    static Announcement server(long pid, @Nullable Path agentJar, @Nullable String step, Consumer<String> progress)
            throws IOException {
        Optional<Announcement> there = Announcements.of(pid);
        if (there.isPresent() && step == null) {
            return there.get();
        }
        try (RunningJvm machine = RunningJvm.of(pid)) {
            Path present = machine.agent();
            if (there.isPresent() && present == null) {
                throw new IOException(
                        "process " + pid + " has a server of its own and marks its steps itself: leave --step out");
            }
            RunningJvm.Answer answer = machine.load(
                    present != null ? present : AgentJar.find(agentJar),
                    step == null ? AttachCommand.DEFAULTS : AttachCommand.DEFAULTS + ",step=" + step);
            answer.said().forEach(each -> progress.accept(OneLine.of(each)));
            if (step != null && present != null && answer.code() == ExitCode.FAILED) {
                throw new IOException("process " + pid + " has an agent with other steps: leave --step out, or run"
                        + " 'stepprof detach " + pid + "' first");
            }
            return Announcements.of(pid)
                    .orElseThrow(() -> new IOException("process " + pid + " has opened no server for captures"
                            + (answer.said().isEmpty()
                                    ? ""
                                    : ": "
                                            + OneLine.of(answer.said()
                                                    .get(answer.said().size() - 1)))));
        }
    }
}
