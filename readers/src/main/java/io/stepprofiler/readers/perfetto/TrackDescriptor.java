package io.stepprofiler.readers.perfetto;

import io.stepprofiler.wire.WireReader;
import java.io.IOException;

/** What a file says of one of its tracks: all of its descriptors together. */
final class TrackDescriptor {
    /** The number of the track; 0 is the one of events that say none. */
    long uuid;
    /** Whether it was described before the first event. */
    boolean isEarly;

    String name = "";
    long parent;
    /** Whether another track is below it. */
    boolean isParent;

    boolean isProcess;
    boolean isThread;
    boolean isCounter;
    boolean isMergedByName;
    boolean isIncremental;
    long unitMultiplier = 1;
    long pid;
    long tid;
    String processName = "";
    String label = "";

    /** Adds what a further descriptor of the same track says. */
    void add(TrackDescriptor further) {
        name = other(name, further.name);
        parent = further.parent == 0 ? parent : further.parent;
        isProcess |= further.isProcess;
        isThread |= further.isThread;
        isCounter |= further.isCounter;
        pid = further.pid == 0 ? pid : further.pid;
        tid = further.tid == 0 ? tid : further.tid;
        processName = other(processName, further.processName);
    }

    static TrackDescriptor read(WireReader descriptor) throws IOException {
        TrackDescriptor track = new TrackDescriptor();
        track.fields(descriptor);
        return track;
    }

    private void fields(WireReader descriptor) throws IOException {
        for (int field = descriptor.field(); field != 0; field = descriptor.field()) {
            switch (field) {
                case Fields.DESCRIPTOR_UUID -> uuid = descriptor.number();
                case Fields.DESCRIPTOR_NAME, Fields.DESCRIPTOR_STATIC_NAME, Fields.DESCRIPTOR_ATRACE_NAME ->
                    name = other(name, descriptor.text());
                case Fields.DESCRIPTOR_PARENT -> parent = descriptor.number();
                case Fields.DESCRIPTOR_PROCESS -> {
                    isProcess = true;
                    process(descriptor.message());
                }
                case Fields.DESCRIPTOR_THREAD -> {
                    isThread = true;
                    thread(descriptor.message());
                }
                case Fields.DESCRIPTOR_COUNTER -> {
                    isCounter = true;
                    counter(descriptor.message());
                }
                case Fields.DESCRIPTOR_MERGE_BEHAVIOR -> isMergedByName = descriptor.number() == Fields.MERGE_BY_NAME;
                default -> descriptor.skip();
            }
        }
    }

    private void process(WireReader process) throws IOException {
        for (int field = process.field(); field != 0; field = process.field()) {
            switch (field) {
                case Fields.PROCESS_PID -> pid = process.number();
                case Fields.PROCESS_NAME -> processName = other(processName, process.text());
                case Fields.PROCESS_LABEL -> {
                    String text = process.text();
                    label = label.isEmpty() ? text : label;
                }
                default -> process.skip();
            }
        }
    }

    private void thread(WireReader thread) throws IOException {
        for (int field = thread.field(); field != 0; field = thread.field()) {
            switch (field) {
                case Fields.THREAD_PID -> pid = thread.number();
                case Fields.THREAD_TID -> tid = thread.number();
                case Fields.THREAD_NAME -> name = other(name, thread.text());
                default -> thread.skip();
            }
        }
    }

    private void counter(WireReader counter) throws IOException {
        for (int field = counter.field(); field != 0; field = counter.field()) {
            switch (field) {
                case Fields.COUNTER_UNIT_MULTIPLIER -> unitMultiplier = counter.number();
                case Fields.COUNTER_IS_INCREMENTAL -> isIncremental = counter.flag();
                default -> counter.skip();
            }
        }
    }

    private static String other(String before, String text) {
        return text.isEmpty() ? before : text;
    }
}
