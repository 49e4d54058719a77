package io.stepprofiler.report.faces;

import io.stepprofiler.analysis.diff.MetricDiff;
import io.stepprofiler.analysis.diff.ReportDiff;
import io.stepprofiler.text.OneLine;
import java.util.List;

/**
 * The comparison of two sides as a JUnit report, which systems of continuous integration show, with a test for each
 * deciding metric.
 */
public final class JUnitWriter {
    private static final String SUITE = "stepprof diff";

    private JUnitWriter() {}

    /**
     * {@return the comparison in JUnit's XML, with an error if not everything was compared}
     *
     * @param diff the comparison
     * @param failures the metrics that make the command fail; deciding metrics without a verdict are skipped
     * @param leftOut the parts that were not compared, one sentence each without a full stop
     */
    public static String of(ReportDiff diff, List<MetricDiff> failures, List<String> leftOut) {
        List<MetricDiff> gates = diff.metrics().stream()
                .filter(each -> each.isGate() || failures.contains(each))
                .toList();
        long skipped = gates.stream().filter(each -> isSkipped(each, failures)).count();
        int errors = leftOut.isEmpty() ? 0 : 1;
        StringBuilder xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        xml.append("<testsuite name=\"").append(SUITE).append("\" tests=\"").append(gates.size() + errors);
        xml.append("\" failures=\"")
                .append(failures.size())
                .append("\" errors=\"")
                .append(errors);
        xml.append("\" skipped=\"");
        xml.append(skipped).append("\" time=\"0\">\n");
        for (MetricDiff each : gates) {
            xml.append("  <testcase classname=\"stepprof.diff\" name=\"");
            xml.append(escaped(each.metric().id())).append("\" time=\"0\">");
            String says = each.metric().title() + " " + DiffFigures.change(each) + ": " + DiffFigures.verdict(each);
            if (failures.contains(each)) {
                xml.append("<failure message=\"").append(escaped(says)).append("\">");
                xml.append(escaped(DiffDocument.text(diff), true)).append("</failure>");
            } else if (isSkipped(each, failures)) {
                xml.append("<skipped message=\"").append(escaped(says)).append("\"/>");
            }
            xml.append("</testcase>\n");
        }
        if (errors > 0) {
            xml.append("  <testcase classname=\"stepprof.diff\" name=\"files\" time=\"0\"><error message=\"");
            xml.append(escaped(String.join("; ", leftOut))).append("\"/></testcase>\n");
        }
        xml.append("  <system-out>").append(escaped(DiffFigures.headline(diff) + ". " + diff.worse()));
        return xml.append("</system-out>\n</testsuite>\n").toString();
    }

    private static boolean isSkipped(MetricDiff metric, List<MetricDiff> failures) {
        return switch (metric.verdict()) {
            case CANNOT_TELL, NOT_COMPARABLE, SUSPECTED_FASTER, SUSPECTED_SLOWER -> !failures.contains(metric);
            default -> false;
        };
    }

    private static String escaped(String text) {
        return escaped(OneLine.of(text), false);
    }

    private static String escaped(String text, boolean hasLines) {
        StringBuilder escaped = new StringBuilder();
        text.codePoints().forEach(each -> {
            switch (each) {
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '&' -> escaped.append("&amp;");
                case '"' -> escaped.append("&quot;");
                default -> {
                    boolean isAllowed = each >= 0x20 && each != 0xFFFE && each != 0xFFFF && !isSurrogate(each);
                    escaped.appendCodePoint(isAllowed || (hasLines && each == '\n') ? each : '?');
                }
            }
        });
        return escaped.toString();
    }

    private static boolean isSurrogate(int codePoint) {
        return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
    }
}
