package io.stepprofiler.documentation;

import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import io.stepprofiler.trace.TraceHandler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Writes the slowest step of each window, with its longest event, as a line of a file. */
public final class SlowestSteps implements TraceHandler {
    private final Path file;
    private final List<String> lines = new ArrayList<>();

    public SlowestSteps(Path file) {
        this.file = file;
    }

    @Override
    public void onTraceReady(Trace trace) {
        StepMark slowest = trace.steps().stream()
                .max(Comparator.comparingLong(StepMark::durationNanos))
                .orElseThrow();
        long end = slowest.startNanos() + slowest.durationNanos();
        String longest = trace.events().stream()
                .filter(event -> event.startNanos() >= slowest.startNanos() && event.endNanos() <= end)
                .max(Comparator.comparingLong(TraceEvent::durationNanos))
                .map(TraceEvent::name)
                .orElse("no scope");
        lines.add(slowest.name() + " " + slowest.durationNanos() + " ns, " + longest);
    }

    @Override
    public void onClose() throws IOException {
        Files.write(file, lines);
    }
}
