package io.stepprofiler.cuda;

import io.stepprofiler.nativeaccess.OperationMark;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.Attributes;
import java.util.Map;

/** External correlation ids that libraries gave CUPTI when they called CUDA, by the correlation id of the call. */
final class ExternalNumbers implements RecordHandler {
    private static final int NUMBER = 1;
    private static final int CORRELATION = 2;

    /** Kind of the ids by the recorder of operations: start of the innermost operation, in ticks. */
    private static final int OPERATION = 5;

    /** Suffices because a record arrives with its call, before the work is done. */
    private static final int MAX_KEPT = 1 << 16;

    private final boolean isWanted;
    private final Correlations correlations;
    private final Causes causes;
    private final Map<Long, Long> byCorrelation = new BoundedMap<>(MAX_KEPT);

    /** Ids of libraries become attributes if wanted; our own ids identify the open operation. */
    ExternalNumbers(boolean isWanted, Correlations correlations, Causes causes) {
        this.isWanted = isWanted;
        this.correlations = correlations;
        this.causes = causes;
    }

    @Override
    public void report(CudaRecord record, ActivitySink sink) {
        if (record.code() == OPERATION) {
            causes.marked(correlations.of(record.low(CORRELATION)), OperationMark.number(record.word(NUMBER)));
        } else if (isWanted) {
            byCorrelation.put(record.low(CORRELATION), record.word(NUMBER));
        }
    }

    /** Puts the external id of a call, if it has one. */
    void putTo(Attributes attributes, long correlation) {
        Long number = byCorrelation.isEmpty() ? null : byCorrelation.get(correlation);
        if (number != null) {
            attributes.put("external correlation", number);
        }
    }
}
