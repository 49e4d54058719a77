package io.stepprofiler.cuda;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.nativeaccess.cuda.CudaDevice;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.Attributes;
import org.jspecify.annotations.Nullable;

/** Handler of kernels, with the attributes of PyTorch's traces. */
final class Kernels implements RecordHandler {
    private static final int GRID_XY = 5;
    private static final int GRID_Z_BLOCK_X = 6;
    private static final int BLOCK_YZ = 7;
    private static final int REGISTERS_STATIC = 8;
    private static final int DYNAMIC = 9;
    private static final int QUEUED = 10;
    private static final int GRAPH_NODE = 12;
    private static final int GRAPH = 13;

    /** Prefix of NCCL's kernels, which are communication. */
    private static final String NCCL = "nccl";

    private final DeviceEvents events;
    private final CudaContexts devices;
    private final NativeNames names;
    private final Attributes attributes = new Attributes();

    Kernels(DeviceEvents events, CudaContexts devices, NativeNames names) {
        this.events = events;
        this.devices = devices;
        this.names = names;
    }

    @Override
    public void report(CudaRecord record, ActivitySink sink) {
        long gridX = record.low(GRID_XY);
        long gridY = record.high(GRID_XY);
        long gridZ = record.low(GRID_Z_BLOCK_X);
        long blockX = record.high(GRID_Z_BLOCK_X);
        long blockY = record.low(BLOCK_YZ);
        long blockZ = record.high(BLOCK_YZ);
        long registers = record.low(REGISTERS_STATIC);
        long staticShared = record.high(REGISTERS_STATIC);
        long shared = staticShared + record.low(DYNAMIC);
        attributes
                .clear()
                .put("grid", size(gridX, gridY, gridZ))
                .put("block", size(blockX, blockY, blockZ))
                .put("registers per thread", registers)
                .put("shared memory", shared);
        if (staticShared > 0) {
            attributes.put("static shared memory", staticShared);
        }
        putOccupancy(
                devices.device(DeviceEvents.device(record)),
                new Occupancy.Launch(gridX * gridY * gridZ, blockX * blockY * blockZ, registers, shared));
        long queued = record.word(QUEUED);
        if (queued > 0 && queued <= DeviceEvents.start(record)) {
            attributes.put("queued", DeviceEvents.start(record) - queued);
        }
        putGraph(attributes, record.low(GRAPH), record.word(GRAPH_NODE));
        String name = names.name(record.name());
        events.report(
                record, sink, name.startsWith(NCCL) ? EventKind.COMMUNICATION : EventKind.KERNEL, name, attributes);
    }

    private void putOccupancy(@Nullable CudaDevice device, Occupancy.Launch launch) {
        if (device != null && Occupancy.isKnown(device) && launch.blocks() > 0 && launch.threads() > 0) {
            Occupancy occupancy = Occupancy.of(device, launch);
            attributes
                    .put("blocks per SM", occupancy.blocksPerProcessor())
                    .put("warps per SM", occupancy.warpsPerProcessor())
                    .put("est. achieved occupancy %", occupancy.percent());
        }
    }

    /** Puts the ids of the graph and the node that the work belongs to. */
    static void putGraph(Attributes attributes, long graph, long node) {
        if (graph > 0) {
            attributes.put("graph id", graph);
        }
        if (node > 0) {
            attributes.put("graph node id", node);
        }
    }

    private static String size(long x, long y, long z) {
        return "[" + x + "," + y + "," + z + "]";
    }
}
