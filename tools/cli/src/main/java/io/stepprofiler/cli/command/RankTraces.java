package io.stepprofiler.cli.command;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.cli.input.InputFile;
import io.stepprofiler.cli.input.InputWindow;
import io.stepprofiler.cli.input.LedgerFiles;
import io.stepprofiler.cli.input.ReadLimits;
import io.stepprofiler.cli.input.RunInput;
import io.stepprofiler.cli.input.Subcommand;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.export.TraceFile;
import io.stepprofiler.fleet.sync.FleetClocks;
import io.stepprofiler.fleet.sync.FleetWaits;
import io.stepprofiler.fleet.sync.HostClock;
import io.stepprofiler.handlers.perfetto.PerfettoProcesses;
import io.stepprofiler.ledger.LedgerRun;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** The traces of the ranks of a run as one file, on clocks that are fitted to each other by the ends of collectives. */
record RankTraces(Path directory, ReadLimits limits, Subcommand command) {
    /** Writes the file, whole or not at all; returns the exit code. */
    int write(List<InputFile> traces, UnaryOperator<Trace> change, Path to) throws IOException {
        Optional<FleetClocks> clocks = LedgerFiles.read(List.of(directory), limits, command)
                .report(UnaryOperator.identity())
                .waits()
                .map(FleetWaits::clocks);
        try (RunInput input = RunInput.ofWindows(traces, limits, command)) {
            TraceFile.replace(to, out -> {
                Set<Integer> ranks = new HashSet<>();
                try (PerfettoProcesses file = new PerfettoProcesses(to.toString(), out)) {
                    for (InputWindow window = input.next(); window != null; window = input.next()) {
                        LedgerRun run = window.traceRun();
                        int rank = run.rank().orElse(-1);
                        if (rank < 0 || !ranks.add(rank)) {
                            throw new IOException(directory + " holds " + traces.size() + " traces, but not one of each"
                                    + " rank: name one, such as "
                                    + window.file().path());
                        }
                        String host = run.process().host();
                        String name = ("rank " + rank + " " + host).strip();
                        Trace trace = change.apply(window.trace());
                        long correction = correction(trace, clocks, name, host.isEmpty() ? name : host);
                        // Viewers identify processes by their numbers, which may be equal on several hosts.
                        file.add(trace, new ProcessInfo(rank + 1L, host, name), correction);
                        TargetFormat.PERFETTO.lost(trace, to).forEach(command::remark);
                    }
                }
            });
            command.printWritten(to);
            return input.exitCode();
        }
    }

    /** Returns the nanoseconds to add to the times of a trace, by the fit of its host's clock in the middle of it. */
    private long correction(Trace trace, Optional<FleetClocks> clocks, String name, String host) {
        Optional<HostClock> clock = clocks.filter(all -> !all.unaligned().contains(host))
                .flatMap(all -> all.clocks().stream()
                        .filter(each -> each.host().equals(host))
                        .findFirst());
        long middle = (trace.start().epochNanos() + trace.end().epochNanos()) / 2;
        long correction = clock.map(each -> each.common(middle) - middle).orElse(0L);
        command.remark(name + ": clock "
                + clock.map(each -> Amount.timeChange((double) correction) + ", by "
                                + Amount.count(each.collectives(), "collective") + " with other hosts, ± "
                                + Amount.time(each.sigmaNanos()))
                        .orElse("as recorded: too few collectives with other hosts"));
        return correction;
    }
}
