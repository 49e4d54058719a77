package io.stepprofiler.cli.top;

import io.stepprofiler.capture.live.LiveView;
import java.util.List;

/**
 * A row of a table of the screen.
 *
 * @param name what it is about, as the job calls it
 * @param share part of a step, 1 for all of it
 * @param change change of the share since the sample before
 * @param nanos time in a step
 * @param calls how often in a step; 0 where that is not asked
 * @param isWait whether its thread waits meanwhile
 */
record Row(String name, double share, double change, long nanos, double calls, boolean isWait) {
    private static final String PHASE = "PHASE";

    static List<Row> parts(LiveView view) {
        return view.now().sample().stream()
                .flatMap(sample -> sample.parts().stream()
                        .map(part -> new Row(
                                part.name(),
                                sample.share(part.stepNanos()),
                                view.change(part),
                                part.stepNanos(),
                                0,
                                !part.category().equals(PHASE))))
                .toList();
    }

    static List<Row> operations(LiveView view) {
        return view.now().sample().stream()
                .flatMap(sample -> sample.operations().stream()
                        .map(each -> new Row(
                                each.name(),
                                sample.share(each.selfNanos()),
                                view.change(each),
                                each.selfNanos(),
                                each.calls(),
                                false)))
                .toList();
    }
}
