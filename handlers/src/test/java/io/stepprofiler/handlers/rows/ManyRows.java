package io.stepprofiler.handlers.rows;

import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import java.util.ArrayList;
import java.util.List;

/** Keeps the rows of as many tracks of one event as its argument says, in a virtual machine of its own. */
final class ManyRows {
    private ManyRows() {}

    public static void main(String[] arguments) {
        TraceBuilder builder = new TraceBuilder();
        builder.thread(1, "worker").add(builder.nameId("event"), 0, 1);
        Trace trace = builder.build();
        List<TrackRows> rows = new ArrayList<>();
        for (int i = 0; i < Integer.parseInt(arguments[0]); i++) {
            rows.add(new TrackRows(trace.tracks().get(0), List.of(), 0, new NameKinds(trace), RowStyle.ROUNDED));
        }
        if (rows.stream().anyMatch(each -> !each.isPlain() || each.count(RowKind.NESTED) != 1)) {
            throw new AssertionError("more than a row");
        }
    }
}
