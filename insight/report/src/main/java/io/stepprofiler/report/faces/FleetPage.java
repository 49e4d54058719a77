package io.stepprofiler.report.faces;

import io.stepprofiler.fleet.report.FleetReport;
import io.stepprofiler.report.page.FleetBlocks;
import io.stepprofiler.report.page.PageWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * The comparison of the ranks of a run as a page: one HTML file of at most 5 MB that needs no network and no server.
 * Names of hosts are always text, never markup.
 */
public final class FleetPage {
    private FleetPage() {}

    /**
     * {@return the page in UTF-8} Takes time proportional to ranks times steps, times the logarithm of the ranks, and
     * memory for the page.
     *
     * @param report the comparison
     */
    public static byte[] of(FleetReport report) {
        ByteArrayOutputStream page = new ByteArrayOutputStream();
        try {
            PageWriter.write(
                    PageWriter.Kind.FLEET,
                    FleetVerdict.of(report).title() + " · Step Profiler",
                    Map.of(
                            "fleet",
                            new String(PlainJson.of(FleetPageData.of(report)), StandardCharsets.UTF_8),
                            "markdown",
                            SummaryFile.string(FleetDocument.markdown(report))),
                    List.of(FleetBlocks.of(report.read().steps(), report.waits())),
                    page);
        } catch (IOException e) {
            throw new IllegalStateException("writing to memory cannot fail", e);
        }
        return page.toByteArray();
    }
}
