package io.stepprofiler.pytorch;

import io.stepprofiler.clock.TickReading;
import io.stepprofiler.clock.TickScale;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryCategory;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.nativeaccess.OperationMark;
import io.stepprofiler.nativeaccess.torch.TorchThread;
import io.stepprofiler.pytorch.OperationNames.OperationName;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.SpanReport;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Reads the records of one reading, in the format of records.h, and passes them to a sink. */
final class TorchRecordReader {
    private static final int OPERATION = 1;
    private static final int MEMORY = 2;
    private static final int EXHAUSTED = 1;
    private static final int HEAD_WORDS = 5;
    private static final int NAME_INLINE = -1;
    private static final long OVERLAPS = 1L << 62;
    private static final long MARKED = 1L << 15;
    private static final long[] NO_ADDRESSES = {};

    private final TickReading opened;
    private final TickReading until;
    private final TickScale scale;
    private final OperationNames names;
    private final ThreadIdentities threads;
    private final TorchCounts counts;
    private final ActivitySink sink;
    private final SpanReport span = new SpanReport();
    private final Signatures signatures = new Signatures();

    TorchRecordReader(
            TickReading opened,
            TickReading until,
            TickScale scale,
            OperationNames names,
            ThreadIdentities threads,
            TorchCounts counts,
            ActivitySink sink) {
        this.opened = opened;
        this.until = until;
        this.scale = scale;
        this.names = names;
        this.threads = threads;
        this.counts = counts;
        this.sink = sink;
    }

    /** Reads the records of a thread and returns their number. */
    long read(TorchThread thread, ByteBuffer records) {
        long number = ThreadIdentities.of(thread);
        String name = TorchNotes.threadName(thread);
        long read = 0;
        int words = records.limit() / Long.BYTES;
        for (int at = 0; at < words; read++) {
            long head = word(records, at);
            switch ((int) head & 0xff) {
                case OPERATION -> operation(records, at, number, name);
                case MEMORY -> memory(records, at, number);
                default -> throw new IllegalStateException("a record of type " + (head & 0xff));
            }
            at += (int) (head >> 16) & 0xffff;
        }
        return read;
    }

    /** The time of a tick count, limited to the window. */
    private long nanos(long ticks) {
        return scale.nanos(Math.max(Math.min(ticks, until.ticks()), opened.ticks()));
    }

    private static long word(ByteBuffer chunk, int at) {
        return chunk.getLong(at * Long.BYTES);
    }

    private void operation(ByteBuffer chunk, int at, long thread, String threadName) {
        long start = nanos(word(chunk, at + 1));
        long endTicks = word(chunk, at + 2);
        boolean isUnfinished = endTicks == 0 || endTicks > until.ticks();
        long end = isUnfinished ? until.nanos() : nanos(endTicks);
        long sequence = word(chunk, at + 3);
        long details = word(chunk, at + 4);
        int nameNumber = (int) (word(chunk, at) >> 32);
        int inputs = at + HEAD_WORDS;
        OperationName name;
        if (nameNumber == NAME_INLINE) {
            name = new OperationName(inlineName(chunk, inputs), "");
            inputs += 1 + ((int) word(chunk, inputs) + Long.BYTES - 1) / Long.BYTES;
        } else {
            name = names.name(nameNumber);
        }
        int inputWords = (int) (details >> 32) & 0xffff;
        int tensors = (int) (details >> 48) & 0x3fff;
        long forward = details & 0xffff_ffffL;
        if (isUnfinished) {
            counts.unfinished();
        }
        sink.span(span.onThread(thread, threadName)
                .named(name.name(), start, Math.max(end - start, 0))
                .unfinished(isUnfinished)
                .async((details & OVERLAPS) != 0)
                .signature(signatures.of(name, chunk, inputs, inputWords))
                .storages(addresses(chunk, inputs + inputWords, tensors))
                .correlation((word(chunk, at) & MARKED) == 0 ? -1 : OperationMark.number(word(chunk, at + 1)))
                .sequence(Math.max(sequence, -1), sequence >= 0 && forward > 0 ? threads.ofTorch(forward) : -1));
    }

    private static String inlineName(ByteBuffer chunk, int at) {
        byte[] bytes = new byte[(int) word(chunk, at)];
        chunk.get((at + 1) * Long.BYTES, bytes);
        String name = new String(bytes, StandardCharsets.UTF_8);
        return word(chunk, at) >> 32 == 0 ? name : name + '…';
    }

    private static long[] addresses(ByteBuffer chunk, int at, int count) {
        if (count == 0) {
            return NO_ADDRESSES;
        }
        long[] addresses = new long[count];
        for (int i = 0; i < count; i++) {
            addresses[i] = word(chunk, at + i);
        }
        return addresses;
    }

    private void memory(ByteBuffer chunk, int at, long thread) {
        long head = word(chunk, at);
        int type = (byte) (head >> 32);
        int index = (byte) (head >> 40);
        if (type != Device.Type.CPU.code() && type != Device.Type.CUDA.code()) {
            counts.unknownDevice();
            return;
        }
        boolean isHost = type == Device.Type.CPU.code();
        long bytes = word(chunk, at + 3);
        boolean isExhausted = ((head >> 8) & 0xff) == EXHAUSTED;
        sink.memory(new MemoryEvent(
                nanos(word(chunk, at + 1)),
                thread,
                isExhausted ? MemoryAction.OUT_OF_MEMORY : bytes < 0 ? MemoryAction.FREE : MemoryAction.ALLOCATE,
                isHost ? Device.CPU : Device.cuda(Math.max(index, 0)),
                word(chunk, at + 2),
                bytes,
                // Libtorch's totals of the host's memory only cover the events that profilers have recorded since the
                // process began.
                isHost ? -1 : word(chunk, at + 4),
                isHost ? 0 : word(chunk, at + 5),
                MemoryCategory.UNKNOWN,
                -1));
    }
}
