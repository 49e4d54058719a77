package io.stepprofiler.documentation;

import io.stepprofiler.History;
import io.stepprofiler.Label;
import io.stepprofiler.Profile;
import io.stepprofiler.Scope;
import io.stepprofiler.analysis.memory.LeakReport;
import io.stepprofiler.analysis.memory.RecordedGraphs;
import io.stepprofiler.analysis.memory.TraceRange;
import io.stepprofiler.analysis.rules.Diagnosis;
import io.stepprofiler.analysis.rules.RuleSet;
import io.stepprofiler.analysis.rules.Thresholds;
import io.stepprofiler.analysis.rules.WindowFacts;
import io.stepprofiler.analysis.whatif.MemoryProfile;
import io.stepprofiler.analysis.whatif.MemoryProfileOptions;
import io.stepprofiler.analysis.whatif.OperationGraph;
import io.stepprofiler.averages.AveragesAccumulator;
import io.stepprofiler.averages.Grouping;
import io.stepprofiler.averages.KeyAverages;
import io.stepprofiler.averages.SortKey;
import io.stepprofiler.averages.TableOptions;
import io.stepprofiler.documentation.Snippets.Batch;
import io.stepprofiler.documentation.Snippets.Model;
import io.stepprofiler.export.ExportOptions;
import io.stepprofiler.export.ProgressLine;
import io.stepprofiler.handlers.memory.MemoryTimelineHandler;
import io.stepprofiler.handlers.tensorboard.TensorBoardHandler;
import io.stepprofiler.journal.JournalOptions;
import io.stepprofiler.jvm.FlightRecorderSource;
import io.stepprofiler.ledger.LedgerOptions;
import io.stepprofiler.ledger.Parallelism;
import io.stepprofiler.pytorch.TorchSource;
import io.stepprofiler.report.ReportHandler;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.source.JvmCounters;
import io.stepprofiler.trace.DistributedInfo;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** Code of docs/guide.md, compiled and run as it stands there. */
@SuppressWarnings("try") // A scope variable is there to be closed.
final class GuideSnippets {
    private static final Label FORWARD = Label.of("forward");

    private final Model model = new Model();
    private double loss;

    double phases(Batch batch) {
        try (Scope scope = Scope.open("forward")) {
            scope.arg("batch", batch.size());
            loss = model.forward(batch);
        }
        long token = Scope.begin(FORWARD);
        loss = model.forward(batch);
        Scope.end(token);
        return loss;
    }

    static void anotherOrder(Trace trace) {
        RecordedGraphs graphs = RecordedGraphs.of(trace);
        OperationGraph graph = graphs.graph(TraceRange.of(trace.steps().get(0)));
        System.out.println(MemoryProfile.of(graph, MemoryProfileOptions.DEFAULT.withMinimalPeak())
                .text());
    }

    static void averages(Trace trace) {
        KeyAverages averages = KeyAverages.of(trace, Grouping.BY_NAME.byInputShapes());
        System.out.println(averages.table(
                TableOptions.DEFAULT.withSortBy(SortKey.SELF_TIME).withRowLimit(20)));
    }

    static void export(Trace trace) throws IOException {
        trace.export(
                Path.of("target/log/trace.json.gz"), ExportOptions.DEFAULT.withListener(ProgressLine.to(System.out)));
    }

    static Profile memory() {
        Profile profile = Profile.builder()
                .profileMemory(true)
                .recordShapes(true)
                .withStack(true)
                .onTraceReady(MemoryTimelineHandler.to(Path.of("target/log")))
                .onTraceReady(trace -> System.out.println(LeakReport.of(trace).table(10)))
                .start();
        return profile;
    }

    static Profile virtualMachine() {
        Profile profile = Profile.builder()
                .source(JvmCounters.create())
                .source(FlightRecorderSource.create())
                .onTraceReady(TensorBoardHandler.to(Path.of("target/log")))
                .start();
        return profile;
    }

    static Profile torch() {
        Profile profile = Profile.builder()
                .source(TorchSource.create().everyNthStep(10))
                .recordShapes(true)
                .profileMemory(true)
                .onTraceReady(TensorBoardHandler.to(Path.of("target/log")))
                .start();
        return profile;
    }

    static Profile journal() {
        Profile profile = Profile.builder()
                .journal(JournalOptions.in(Path.of("target/journal")))
                .onTraceReady(TensorBoardHandler.to(Path.of("target/log")))
                .start();
        return profile;
    }

    static Profile history() {
        Profile profile = Profile.builder()
                .history(History.ofSteps(20).onSlowStep(3).onNotFinite(true))
                .onTraceReady(TensorBoardHandler.to(Path.of("target/log")))
                .start();
        return profile;
    }

    static Profile rank(int rank, int worldSize) {
        Profile profile = Profile.builder()
                .distributed(new DistributedInfo(rank, worldSize, "gloo", "node7"))
                .onTraceReady(TensorBoardHandler.to(Path.of("target/log")))
                .start();
        return profile;
    }

    static Profile place(int stage) {
        Profile profile = Profile.builder()
                .ledger(LedgerOptions.DEFAULT.withPlace(place -> place.job("llm-7b")
                        .position(Parallelism.PIPELINE, stage)
                        .label("rack", "r7")))
                .onTraceReady(TensorBoardHandler.to(Path.of("target/log")))
                .start();
        return profile;
    }

    static Profile averagesOfARank(Consumer<AveragesAccumulator> ofRank) {
        AveragesAccumulator averages = new AveragesAccumulator();
        Profile profile = Profile.builder().onTraceReady(averages::add).start();
        ofRank.accept(averages);
        return profile;
    }

    static String averagesOfAllRanks(List<byte[]> gathered) throws IOException {
        AveragesAccumulator all = new AveragesAccumulator();
        for (byte[] ofRank : gathered) {
            all.merge(AveragesAccumulator.parseFrom(ofRank));
        }
        System.out.println(all.averages().table());
        return all.averages().table();
    }

    static List<Object> ownThresholds(Trace trace) {
        RuleSet rules = RuleSet.all()
                .withThresholds("input-bound", new Thresholds(0.1, 0.3))
                .without("sleeping");
        Diagnosis diagnosis = rules.check(WindowFacts.of(trace));
        ReportHandler pages = ReportHandler.to(Path.of("target/log")).rules(rules);
        return List.of(diagnosis, pages);
    }

    void reportOfARun(Schedule schedule, List<Batch> batches) {
        ReportHandler report = ReportHandler.to(Path.of("target/log"));
        try (Profile profile =
                Profile.builder().schedule(schedule).onTraceReady(report).start()) {
            for (Batch batch : batches) {
                loss = model.forward(batch);
                profile.step();
            }
        }
        report.written().ifPresent(System.out::println);
    }

    static void report(Trace trace) {
        System.out.println(ReportHandler.text(trace));
    }
}
