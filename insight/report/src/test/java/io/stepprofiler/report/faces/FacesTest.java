package io.stepprofiler.report.faces;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.analysis.report.StepReport;
import io.stepprofiler.analysis.rules.RuleSet;
import io.stepprofiler.analysis.window.WindowAnalysis;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.DistributedInfo;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.Remarks;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

class FacesTest {
    private static StepReport report(String phase) {
        TraceBuilder builder = new TraceBuilder();
        TrackBuilder main = builder.thread(1, "main");
        int stack = builder.stackId(List.of(
                new StackTraceElement(
                        "java.base/java.util.concurrent.locks.LockSupport", "park", "LockSupport.java", 211),
                new StackTraceElement("java.base/java.util.concurrent.ArrayBlockingQueue", "take", null, -1),
                new StackTraceElement("app//com.acme.data.Loader$Batches", "next", "Loader.java", 7),
                new StackTraceElement("com.acme.Trainer", "train", "Trainer.java", 30)));
        for (int i = 0; i < 4; i++) {
            long start = 100_000_000L * i;
            builder.step(new StepMark(i, start, 100_000_000, 1, false));
            main.add(builder.nameId("enumerate(DataLoader)#x.__next__", EventKind.DATA_LOADER, ""), start, 37_000_000);
            main.add(builder.nameId(phase), start + 40_000_000, 60_000_000);
            main.stack(
                    main.add(builder.nameId("Park (Queue)", EventKind.WAIT, ""), start + 37_000_000, 2_000_000), stack);
            builder.stackSample(new StackSample(start + 50_000_000, 1, SampleKind.JAVA, stack, 20_000_000));
            builder.stackSample(new StackSample(start + 60_000_000, 1, SampleKind.ALLOCATION, stack, 3 << 20));
        }
        return StepReport.of(builder.dropped(DropCause.EVENT_LIMIT, 3).build());
    }

    @Test
    void text_firstSaysTheVerdictWithOneNumberAndOneStep() {
        List<String> lines = ReportDocument.text(report("forward")).lines().toList();
        assertThat(lines.get(1)).startsWith("! 3 of ");
        assertThat(lines).anyMatch(line -> line.startsWith("INPUT-BOUND: 37.0 % of the step waits for the next batch"));
        assertThat(lines).anyMatch(line -> line.startsWith("Next: prefetch"));
        assertThat(lines).anyMatch(line -> line.contains("60.0 %") && line.endsWith("forward"));
    }

    @Test
    void text_saysWhereCodeRunsAllocatesAndWaits() {
        String place = "LockSupport.park(LockSupport.java:211) < Loader$Batches.next < Trainer.train";
        List<String> lines = ReportDocument.text(report("forward"))
                .lines()
                .map(line -> line.strip().replaceAll(" {2,}", " | "))
                .toList();
        assertThat(lines)
                .contains("20.0 % | 20.0 ms | 4 | " + place, "3.00 MiB | 4 | " + place)
                .anyMatch(line -> line.startsWith("2.0 % | 2.00 ms | 4 | 2.00 ms | Park (Queue) | LockS"));
    }

    @Test
    void markdown_saysWhereCodeRunsAllocatesAndWaits() {
        String place = "LockSupport.park(LockSupport.java:211) \\< Loader$Batches.next \\< Trainer.train |";
        assertThat(ReportDocument.markdown(report("forward")))
                .contains(
                        "| 20.0 ms | 4 | " + place, "| 3.00 MiB | 4 | " + place, "| 2.00 ms | Park (Queue) | " + place);
    }

    @Test
    void text_ofAnyReport_isOneScreen() {
        String text = ReportDocument.text(report("forward"));
        assertThat(text.lines())
                .hasSizeLessThan(50)
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(120));
    }

    @Test
    void faces_withHostileNames_showThemAsText() {
        StepReport report = report("<img src=x> | `a` \u001b[31m\nnext");
        assertThat(ReportDocument.text(report)).doesNotContain("\u001b").contains("<img src=x> | `a` ");
        assertThat(ReportDocument.markdown(report))
                .doesNotContain("\u001b")
                .contains("\\<img src=x\\> \\| \\`a\\` ")
                .doesNotContain("\nnext");
    }

    @Test
    void markdown_tableOfParts_hasTheStepAndItsParts() {
        assertThat(ReportDocument.markdown(report("forward")))
                .contains("### INPUT-BOUND: 37.0 % of the step")
                .contains("| **step** | 100.0 % | 100 ms | 100 ms |")
                .contains("| forward | 60.0 % | 60.0 ms |")
                .contains("optPrefetchNumber");
    }

    @Test
    void faces_ofEventsWithoutEnd_sayThatTheyAreInNoTime() {
        TraceBuilder builder = new TraceBuilder();
        TrackBuilder main = builder.thread(1, "main");
        for (int i = 0; i < 4; i++) {
            builder.step(new StepMark(i, 100L * i, 100, 1, false));
            main.add(builder.nameId("DataLoader", EventKind.DATA_LOADER, ""), 100L * i, 5);
        }
        main.unfinished(main.add(builder.nameId("DataLoader", EventKind.DATA_LOADER, ""), 110, 290));
        StepReport report = StepReport.of(builder.build());
        String note = "1 event has no known end and is left out of times: {window ended=1}";
        assertThat(ReportDocument.text(report)).contains("! " + note).doesNotContain("INPUT-BOUND");
        assertThat(ReportDocument.markdown(report).replace("\\", "")).contains(note);
    }

    @Test
    void heading_ofARank_saysOfHowManyIfThatIsKnown() {
        assertThat(ReportDocument.text(ofRank(3, 8))).contains(", rank 3 of 8");
        assertThat(ReportDocument.text(ofRank(3, 0))).contains(", rank 3\n");
    }

    private static StepReport ofRank(int rank, int worldSize) {
        TraceBuilder builder = new TraceBuilder().distributed(new DistributedInfo(rank, worldSize, "", ""));
        builder.step(new StepMark(0, 0, 100, 1, false));
        return StepReport.of(builder.build());
    }

    @Test
    void faces_withoutSamplesOfJavaCode_sayWhy() {
        TraceBuilder builder = new TraceBuilder()
                .metadata(
                        "jvm_flight_recorder_refused",
                        new MetadataValue("samples of Java code: libx.so is loaded", false));
        for (int i = 0; i < 4; i++) {
            builder.step(new StepMark(i, 100L * i, 100, 1, false));
        }
        StepReport report = StepReport.of(builder.build());
        assertThat(ReportDocument.text(report).replaceAll("\\s+", " "))
                .contains("Left out were samples of Java code: libx.so is loaded.");
        assertThat(ReportDocument.markdown(report)).contains("Left out were samples of Java code: libx.so is loaded.");
    }

    @Test
    void remarks_ofAJournal_areToldOnceWhateverElseIsMissing() {
        String lost = "the journal is not finished";
        assertThat(ReportDocument.text(ofJournal(lost, "2 counters are left out")))
                .contains("! 2 counters are left out", "! journal: " + lost);
        assertThat(ReportDocument.text(ofJournal(lost, lost)))
                .contains("! " + lost)
                .doesNotContain("journal: " + lost);
    }

    private static StepReport ofJournal(String remark, String missing) {
        TraceBuilder builder = new TraceBuilder().metadata(Remarks.JOURNAL, new MetadataValue(remark, false));
        builder.step(new StepMark(0, 0, 100, 1, false));
        StepReport.Source source = new StepReport.Source("", new WindowAnalysis(builder.build()), List.of(missing));
        return new StepReport(StepReport.VERSION, List.of(StepReport.window(source, RuleSet.all(), 1)));
    }
}
