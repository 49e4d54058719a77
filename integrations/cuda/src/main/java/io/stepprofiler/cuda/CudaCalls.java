package io.stepprofiler.cuda;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.Attributes;
import io.stepprofiler.source.SpanReport;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Handler of calls of CUDA's runtime and driver, which are shown on the threads that made them. */
final class CudaCalls implements RecordHandler {
    private static final int START = 1;
    private static final int END = 2;
    private static final int PROCESS_THREAD = 3;
    private static final int CORRELATION_RESULT = 4;
    private static final int FUNCTION = 5;

    /** Names of driver functions that begin work on a device. */
    static final Predicate<String> BEGINS_WORK =
            Pattern.compile("cu(Launch|GraphLaunch|Memcpy|Memset).*").asMatchPredicate();

    private final Predicate<String> isShown;
    private final NativeNames names;
    private final ProcessThreads threads;
    private final WindowTime window;
    private final Correlations correlations;
    private final Causes causes;
    private final EventRecordings recordings;
    private final EventMarks marks;
    private final MemoryOperations memory;
    private final SpanReport span = new SpanReport();
    private final Attributes attributes = new Attributes();

    /** Creates a handler that shows the calls with some names. */
    CudaCalls(
            Predicate<String> isShown,
            NativeNames names,
            ProcessThreads threads,
            WindowTime window,
            Correlations correlations,
            Causes causes,
            EventRecordings recordings,
            EventMarks marks,
            MemoryOperations memory) {
        this.isShown = isShown;
        this.names = names;
        this.threads = threads;
        this.window = window;
        this.correlations = correlations;
        this.causes = causes;
        this.recordings = recordings;
        this.marks = marks;
        this.memory = memory;
    }

    /** Returns a copy of this handler that shows only calls with some names. */
    CudaCalls only(Predicate<String> some) {
        return new CudaCalls(some, names, threads, window, correlations, causes, recordings, marks, memory);
    }

    @Override
    public void report(CudaRecord record, ActivitySink sink) {
        String name = names.function(record.name());
        marks.called(name, record.low(CORRELATION_RESULT), record.word(START));
        if (!isShown.test(name)) {
            return;
        }
        long start = record.word(START);
        long end = record.word(END);
        long correlation = record.low(CORRELATION_RESULT);
        ProcessThreads.Known thread = threads.of(record.high(PROCESS_THREAD));
        memory.calledOn(correlation, thread, sink);
        if (window.takes(start, end)) {
            attributes.clear().put("cbid", record.word(FUNCTION));
            if (record.high(CORRELATION_RESULT) != 0) {
                attributes.put("return value", record.high(CORRELATION_RESULT));
            }
            recordings.putTo(attributes, correlation);
            long number = correlations.of(correlation);
            causes.called(number, thread.isWithOperations());
            sink.span(span.onThread(thread.id(), thread.name())
                    .named(name, start, end - start)
                    .kind(EventKind.RUNTIME)
                    .correlation(number)
                    .attributes(attributes));
        }
    }
}
