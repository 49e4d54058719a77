package io.stepprofiler.report.faces;

import static io.stepprofiler.amount.Amount.count;
import static io.stepprofiler.amount.Amount.share;
import static io.stepprofiler.amount.Amount.time;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.document.Document;
import io.stepprofiler.fleet.ranks.OwnTimesWhatIf;

/** Duration of the steps with changed times of ranks and stages, as text. */
public final class WhatIfText {
    private WhatIfText() {}

    /**
     * {@return the text}
     *
     * @param answer the durations
     * @param changes the changes as words of a command
     */
    public static String of(OwnTimesWhatIf answer, String changes) {
        return new Document()
                .paragraph("With " + changes + ", a step would take " + time(answer.changedNanos()) + " instead of "
                        + time(answer.stepNanos()) + " (" + (answer.change() > 0 ? "+" : "")
                        + share(answer.change()) + ").")
                .paragraph(count(answer.withoutRanks(), "rank") + " of " + answer.ranks()
                        + " would be as fast as the others; " + Amount.count(answer.steps(), "step")
                        + ". A step is taken to end when its slowest rank has done its work,"
                        + " so this is the most that the change can gain.")
                .text();
    }
}
