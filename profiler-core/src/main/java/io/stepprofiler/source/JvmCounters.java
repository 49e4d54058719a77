package io.stepprofiler.source;

import io.stepprofiler.event.RecordingOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A source of counters of the Java virtual machine, read from its platform beans at a fixed period: {@code jvm cpu
 * cores} (processor time of the process over the last 100 milliseconds of the window or more), {@code jvm heap MiB}
 * (used), {@code jvm gc count} and {@code jvm gc ms} (collections, and the time they took, since the window began), and
 * {@code jvm started threads} (since the window began).
 *
 * <p>On Linux there are also, ten times a second and at the end of the window, {@code machine cpu cores} (processor
 * time of all processes of the machine since the last reading; one is taken when a warm-up begins, and none within a
 * tenth of a second of the last), {@code process memory MiB} (memory of the process, without pages of mapped files), {@code
 * process waiting threads} (number of its threads that were ready but had no processor, on average since the last
 * reading, native threads included, of 256 at most) and, if the processor time of the container is limited, {@code cpu
 * throttled ms} (how long its threads have been throttled since the first of these readings).
 *
 * <p>A daemon thread samples while a window is open and also at both its ends, so that every window has at least two
 * samples. A sample takes a few microseconds on that thread, a reading of the machine less than a
 * millisecond, and nothing on the training threads. At most {@value
 * #MAX_SAMPLES} samples of each counter wait to be delivered; later ones are counted as lost.
 */
public final class JvmCounters implements ActivitySource {
    /** Most samples of a counter that wait to be delivered: {@value}. */
    static final int MAX_SAMPLES = 100_000;

    /** The period of {@link #create()}. */
    static final Duration DEFAULT_PERIOD = Duration.ofMillis(20);

    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofHours(1);

    /** Memory that grows shows in ten readings, which a window of a second has. */
    private static final long MACHINE_PERIOD_NANOS = MachineReading.SHORTEST_NANOS;

    private static final long LAST_SAMPLE_MILLIS = 1_000;

    /** Pause after a reading for which there was no memory: each further attempt may cost a full collection. */
    private static final long PAUSE_NANOS = 1_000_000_000;

    private final long periodNanos;

    /** Reading of the last preparation, from which the next window counts; null before the first. */
    private volatile @Nullable MachineReading warmup;

    private JvmCounters(Duration period) {
        if (period.compareTo(SHORTEST) < 0 || period.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "period = " + period + " is not allowed: must be " + SHORTEST + " to " + LONGEST);
        }
        periodNanos = period.toNanos();
    }

    /** {@return a source that samples every 20 milliseconds} */
    public static JvmCounters create() {
        return new JvmCounters(DEFAULT_PERIOD);
    }

    /**
     * {@return a source that samples every {@code period}}
     *
     * @param period time from one sample to the next, 1 millisecond to 1 hour
     * @throws IllegalArgumentException if the period is shorter than a millisecond or longer than an hour
     */
    public static JvmCounters every(Duration period) {
        return new JvmCounters(period);
    }

    @Override
    public void prepare() {
        MachineReading before = MachineReading.now();
        if (warmup == null) {
            // Never begun: this only loads code that a window would load in recorded steps.
            new Recording(periodNanos, new MachineReadings(before)).take();
        }
        warmup = before;
    }

    @Override
    public boolean collectsWhileOpen() {
        return true;
    }

    @Override
    public ActivityRecording start(RecordingOptions options) {
        Recording recording = new Recording(periodNanos, new MachineReadings(warmup));
        recording.begin();
        return recording;
    }

    private static final class Recording implements ActivityRecording {
        /** Undelivered readings, preceded by the delivered ones from which their processor time is counted. */
        private final List<JvmReading> readings = new ArrayList<>();

        private final JvmReading first;
        private int delivered;
        private final MachineReadings machine;
        private final Thread sampler;
        private volatile boolean stopped;
        private long lost;
        private volatile long missing;

        Recording(long periodNanos, MachineReadings machine) {
            this.machine = machine;
            first = JvmReading.now();
            readings.add(first);
            sampler = new Thread(() -> sampleEvery(periodNanos), "step-profiler-jvm-counters");
            sampler.setDaemon(true);
        }

        void begin() {
            sampler.start();
        }

        private void sampleEvery(long periodNanos) {
            long next = System.nanoTime() + periodNanos;
            long nextOfMachine = System.nanoTime();
            while (!stopped) {
                long now = System.nanoTime();
                boolean isOfMachine = now >= nextOfMachine;
                if (!isOfMachine && now < next) {
                    LockSupport.parkNanos(Math.min(next, nextOfMachine) - now);
                } else if (!tryTake(isOfMachine)) {
                    lose(1 + PAUSE_NANOS / periodNanos);
                    next = now + PAUSE_NANOS;
                    nextOfMachine = next;
                } else if (isOfMachine) {
                    nextOfMachine = now + MACHINE_PERIOD_NANOS;
                } else {
                    next = Math.max(next + periodNanos, System.nanoTime());
                }
            }
            // It reads files, so it is taken here: stopping the window does not wait for it.
            tryTake(true);
        }

        /** Takes a reading; false if there is no memory for it, which the thread outlives. */
        private boolean tryTake(boolean isOfMachine) {
            try {
                if (isOfMachine) {
                    machine.take();
                } else {
                    take();
                }
                return true;
            } catch (OutOfMemoryError e) {
                return false;
            }
        }

        private synchronized void lose(long count) {
            lost += count;
            missing += count;
        }

        private synchronized void take() {
            if (stopped) {
                return;
            }
            if (readings.size() - delivered < MAX_SAMPLES) {
                readings.add(JvmReading.now());
            } else {
                lost++;
            }
        }

        @Override
        public void stop() {
            take();
            stopped = true;
            LockSupport.unpark(sampler);
        }

        @Override
        public synchronized void collectSoFar(ActivitySink sink) {
            int processors = Runtime.getRuntime().availableProcessors();
            int needed = JvmReading.addTo(sink, first, readings, delivered, processors);
            readings.subList(0, needed).clear();
            delivered = readings.size();
            machine.deliver(sink);
            sink.lost(lost * JvmReading.COUNTERS);
            lost = 0;
        }

        @Override
        public void collect(ActivitySink sink) {
            try {
                sampler.join(LAST_SAMPLE_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            collectSoFar(sink);
            if (missing > 0) {
                throw new IllegalStateException(
                        "About " + missing + " readings are missing: there was no memory for them");
            }
        }
    }
}
