package io.stepprofiler;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.recording.StepMarks.Mark;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.Remarks;
import io.stepprofiler.trace.TraceBuilder;
import java.util.List;

/** Count of the windows lost because too many bytes waited for slow handlers, shown in later traces. */
final class LostWindows {
    private long count;
    private String steps = "";
    private long first = -1;

    /** Counts a lost window; returns its description. */
    synchronized String add(List<Mark> marks) {
        count++;
        if (marks.isEmpty()) {
            return "A window without steps";
        }
        long begin = marks.get(0).number();
        long end = marks.get(marks.size() - 1).number();
        first = first < 0 ? begin : first;
        steps = ", from step " + first + " to " + end;
        return begin == end ? "The window of step " + begin : "The window of steps " + begin + " to " + end;
    }

    /** Adds the count so far to the metadata of a trace. */
    synchronized void report(TraceBuilder trace) {
        if (count > 0) {
            String text = Amount.count(count, "window was", "windows were") + " lost so far" + steps
                    + ": others waited for slow handlers";
            trace.metadata(Remarks.LOST_WINDOWS, new MetadataValue(text, false));
        }
    }
}
