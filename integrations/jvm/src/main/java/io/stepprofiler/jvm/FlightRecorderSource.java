package io.stepprofiler.jvm;

import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.ActivitySource;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * Source of activity of the Java virtual machine, recorded by its flight recorder: collections, safepoints,
 * compilations and class loading on separate tracks; parks, monitors, sleeps, input and output as operations on the
 * waiting thread; samples of call stacks in Java code, native code, and by allocated bytes.
 *
 * <p>Each window is a separate recording with its own settings. Other recordings of the process continue; events that
 * only they request are not in the trace. The flight recorder has one setting per event, the finest that any recording
 * requests: while a window is open, another recording of the same events gets more of them, by the thresholds and
 * periods of the window. A recording that uses a default, and runs when the window begins, keeps its stacks and short
 * waits; one that begins later has them only after the window. A recording that begins during a window, also one by
 * this source in another class loader, takes the events that the recorder has in memory; the window reads them from a
 * snapshot, or counts its beginning as lost if there was no room for one. Times are on the profile's clock, by readings
 * of both clocks at both ends of the window, and each second if it is delivered in pieces; the metadata entry
 * {@code jvm_flight_recorder_clock_error_ns} bounds the error of the readings.
 *
 * <p>The flight recorder writes a wait when it ends: a wait that began before the window is cut at its start if a
 * recording already ran, and a wait that continues after the window is not recorded. Threads of the profiler, of the
 * flight recorder and of the virtual machine itself, such as its finalizer, are left out. A collection is named by its
 * collector and cause; a compilation by its compiler, a class load {@code Class load}, and spans of 5 milliseconds or
 * more enclose a second span that names the method or the class.
 *
 * <p>The first {@link #warmUp()}, or else {@link #prepare()}, starts the recorder, on a thread of its own. This takes up
 * to a second once per process, and many times longer on a busy machine; starting and stopping a window takes a few
 * milliseconds, see {@code docs/PERFORMANCE.md}. Events stay in the
 * recorder's memory, 10 MiB, while a window is open; if they exceed it, the beginning is lost, and counted. At the
 * window's end they are written over a file of 16 MiB that was filled before, in the directory for temporary files or
 * else in {@code /dev/shm}, so that a full disk costs the window and not the process. While another recording runs, the
 * recorder writes both to its repository, if there is room. A window that cannot be recorded is one of
 * {@code Profile.failures()}; the next window tries again.
 *
 * <p>Calls that the recorder may delay do not run on the training thread, which waits at most 5 seconds for a recording
 * to begin; a window that begins before the recorder has started has no events of the virtual machine, and the next
 * one tries again. While the wall clock is behind the last recording, because it was set back, or while a late call is
 * running, windows have no events of the virtual machine, and note the reason. A window that is open when the clock is
 * set back is lost: newer recorders delay it, and an orderly exit of the process, until the clock has caught up.
 *
 * <p>A journal or a history receives the events in pieces while the window is open ({@link #flushInterval}).
 * Each piece is a separate recording, read through the same file. Between two pieces nothing is recorded for some
 * milliseconds, shown as spans {@code Events not recorded} on the track {@code Flight recorder}; a piece that is lost
 * for lack of space is a span there that names the reason. Times are off by less than a microsecond, except the start
 * of waits of more than an hour.
 *
 * <p>If there is no flight recorder, for example no module {@code jdk.jfr}, the source records only the metadata entry
 * {@code jvm_flight_recorder}, with the reason.
 */
public final class FlightRecorderSource implements ActivitySource {
    private final FlightOptions options;
    private final FlightWindows flights;

    private FlightRecorderSource(FlightOptions options) {
        this.options = options;
        flights = new FlightWindows(options, new FlightCalls());
    }

    /** {@return a source that records all groups of events} */
    public static FlightRecorderSource create() {
        return new FlightRecorderSource(FlightOptions.DEFAULT);
    }

    /**
     * {@return a source like this one that records these groups of events only}
     *
     * @param only groups of events; default all
     */
    public FlightRecorderSource only(EventGroup... only) {
        return with(Set.copyOf(Arrays.asList(only)));
    }

    /**
     * {@return a source like this one without some groups of events}
     *
     * @param without groups of events
     */
    public FlightRecorderSource without(EventGroup... without) {
        Set<EventGroup> groups = new HashSet<>(options.groups());
        Arrays.asList(without).forEach(groups::remove);
        return with(groups);
    }

    private FlightRecorderSource with(Set<EventGroup> groups) {
        return new FlightRecorderSource(new FlightOptions(
                groups,
                options.waitThreshold(),
                options.samplingPeriod(),
                options.maxEvents(),
                options.flushInterval()));
    }

    /**
     * {@return a source like this one with another threshold of waits, input and output} Shorter ones are not recorded.
     * The default is 100 microseconds, which bounds them to 10,000 a second on each thread.
     *
     * @param threshold 0 to 1 hour
     * @throws IllegalArgumentException if the threshold is negative or longer than an hour
     */
    public FlightRecorderSource waitThreshold(Duration threshold) {
        return new FlightRecorderSource(new FlightOptions(
                options.groups(), threshold, options.samplingPeriod(), options.maxEvents(), options.flushInterval()));
    }

    /**
     * {@return a source like this one with another period of samples of call stacks} The default is 10 milliseconds.
     * While another recording of the process requests a shorter period, there are more samples, each with the weight of
     * this period.
     *
     * @param period 1 millisecond to 1 hour
     * @throws IllegalArgumentException if the period is shorter than a millisecond or longer than an hour
     */
    public FlightRecorderSource samplingPeriod(Duration period) {
        return new FlightRecorderSource(new FlightOptions(
                options.groups(), options.waitThreshold(), period, options.maxEvents(), options.flushInterval()));
    }

    /**
     * {@return a source like this one with another maximum number of events that are read} It applies to a window, or
     * to each piece of one; an event takes some hundred bytes, and events beyond it are counted as lost. The default is
     * 250,000.
     *
     * @param events 1 to 100,000,000
     * @throws IllegalArgumentException if the number is not allowed
     */
    public FlightRecorderSource maxEvents(int events) {
        return new FlightRecorderSource(new FlightOptions(
                options.groups(), options.waitThreshold(), options.samplingPeriod(), events, options.flushInterval()));
    }

    /**
     * {@return a source like this one with another interval at which a journal or a history receives events while a
     * window is open} The default is 10 seconds. Events are delivered earlier when the recorder's memory would fill up,
     * and for a snapshot. After each delivery nothing is recorded for some milliseconds.
     *
     * @param interval 1 second to 1 hour
     * @throws IllegalArgumentException if the interval is shorter than a second or longer than an hour
     */
    public FlightRecorderSource flushInterval(Duration interval) {
        return new FlightRecorderSource(new FlightOptions(
                options.groups(), options.waitThreshold(), options.samplingPeriod(), options.maxEvents(), interval));
    }

    @Override
    public void warmUp() {
        if (FlightRecorderStatus.current().available()) {
            flights.warmUp();
        }
    }

    @Override
    public void prepare() {
        if (FlightRecorderStatus.current().available()) {
            flights.prepare();
        }
    }

    @Override
    public boolean isReady() {
        return flights.areReady();
    }

    @Override
    public boolean collectsWhileOpen() {
        return true;
    }

    @Override
    public ActivityRecording start(RecordingOptions options) {
        FlightRecorderStatus status = FlightRecorderStatus.current();
        return status.available() ? flights.start() : new Absence(status.reason());
    }

    /** Recording without a flight recorder: only notes the reason. */
    private record Absence(String reason) implements ActivityRecording {
        @Override
        public void stop() {}

        @Override
        public void collect(ActivitySink sink) {
            FlightNotes.absent(sink, reason);
        }
    }
}
