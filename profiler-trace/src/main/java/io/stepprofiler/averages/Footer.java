package io.stepprofiler.averages;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.text.OneLine;
import java.util.ArrayList;
import java.util.List;

/** Lines below a table: the sums, and the counts of rows and events that are not in it. */
record Footer(Report report) {
    List<String> lines() {
        AveragesData averages = report.averages();
        TimeScale scale = report.options().timeScale;
        List<String> lines = new ArrayList<>();
        lines.add("Total self time " + scale.text(averages.selfNanosTotal()) + " (wall clock, waits included)");
        addTime(lines, "Idle threads, not in the total: ", averages.nanosOutsideTotal(EventKind.WAIT));
        addTime(lines, "Virtual machine, not in the total: ", averages.nanosOutsideTotal(EventKind.VIRTUAL_MACHINE));
        addTime(lines, "Profiler, not in the total: ", averages.nanosOutsideTotal(EventKind.PROFILER));
        if (averages.measured().sampledTime()) {
            lines.add("Total self sampled time " + scale.text(averages.sampledNanosTotal()));
        }
        if (averages.measured().deviceTime()) {
            lines.add("Total self device time " + scale.text(averages.deviceNanosTotal()));
        }
        addCount(lines, "Rows without a top-level event, not shown: ", report.innerRows());
        addCount(lines, "Rows of idle threads and of the virtual machine, summed up above: ", report.foldedRows());
        addCount(lines, "Rows not shown: ", report.rowsBeyondLimit());
        addCount(lines, "Events of further groups, in (other): ", averages.other());
        addCount(lines, "Unfinished events, left out: ", averages.unfinished());
        addCount(lines, "Dropped events, missing here: ", averages.dropped());
        averages.remarks().stream().flatMap(String::lines).map(OneLine::of).forEach(lines::add);
        return lines;
    }

    private void addTime(List<String> lines, String what, long nanos) {
        if (nanos > 0) {
            lines.add(what + report.options().timeScale.text(nanos));
        }
    }

    private static void addCount(List<String> lines, String what, long count) {
        if (count > 0) {
            lines.add(what + count);
        }
    }
}
