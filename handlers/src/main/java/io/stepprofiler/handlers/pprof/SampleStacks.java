package io.stepprofiler.handlers.pprof;

import io.stepprofiler.analysis.stacktree.StackPlaces;
import io.stepprofiler.analysis.stacktree.StackTree;
import io.stepprofiler.analysis.stacktree.StackValues;
import io.stepprofiler.event.Device;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.Map;
import java.util.function.Function;

/** The stacks of one profile, each inside the labels of its samples: one tree, to which all sample types are added. */
final class SampleStacks {
    private final Trace trace;
    private final ProfileFrames frames;
    private final StackTree tree = new StackTree();
    private final StackPlaces places;

    SampleStacks(Trace trace) {
        this.trace = trace;
        frames = new ProfileFrames(trace);
        places = new StackPlaces(trace, frames, tree);
    }

    StackTree tree() {
        return tree;
    }

    ProfileFrames frames() {
        return frames;
    }

    /** Values labelled with the thread's name. */
    StackValues byThread() {
        return values(track -> Map.of("thread", track.name()));
    }

    /** Values labelled with the names of the thread and of a device. */
    StackValues byThreadOn(Device device) {
        return values(track -> Map.of("thread", track.name(), "device", device.toString()));
    }

    /** Values labelled as buffers of a device, whichever thread allocated them. */
    StackValues buffersOf(Device device) {
        // JAX numbers the host, too.
        String name = device.equals(Device.CPU) ? "cpu:0" : device.toString();
        return values(track -> Map.of("kind", "buffer", "device", name));
    }

    private StackValues values(Function<Track, Map<String, String>> labels) {
        return new StackValues(
                trace,
                places,
                new CallPaths(places, track -> tree.child(StackTree.EMPTY, frames.ofLabels(labels.apply(track)))));
    }
}
