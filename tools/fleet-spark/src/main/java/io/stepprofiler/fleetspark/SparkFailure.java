package io.stepprofiler.fleetspark;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.apache.hadoop.fs.FSError;

/** Failures of Spark as sentences: the messages of its exceptions are stack traces, or lack the reason. */
final class SparkFailure {
    private SparkFailure() {}

    /**
     * Returns the result of work on the cluster.
     *
     * @param failed the beginning of the message if the work fails, such as {@code lake was not packed}
     * @throws IOException if the work fails
     */
    static <T> T orSentence(String failed, Callable<T> work) throws IOException {
        try {
            return work.call();
        } catch (IOException e) {
            throw e;
        } catch (Exception | FSError e) {
            Throwable root = e;
            while (root.getCause() != null) {
                root = root.getCause();
            }
            String reason = root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
            throw new IOException(failed + ": " + reason.lines().findFirst().orElse(""), e);
        }
    }
}
