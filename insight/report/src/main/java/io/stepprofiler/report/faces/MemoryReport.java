package io.stepprofiler.report.faces;

import io.stepprofiler.analysis.memory.MemoryPage;
import io.stepprofiler.analysis.memory.MemoryTimeline;
import io.stepprofiler.analysis.report.StepReport;
import io.stepprofiler.analysis.rules.RuleSet;
import io.stepprofiler.report.page.MemoryBlock;
import io.stepprofiler.report.page.PageBlocks;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes the page of a memory timeline: the report of its window, with the timeline's device first in the memory
 * section.
 */
public final class MemoryReport implements MemoryPage {
    /** Found by {@link java.util.ServiceLoader}. */
    public MemoryReport() {}

    /** Takes several passes over the events of the window. */
    @Override
    public void write(MemoryTimeline timeline, OutputStream out) throws IOException {
        StepReport.Source source = StepReport.Source.of(timeline.trace());
        StepReport report = StepReport.of(List.of(source), RuleSet.all());
        ByteArrayOutputStream memory = new ByteArrayOutputStream();
        MemoryBlock.write(timeline, memory);
        Map<String, byte[]> blocks =
                new LinkedHashMap<>(WindowBlocks.of(source.window()).gzipped());
        blocks.put(MemoryBlock.NAME, PageBlocks.gzip(memory));
        HtmlReportWriter.write(report, List.of(new WindowBlocks(blocks)), out);
    }
}
