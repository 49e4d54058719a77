package io.stepprofiler.handlers.xplane;

import io.stepprofiler.event.Anomaly;
import io.stepprofiler.trace.LossAccount;
import io.stepprofiler.trace.Remarks;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.wire.RecordedDetails;
import io.stepprofiler.wire.WireWriter;
import java.io.IOException;
import java.util.Map;
import java.util.Set;

/** Writes the facts about the whole trace: its time, its place, and its losses. */
final class SummaryStats {
    /** Anomalies by which data is missing. */
    private static final Set<Anomaly> LOSSES =
            Set.of(Anomaly.SOURCE_FAILED, Anomaly.STEP_MARK_DROPPED, Anomaly.ARGUMENT_DROPPED);

    private final Trace trace;
    private final LossAccount account;

    SummaryStats(Trace trace) {
        this.trace = trace;
        this.account = trace.account();
    }

    /** Writes the plane from which viewers get the time of day; it has no events. */
    void writeEnvironment(Plane plane, long base, MessageStream to) throws IOException {
        PlaneMetadata names = plane.dictionary;
        Stats stats = new Stats(to.out(), XSpaceFields.PLANE_STAT);
        plane.begin(to);
        long epoch = trace.start().epochNanos() + base - trace.start().monotonicNanos();
        stats.unsigned(names.text("profile_start_time"), epoch);
        stats.unsigned(names.text("profile_stop_time"), trace.end().epochNanos());
        stats.text(names.text("trace_id"), trace.id());
        stats.number(names.text("pid"), trace.process().pid());
        stats.text(names.text("process_name"), trace.process().name());
        trace.distributedInfo().ifPresent(info -> {
            stats.number(names.text("rank"), info.rank());
            if (info.hasWorldSize()) {
                stats.number(names.text("world_size"), info.worldSize());
            }
            stats.text(names.text("backend"), info.backend());
        });
        stats.text(names.text("account"), account.summary());
        stats.text(names.text(RecordedDetails.KEY), RecordedDetails.text(trace.options()));
        UserStats user = new UserStats(names);
        trace.metadata().forEach((key, value) -> user.write(Map.of(key, value.text()), stats));
        plane.end(to);
    }

    /** Writes the errors and warnings that XProf's overview shows at its top. */
    void writeDiagnostics(long samplesNotDrawable, long durationsLeftOut, WireWriter out) {
        account.dropped()
                .forEach((cause, count) ->
                        out.text(XSpaceFields.SPACE_ERROR, count + " events are missing: " + cause.label()));
        account.anomalies()
                .forEach((anomaly, count) -> out.text(
                        LOSSES.contains(anomaly) ? XSpaceFields.SPACE_ERROR : XSpaceFields.SPACE_WARNING,
                        anomaly.label() + ": " + count + " times"));
        Remarks.of(trace).forEach((key, text) -> {
            switch (key) {
                case Remarks.PROFILE_ERRORS -> text.lines().forEach(error -> out.text(XSpaceFields.SPACE_ERROR, error));
                case Remarks.PROFILE_WARNINGS -> text.lines().forEach(odd -> out.text(XSpaceFields.SPACE_WARNING, odd));
                case Remarks.LOST_WINDOWS -> out.text(XSpaceFields.SPACE_ERROR, key + ": " + text);
                default -> out.text(XSpaceFields.SPACE_WARNING, key + ": " + text);
            }
        });
        account.unfinished()
                .forEach((cause, count) ->
                        out.text(XSpaceFields.SPACE_WARNING, count + " events have no known end: " + cause.label()));
        warn(trace.isPartial(), "profiling ended before the window had all its steps", out);
        warn(
                samplesNotDrawable > 0,
                samplesNotDrawable + " values of counters are no finite numbers and left out",
                out);
        warn(durationsLeftOut > 0, durationsLeftOut + " events overlap too many others and have no duration", out);
    }

    private static void warn(boolean holds, String text, WireWriter out) {
        if (holds) {
            out.text(XSpaceFields.SPACE_WARNING, text);
        }
    }
}
