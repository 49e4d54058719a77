package io.stepprofiler.averages;

import java.util.ArrayList;
import java.util.List;

/** What is said below a table: the sums, and everything that is not in it. */
record Footer(Report report) {
    List<String> lines() {
        KeyAverages averages = report.averages();
        TimeScale scale = report.options().timeScale();
        List<String> lines = new ArrayList<>();
        lines.add("Self CPU time total: " + scale.text(averages.selfNanosTotal()));
        if (averages.measured().deviceTime()) {
            lines.add("Self " + Column.DEVICE + " time total: " + scale.text(averages.deviceNanosTotal()));
        }
        addCount(lines, "Rows without a top-level event, not shown: ", report.innerRows());
        addCount(lines, "Rows not shown: ", report.rowsBeyondLimit());
        addCount(lines, "Events of further groups, in (other): ", averages.other());
        addCount(lines, "Unfinished events, left out: ", averages.unfinished());
        addCount(lines, "Dropped events, missing here: ", averages.dropped());
        return lines;
    }

    private static void addCount(List<String> lines, String what, long count) {
        if (count > 0) {
            lines.add(what + count);
        }
    }
}
