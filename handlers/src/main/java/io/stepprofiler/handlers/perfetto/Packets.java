package io.stepprofiler.handlers.perfetto;

import io.stepprofiler.handlers.output.Blocks;
import io.stepprofiler.wire.WireWriter;
import java.io.IOException;

/** Packets of a file, one after the other; the content of a packet is written to {@link #out()}. */
final class Packets {
    /** Bytes handed over at once, whole packets. */
    private static final int FULL = 3 << 16;

    private final Blocks blocks;
    private final WireWriter out;
    /** Number of packet sequences so far. */
    int sequences;

    Packets(Blocks blocks) {
        this.blocks = blocks;
        this.out = new WireWriter(blocks.first());
    }

    WireWriter out() {
        return out;
    }

    /** Begins a packet and returns the mark to end it with. */
    int begin() {
        return out.begin(PerfettoFields.TRACE_PACKET);
    }

    /** Ends a packet; only here bytes are handed over. */
    void end(int mark) throws IOException {
        out.end(mark);
        if (out.size() >= FULL) {
            out.continueIn(blocks.next(out.bytes(), out.size()));
        }
    }

    void finish() throws IOException {
        blocks.finish(out.bytes(), out.size());
    }
}
