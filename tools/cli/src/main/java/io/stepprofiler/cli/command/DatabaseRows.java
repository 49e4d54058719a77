package io.stepprofiler.cli.command;

import static java.util.Arrays.asList;

import io.stepprofiler.analysis.breakdown.StepBreakdown;
import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.analysis.report.Account;
import io.stepprofiler.analysis.report.Run;
import io.stepprofiler.analysis.report.StepTimes;
import io.stepprofiler.analysis.report.WindowReport;
import io.stepprofiler.analysis.rules.Diagnosis.Verdict;
import io.stepprofiler.analysis.rules.Finding;
import io.stepprofiler.analysis.rules.Proof;
import io.stepprofiler.analysis.window.WindowAnalysis;
import io.stepprofiler.averages.GroupKey.Row;
import io.stepprofiler.averages.KeyAverage;
import io.stepprofiler.averages.KeyAverage.Memory;
import io.stepprofiler.averages.KeyAverages;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.ledger.LedgerLosses;
import io.stepprofiler.ledger.LedgerRun;
import io.stepprofiler.ledger.StepFlag;
import io.stepprofiler.ledger.StepLedger;
import io.stepprofiler.ledger.StepValue;
import io.stepprofiler.text.ShownFrame;
import io.stepprofiler.trace.CounterTrack;
import io.stepprofiler.trace.MemoryEvents;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.StackSamples;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The rows of windows, their reports, and step ledgers in a database. */
final class DatabaseRows {
    private final Database to;
    private long windows;

    DatabaseRows(Database to) {
        this.to = to;
    }

    private static @Nullable Long known(long value) {
        return value < 0 ? null : value;
    }

    private static @Nullable Long positive(long value) {
        return value < 1 ? null : value;
    }

    /** Adds the content of the next window. */
    void add(WindowAnalysis analysis) throws IOException {
        Trace trace = analysis.trace();
        windows++;
        for (Map.Entry<String, MetadataValue> each : trace.metadata().entrySet()) {
            to.add("metadata", windows, each.getKey(), each.getValue().text());
        }
        long stacks = to.ids("stack", trace.stackCount());
        for (int i = 0; i < trace.stackCount(); i++) {
            to.add("stack", stacks + i, windows);
            List<StackTraceElement> frames = trace.stack(i);
            for (int depth = 0; depth < frames.size(); depth++) {
                StackTraceElement frame = ShownFrame.of(frames.get(depth));
                List<?> code = asList(frame.getClassName(), frame.getMethodName(), frame.getFileName());
                to.add("stack_frame", stacks + i, depth, code, known(frame.getLineNumber()));
            }
        }
        Map<Long, Long> tracks = new HashMap<>();
        for (int i = 0; i < trace.tracks().size(); i++) {
            long id = to.ids("track", 1);
            tracks.put(trace.tracks().get(i).id(), id);
            events(trace, trace.tracks().get(i), id, stacks, analysis.walk().parents(i));
        }
        steps(analysis, tracks);
        averages(KeyAverages.of(trace));
        long start = trace.start().monotonicNanos();
        StackSamples samples = trace.samples();
        for (int i = 0; i < samples.size(); i++) {
            List<?> amount = asList(samples.nanos(i) - start, samples.weight(i), stack(stacks, samples.stackId(i)));
            to.add("sample", windows, tracks.get(samples.trackId(i)), samples.kind(i), amount);
        }
        MemoryEvents memory = trace.memory();
        for (int i = 0; i < memory.size(); i++) {
            List<?> block = asList(memory.device(i).toString(), memory.address(i), memory.bytes(i));
            List<?> rest =
                    asList(known(memory.totalAllocated(i)), memory.category(i), stack(stacks, memory.stackId(i)));
            Long track = tracks.get(memory.trackId(i));
            to.add("memory_event", windows, track, memory.nanos(i) - start, memory.action(i), block, rest);
        }
        for (CounterTrack each : trace.counters()) {
            for (int i = 0; i < each.size(); i++) {
                to.add("counter", windows, each.name(), each.domain(), each.nanos(i) - start, each.value(i));
            }
        }
    }

    private static @Nullable Long stack(long first, int id) {
        return id < 0 ? null : first + id;
    }

    private void events(Trace trace, Track track, long id, long stacks, int[] parents) throws IOException {
        String device = track.device().map(Object::toString).orElse(null);
        Long thread = track.isThread() ? track.id() : null;
        to.add("track", id, windows, thread, track.name(), device, known(track.stream()));
        long first = to.ids("event", track.size());
        for (int i = 0; i < track.size(); i++) {
            int name = track.nameId(i);
            int signature = track.signatureId(i);
            Long parent = parents[i] < 0 ? null : first + parents[i];
            List<?> what = asList(trace.name(name), trace.kind(name), trace.moduleType(name), trace.domain(name));
            long start = track.startNanos(i) - trace.start().monotonicNanos();
            List<?> time = asList(start, track.durationNanos(i), track.isUnfinished(i));
            String shapes = signature < 0 ? null : trace.signature(signature).inputDimsText();
            List<?> links = asList(known(track.correlation(i)), known(track.sequenceNumber(i)));
            to.add("event", first + i, windows, id, parent, what, time, stack(stacks, track.stackId(i)), shapes, links);
            for (Map.Entry<String, Object> each : track.arguments(i).entrySet()) {
                to.add("event_argument", first + i, each.getKey(), each.getValue());
            }
        }
    }

    private void steps(WindowAnalysis analysis, Map<Long, Long> tracks) throws IOException {
        Map<StepMark, Long> ids = new HashMap<>();
        for (StepMark mark : analysis.trace().steps()) {
            long id = to.ids("step", 1);
            ids.put(mark, id);
            long start = mark.startNanos() - analysis.trace().start().monotonicNanos();
            List<?> time = asList(start, mark.durationNanos(), known(mark.cpuNanos()));
            to.add("step", id, windows, tracks.get(mark.trackId()), mark.number(), time, mark.unfinished());
        }
        for (StepBreakdown each : analysis.sampledPhases().steps()) {
            Map<String, Long> parts = new HashMap<>();
            each.nanos().forEach((category, nanos) -> parts.put(category.name(), nanos));
            each.phases().forEach((phase, nanos) -> {
                parts.put(StepTimes.PHASE + phase, nanos);
                parts.merge(StepCategory.PHASE.name(), -nanos, Long::sum);
            });
            for (Map.Entry<String, Long> part : parts.entrySet()) {
                if (part.getValue() > 0 && ids.containsKey(each.step())) { // A whole window is no step.
                    to.add("step_part", ids.get(each.step()), part.getKey(), part.getValue());
                }
            }
        }
    }

    private void averages(KeyAverages averages) throws IOException {
        for (KeyAverage row : averages.rows()) {
            Enum<?> type =
                    row.key().row() == Row.EVENTS ? row.key().kind() : row.key().row();
            List<?> times = asList(row.selfNanos(), row.totalNanos(), row.minNanos(), row.p50Nanos(), row.p99Nanos());
            Memory host = row.cpuMemory();
            Memory device = row.deviceMemory();
            List<?> devices = asList(
                    row.maxNanos(), row.device().selfNanos(), row.device().totalNanos());
            List<?> samples = asList(row.sampled().selfNanos(), row.sampled().totalNanos());
            List<?> memory = asList(host.selfBytes(), host.totalBytes(), device.selfBytes(), device.totalBytes());
            List<?> java = asList(
                    row.javaAllocation().selfBytes(), row.javaAllocation().totalBytes());
            List<?> what = asList(row.name(), type, row.isOnDevice(), row.count());
            to.add("operator", windows, what, times, devices, samples, memory, java, known(row.flops()));
        }
    }

    /** Adds the reports of the windows, in their order. */
    void add(List<WindowReport> reports, List<Finding> ofRanks) throws IOException {
        if (reports.size() < windows) {
            throw new IOException("the database is not written: a window cannot be read to its end");
        }
        for (int i = 0; i < reports.size(); i++) {
            Run run = reports.get(i).run();
            Account account = reports.get(i).account();
            Verdict verdict = reports.get(i).diagnosis().verdict();
            List<?> process = asList(run.host(), positive(run.pid()), known(run.rank()), positive(run.worldSize()));
            List<?> time = asList(positive(run.startEpochNanos()), run.durationNanos(), run.isPartial());
            List<?> events = asList(account.begun(), account.written(), sum(account.dropped()));
            List<?> result = asList(verdict.rule(), verdict.title(), verdict.sentence(), verdict.nextStep());
            List<?> source = List.of(run.source(), run.traceId());
            Long unfinished = sum(account.unfinished());
            to.add("window", i + 1, source, process, time, events, unfinished, result, verdict.isSure());
            findings(i + 1L, null, reports.get(i).diagnosis().findings());
        }
        findings(null, null, ofRanks);
    }

    private static long sum(Map<String, Long> counts) {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Adds a ledger with the findings about all of its steps. */
    void add(StepLedger ledger, List<Finding> findings) throws IOException {
        LedgerRun run = ledger.run();
        long id = to.ids("ledger", 1);
        Integer rank = run.rank().isPresent() ? run.rank().getAsInt() : null;
        List<?> process = asList(run.process().host(), positive(run.process().pid()), rank, positive(run.worldSize()));
        LedgerLosses lost = ledger.losses();
        List<?> losses = asList(lost.overwrittenSteps(), lost.missingBlocks(), lost.damagedBytes());
        Long start = positive(run.start().epochNanos());
        to.add("ledger", id, run.name(), run.mainClass(), process, start, ledger.isEnded(), losses);
        for (int i = 0; i < ledger.size(); i++) {
            int row = i;
            List<?> time = asList(ledger.startNanos(row) - run.start().monotonicNanos(), ledger.durationNanos(row));
            List<?> range = asList(ledger.leastNanos(row), ledger.greatestNanos(row));
            List<?> values = asList(Stream.of(StepValue.values())
                    .map(value -> known(ledger.value(value, row)))
                    .toArray());
            List<?> flags = Stream.of(StepFlag.values())
                    .map(flag -> ledger.is(flag, row))
                    .toList();
            to.add("ledger_row", id, ledger.number(row), ledger.steps(row), time, range, values, flags);
        }
        findings(null, id, findings);
    }

    private void findings(@Nullable Long window, @Nullable Long ledger, List<Finding> findings) throws IOException {
        for (Finding each : findings) {
            long id = to.ids("finding", 1);
            List<?> rule = asList(each.rule(), each.title(), each.severity(), each.role(), each.measure());
            List<?> gain = asList(each.gainShare(), each.gainNanosPerStep(), each.partOf());
            to.add("finding", id, window, ledger, rule, each.sentence(), each.nextStep(), gain);
            for (Proof proof : each.proofs()) {
                boolean isTimed = proof.step() >= 0 || proof.nanos() > 0;
                List<?> time = isTimed ? List.of(proof.startNanos(), proof.nanos()) : asList(null, null);
                to.add("evidence", id, proof.text(), known(proof.step()), time, String.join("\n", proof.stack()));
            }
        }
    }
}
