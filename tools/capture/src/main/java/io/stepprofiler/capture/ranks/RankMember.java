package io.stepprofiler.capture.ranks;

import io.stepprofiler.capture.client.CaptureClient;
import io.stepprofiler.capture.client.CaptureClientException;
import io.stepprofiler.capture.client.RunningJob;

/**
 * A rank that has answered.
 *
 * @param client client of its server
 * @param job its answer
 * @param answeredNanos time of the answer, by {@link System#nanoTime}
 */
record RankMember(CaptureClient client, RunningJob job, long answeredNanos) {
    static RankMember ask(CaptureClient client) throws CaptureClientException {
        RunningJob job = client.status();
        return new RankMember(client, job, System.nanoTime());
    }

    /** This rank with a new answer; with the old one if it does not answer. */
    RankMember askAgain() {
        try {
            return ask(client);
        } catch (CaptureClientException e) {
            return this;
        }
    }

    /** The expected step in a number of seconds. */
    long stepIn(double seconds) {
        double since = (System.nanoTime() - answeredNanos) / 1e9;
        return job.steps().current() + (long) Math.ceil(job.steps().perSecond() * (since + seconds));
    }
}
