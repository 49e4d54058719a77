package io.stepprofiler.cli;

import io.stepprofiler.capture.announced.Announcement;
import io.stepprofiler.capture.announced.Announcements;
import io.stepprofiler.trace.OneLine;
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
     * @param agentJar the agent; null for the one in the directory of stepprof's own jar
     * @param progress receives the messages of the agent, if it is loaded
     * @throws IOException if there is no server and none can be started; its message gives the reason
     */
    static Announcement server(long pid, @Nullable Path agentJar, Consumer<String> progress) throws IOException {
        Optional<Announcement> there = Announcements.of(pid);
        if (there.isPresent()) {
            return there.get();
        }
        try (RunningJvm machine = RunningJvm.of(pid)) {
            Path present = machine.agent();
            RunningJvm.Answer answer =
                    machine.load(present != null ? present : AgentJar.find(agentJar), AttachCommand.DEFAULTS);
            answer.said().forEach(each -> progress.accept(OneLine.of(each)));
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
