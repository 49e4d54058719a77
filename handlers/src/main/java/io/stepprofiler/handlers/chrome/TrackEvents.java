package io.stepprofiler.handlers.chrome;

import io.stepprofiler.handlers.chrome.Launches.Launch;
import io.stepprofiler.handlers.chrome.RowLayout.TrackLayout;
import io.stepprofiler.handlers.rows.ForwardBackwardFlows;
import io.stepprofiler.handlers.rows.NumberedStep;
import io.stepprofiler.handlers.rows.RowKind;
import io.stepprofiler.handlers.rows.TrackItems;
import io.stepprofiler.handlers.rows.TrackRows;
import io.stepprofiler.nesting.Nesting;
import io.stepprofiler.trace.Track;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Writes the events and steps of one track, each on a line with a comma at its end, and the arrows between them. */
final class TrackEvents {
    private static final byte[] DURATION = ascii(",\"dur\":");
    private static final byte[] ARGUMENTS = ascii(",\"args\":{");
    private static final byte[] EXTERNAL_ID = key(Arguments.EXTERNAL_ID, "");
    private static final byte[] RECORD_FUNCTION_ID = key(Arguments.RECORD_FUNCTION_ID, ",");
    private static final byte[] INDEX = key(Arguments.INDEX, ",");
    private static final byte[] FIRST_INDEX = key(Arguments.INDEX, "");
    private static final byte[] PYTHON_ID = key(Arguments.PYTHON_ID, "");
    private static final byte[] PYTHON_PARENT_ID = key(Arguments.PYTHON_PARENT_ID, ",");
    private static final byte[] PYTHON_THREAD = key(Arguments.PYTHON_THREAD, ",");
    private static final byte[] CORRELATION = key(Arguments.CORRELATION, ",");
    private static final byte[] UNFINISHED = ascii(",\"" + Arguments.UNFINISHED + "\":true");
    private static final byte[] ASYNC = ascii(",\"" + Arguments.ASYNC + "\":true");
    private static final byte[] SHORTENED = key(Arguments.SHORTENED, ",");
    private static final byte[] CPU_TIME = key(Arguments.CPU_TIME, ",");
    private static final byte[] NULL = ascii("null");
    private static final byte[] END = ascii("}},\n");
    private final ChromeDocument document;
    private final JsonBytes out;
    private final TrackLayout layout;
    private final Track track;
    private final int trackIndex;
    private final long firstId;
    private final long offset;
    private final EventTemplates names;
    private final ArgumentWriter details;
    private final UnnestedEvents unnested;
    private final boolean hasModules;
    private final boolean onDevice;
    private final byte[] place;
    private @Nullable EnclosingEvents surroundings;

    TrackEvents(ChromeDocument document, int trackIndex) {
        this.document = document;
        this.out = document.out;
        this.layout = document.layout.tracks().get(trackIndex);
        this.track = layout.track().track();
        this.trackIndex = trackIndex;
        this.offset = document.base.offset();
        // The tracks of the trace are followed by empty ones, for rows without events.
        this.firstId = track.size() == 0 ? 0 : document.trace.eventId(trackIndex, 0);
        this.onDevice = ViewerProcesses.device(track).isPresent();
        this.names = onDevice ? document.onDevices : document.onThreads;
        this.details = new ArgumentWriter(document, track);
        this.unnested = new UnnestedEvents(document, trackIndex, details);
        this.hasModules = document.trace.options().withModules() && !document.modules.isEmpty() && !onDevice;
        this.place = ascii(",\"" + Arguments.DEVICE + "\":"
                + track.device().map(device -> device.index()).orElse(-1) + ",\"" + Arguments.STREAM + "\":"
                + track.stream());
    }

    void write() throws IOException {
        TrackRows rows = layout.track();
        boolean plain = rows.isPlain();
        rows.restart();
        for (TrackItems at = rows.items(); at.next(); ) {
            if (at.isUnnested()) {
                unnested.write(at.item());
                document.meter.add(1);
                continue;
            }
            ViewerRow row = layout.own();
            long shortened = 0;
            if (!plain) {
                RowKind kind = rows.kind(at);
                int index = rows.place(kind, at);
                row = layout.row(kind, index);
                shortened = index == TrackRows.MAX_ROWS
                        ? at.durationNanos()
                        : rows.shortening().of(at.item());
            }
            if (at.isStep() && onDevice) {
                writeAnnotation(at.step(), row, shortened);
            } else if (at.isStep()) {
                writeStep(at.step(), row, shortened);
            } else {
                writeEvent(at.item(), row, shortened);
                document.meter.add(1);
            }
        }
    }

    private void writeStep(NumberedStep step, ViewerRow row, long shortened) throws IOException {
        out.put(EventTemplate.json(Category.STEP, step.mark().name()));
        writeTimes(row, step.mark().startNanos(), step.mark().durationNanos() - shortened);
        writeOperationIds(step.id());
        if (step.mark().unfinished()) {
            out.put(UNFINISHED);
        }
        if (step.mark().cpuNanos() >= 0) {
            writeNumber(CPU_TIME, step.mark().cpuNanos());
        }
        writeShortened(shortened);
        out.put(END);
    }

    /** Writes a step or scope on a stream, without an index: it is no event of the trace but derived from others. */
    private void writeAnnotation(NumberedStep shown, ViewerRow row, long shortened) throws IOException {
        boolean isStep = shown.mark().number() >= 0;
        String name = isStep ? shown.name() : EventTemplates.noStep(shown.name());
        out.put(EventTemplate.json(document.isForTensorBoard ? Category.MISNAMED : Category.DEVICE_SCOPE, name));
        writeTimes(row, shown.mark().startNanos(), shown.mark().durationNanos() - shortened);
        writeNumber(EXTERNAL_ID, shown.id());
        writeShortened(shortened);
        out.put(END);
    }

    private void writeEvent(int event, ViewerRow row, long shortened) throws IOException {
        EventTemplate name = names.of(track.nameId(event));
        out.put(name.json());
        writeTimes(row, track.startNanos(event), track.durationNanos(event) - shortened);
        long correlation = track.correlation(event);
        writeIds(event, name.category(), correlation);
        out.put(name.arguments());
        details.write(event, name.category());
        if (hasModules && name.category() != Category.MODULE) {
            out.put(document.modules.pathArgument(surroundings().path(event)));
        }
        if (track.isUnfinished(event)) {
            out.put(UNFINISHED);
        }
        if (track.isAsync(event)) {
            out.put(ASYNC);
        }
        writeShortened(shortened);
        if (track.hasArguments()) {
            out.put(Arguments.json(track.arguments(event)));
        }
        out.put(END);
        writeFlows(event, row, correlation);
    }

    /** Created on demand, since most tracks need none. */
    private EnclosingEvents surroundings() {
        if (surroundings == null) {
            surroundings = document.surroundings(trackIndex);
        }
        return surroundings;
    }

    private void writeTimes(ViewerRow row, long startNanos, long durationNanos) throws IOException {
        out.put(row.json());
        out.micros(startNanos + offset);
        out.put(DURATION);
        out.micros(durationNanos);
        out.put(ARGUMENTS);
    }

    private void writeIds(int event, Category category, long correlation) throws IOException {
        long id = firstId + event;
        if (onDevice) {
            writeDeviceIds(id, category, correlation);
        } else if (category == Category.MODULE || category == Category.PYTHON) {
            writeModuleIds(id, surroundings().module(event));
        } else if (category == Category.RUNTIME || category == Category.DRIVER) {
            // Not its own id: TensorBoard's plugin charges the work to the operation with this id.
            writeExternalId(surroundings().launcherId(event), id);
        } else {
            writeOperationIds(id);
        }
        writeCorrelation(category, correlation);
    }

    private void writeCorrelation(Category category, long correlation) throws IOException {
        if (category.isWork()) {
            // Written even if it is unknown: TensorBoard's plugin would join a call and a kernel that both lack it.
            out.put(CORRELATION);
            out.number(correlation);
        } else if (correlation >= 0 && !onDevice) {
            // Left out of other events on a device: HTA would take them for the cause of the work.
            writeNumber(CORRELATION, correlation);
        }
    }

    private void writeOperationIds(long id) throws IOException {
        writeNumber(EXTERNAL_ID, id);
        writeNumber(RECORD_FUNCTION_ID, id);
        writeNumber(INDEX, id - 1);
    }

    private void writeExternalId(long externalId, long id) throws IOException {
        writeNumber(EXTERNAL_ID, externalId);
        writeNumber(INDEX, id - 1);
    }

    private void writeDeviceIds(long id, Category category, long correlation) throws IOException {
        Launch launch = launch(correlation);
        if (launch != null) {
            writeExternalId(launch.externalId(), id);
        } else {
            writeNumber(FIRST_INDEX, id - 1);
        }
        if (category.isWork()) {
            out.put(place);
        }
    }

    private void writeModuleIds(long id, int outer) throws IOException {
        writeNumber(PYTHON_ID, id);
        out.put(PYTHON_PARENT_ID);
        if (outer == Nesting.ROOT) {
            out.put(NULL);
        } else {
            out.digits(firstId + outer);
        }
        writeNumber(PYTHON_THREAD, trackIndex);
        writeNumber(INDEX, id - 1);
    }

    private void writeFlows(int event, ViewerRow row, long correlation) throws IOException {
        long time = track.startNanos(event) + offset;
        if (track.hasSequenceNumbers()) {
            int from = document.flows.from(trackIndex, event);
            int to = document.flows.to(trackIndex, event);
            if (from != ForwardBackwardFlows.NONE) {
                FlowWriter.FORWARD_BACKWARD.writeStart(from, row, time, out);
            }
            if (to != ForwardBackwardFlows.NONE) {
                FlowWriter.FORWARD_BACKWARD.writeEnd(to, row, time, out);
            }
        }
        Launch launch = launch(correlation);
        if (launch != null && onDevice) {
            FlowWriter.LAUNCH.writeEnd(correlation, row, time, out);
        } else if (launch != null && launch.isAt(trackIndex, event)) {
            FlowWriter.LAUNCH.writeStart(correlation, row, time, out);
        }
    }

    private @Nullable Launch launch(long correlation) {
        return correlation < 0 ? null : document.launches.with(correlation);
    }

    private void writeShortened(long nanos) throws IOException {
        if (nanos > 0) {
            writeNumber(SHORTENED, nanos);
        }
    }

    private void writeNumber(byte[] key, long value) throws IOException {
        out.put(key);
        out.digits(value);
    }

    private static byte[] key(String name, String comma) {
        return ascii(comma + "\"" + name + "\":");
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
