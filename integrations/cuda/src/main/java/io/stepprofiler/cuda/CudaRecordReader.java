package io.stepprofiler.cuda;

import io.stepprofiler.cuda.WindowCounts.Oddity;
import io.stepprofiler.nativeaccess.cuda.CudaDevice;
import io.stepprofiler.source.ActivitySink;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reader of a window's records, in the format of cuda_records.h, which reports them to a sink. */
final class CudaRecordReader {
    private static final int KERNEL = 1;
    private static final int COPY = 2;
    private static final int PEER_COPY = 3;
    private static final int SET = 4;
    private static final int RUNTIME = 5;
    private static final int DRIVER = 6;
    private static final int LAUNCH = 7;
    private static final int SYNCHRONIZATION = 8;
    private static final int EVENT = 9;
    private static final int EXTERNAL = 10;
    private static final int OVERHEAD = 11;
    private static final int MEMORY = 12;
    private static final int MARKER = 14;
    private static final int MARKER_DATA = 15;
    private static final int ENVIRONMENT = 16;
    private static final int GRAPH = 17;
    private static final int CONTEXT = 18;

    /** Handler of records that a trace does not contain, such as colours of ranges. */
    private static final RecordHandler NOTHING = (record, sink) -> {};

    private final Map<Integer, RecordHandler> tellers = new HashMap<>();
    private final CudaContexts devices = new CudaContexts();
    private final AwaitedCauses awaited;
    private final EventMarks marks;
    private final WindowCounts counts;

    CudaRecordReader(
            CudaOptions options,
            boolean hasExactTimes,
            boolean profilesMemory,
            NativeNames names,
            ProcessThreads threads,
            WindowTime window,
            WindowCounts counts,
            KernelLog kernels) {
        this.counts = counts;
        Set<CudaActivity> activities = options.activities();
        Correlations correlations = new Correlations();
        Causes causes =
                new Causes(CudaActivity.marksOperations(options), CudaActivity.hasCalls(options), hasExactTimes);
        awaited = new AwaitedCauses(causes, correlations);
        ExternalNumbers external = new ExternalNumbers(options.externalCorrelation(), correlations, causes);
        DeviceEvents events = new DeviceEvents(window, correlations, causes, external, devices, counts, kernels);
        DeviceOperations work = new DeviceOperations(events);
        marks = new EventMarks(events, devices, counts);
        EventRecordings recordings = new EventRecordings(marks);
        MemoryOperations memory = new MemoryOperations(profilesMemory, threads, window, counts);
        CudaCalls calls =
                new CudaCalls(name -> true, names, threads, window, correlations, causes, recordings, marks, memory);
        tellers.put(KERNEL, awaited.before(new Kernels(events, devices, names)));
        tellers.put(COPY, awaited.before(work::copy));
        tellers.put(PEER_COPY, awaited.before(work::peerCopy));
        tellers.put(SET, awaited.before(work::set));
        // If only marks of calls are wanted, CUPTI has to record the calls, too.
        tellers.put(RUNTIME, activities.contains(CudaActivity.RUNTIME) ? calls : calls.only(name -> false));
        tellers.put(DRIVER, activities.contains(CudaActivity.DRIVER) ? calls : calls.only(CudaCalls.BEGINS_WORK));
        tellers.put(LAUNCH, calls);
        tellers.put(SYNCHRONIZATION, new Synchronizations(events, devices, recordings, correlations, window, counts));
        tellers.put(EVENT, recordings);
        tellers.put(EXTERNAL, external);
        tellers.put(OVERHEAD, new Overheads(window));
        tellers.put(MEMORY, memory);
        tellers.put(MARKER, new Ranges(names, threads, window, counts));
        tellers.put(MARKER_DATA, NOTHING);
        tellers.put(ENVIRONMENT, new EnvironmentSamples(window));
        tellers.put(CONTEXT, (record, sink) -> devices.contextOn(record.low(1), record.high(1)));
        tellers.put(GRAPH, awaited.before(work::graph));
    }

    /** Adds the devices, which the driver does not list before CUDA is initialised. */
    void know(List<CudaDevice> known) {
        devices.know(known);
    }

    /** Reports the records of a buffer, up to its limit. */
    void read(ByteBuffer words, ActivitySink sink) {
        CudaRecord record = new CudaRecord(words);
        int end = words.limit() / Long.BYTES;
        int at = 0;
        while (at < end) {
            int length = record.moveTo(at);
            @Nullable RecordHandler teller = tellers.get(record.type());
            if (teller == null) {
                counts.odd(Oddity.UNKNOWN_TYPE);
            } else {
                teller.report(record, sink);
            }
            at += length;
        }
        awaited.tellKnown(sink);
        marks.tellKnown(sink);
    }

    /** Ends this part of the window. */
    void endPiece(ActivitySink sink) {
        awaited.endPiece(sink);
    }

    /** Reports all records that waited for another record. */
    void end(ActivitySink sink) {
        awaited.tellAll(sink);
        tellers.values().forEach(teller -> teller.end(sink));
    }
}
