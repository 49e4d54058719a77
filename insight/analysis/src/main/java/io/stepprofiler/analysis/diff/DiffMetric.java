package io.stepprofiler.analysis.diff;

import io.stepprofiler.analysis.report.Polarity;
import java.util.Arrays;
import java.util.Optional;

/** Figure by which two sides are compared, in the order of tables: figures without noise first. */
public enum DiffMetric {
    /** Events that begin in a step on its own thread. */
    OPERATIONS("operations", "operations a step", "operations", "count/step", Polarity.NEUTRAL, Kind.COUNTER, 0),
    /** Floating point operations of a step. */
    FLOPS(
            "flops",
            "floating point operations a step",
            "flops",
            "count/step",
            Polarity.LOWER_IS_BETTER,
            Kind.COUNTER,
            0),
    /** Different signatures of operations. */
    SHAPES("shapes", "different signatures", "shapes", "count", Polarity.NEUTRAL, Kind.COUNTER, 0),
    /** Tensor memory that a step allocates. */
    ALLOCATED_MEMORY(
            "allocated-memory",
            "tensor memory allocated a step",
            "memory.allocated",
            "bytes/step",
            Polarity.LOWER_IS_BETTER,
            Kind.COUNTER,
            0.02),
    /** Most tensor memory in use at a time. */
    PEAK_MEMORY(
            "peak-memory",
            "peak of tensor memory",
            "memory.peak",
            "bytes",
            Polarity.LOWER_IS_BETTER,
            Kind.COUNTER,
            0.02),
    /** Threads that have recorded something. */
    THREADS("threads", "threads", "threads", "count", Polarity.NEUTRAL, Kind.COUNTER, 0),
    /** Garbage collections of a step. */
    COLLECTIONS(
            "collections",
            "garbage collections a step",
            "collections",
            "count/step",
            Polarity.LOWER_IS_BETTER,
            Kind.COUNTER,
            0.02),
    /** Kernels that devices run in a step. */
    KERNELS("kernels", "kernels a step", "device.kernels", "count/step", Polarity.NEUTRAL, Kind.COUNTER, 0.02),
    /** Bytes that are copied to, from and within devices in a step. */
    COPIED(
            "copied",
            "copied by devices a step",
            "device.copied",
            "bytes/step",
            Polarity.LOWER_IS_BETTER,
            Kind.COUNTER,
            0.02),
    /**
     * Duration of an undisturbed step: the tenth percentile of the steps, the lower quartile or the minimum if there
     * are few.
     */
    COST("cost", "undisturbed step", "", "ns", Polarity.LOWER_IS_BETTER, Kind.TIME, 0),
    /** The median step. */
    TYPICAL("typical", "median step", "", "ns", Polarity.LOWER_IS_BETTER, Kind.TIME, 0),
    /** The mean step, with the pauses in steps. */
    MEAN("mean", "mean step", "", "ns", Polarity.LOWER_IS_BETTER, Kind.TIME, 0),
    /** Time of a step in which its thread runs or is in a recorded wait: other programs' load is not in it. */
    ACTIVE("active", "processor time and waits a step", "step.active", "ns", Polarity.LOWER_IS_BETTER, Kind.TIME, 0),
    /** Processor time of the thread of steps. */
    CPU("cpu", "processor time a step", "step.cpu", "ns", Polarity.LOWER_IS_BETTER, Kind.TIME, 0),
    /** Time in which any device works, per step; also between steps. */
    DEVICE_WORK("device-work", "work of devices a step", "device.work", "ns", Polarity.LOWER_IS_BETTER, Kind.TIME, 0),
    /** Duration of an undisturbed period, from the start of a step to the start of the next one. */
    PERIOD("period", "undisturbed period of steps", "step.period", "ns", Polarity.LOWER_IS_BETTER, Kind.TIME, 0),
    /** Java objects that the thread of steps allocates in a step, by samples. */
    JAVA_ALLOCATION(
            "java-allocation",
            "Java objects allocated a step",
            "java.allocated",
            "bytes/step",
            Polarity.LOWER_IS_BETTER,
            Kind.TIME,
            0),
    /** Steps in the time of the whole window, with its pauses. */
    THROUGHPUT("throughput", "steps a second, with pauses", "", "steps/s", Polarity.HIGHER_IS_BETTER, Kind.TIME, 0),
    /** The 90th percentile of the steps, as in reports: shown only, never decisive. */
    TAIL("tail", "slow step (P90)", "", "ns", Polarity.LOWER_IS_BETTER, Kind.SHOWN, 0);

    /** Way in which a figure is compared. */
    public enum Kind {
        /** Equal in each run of one program, so that one run decides. */
        COUNTER,
        /** Different from run to run, so that several runs decide. */
        TIME,
        /** Shown without a verdict. */
        SHOWN
    }

    private final String id;
    private final String title;
    private final String source;
    private final String unit;
    private final Polarity polarity;
    private final Kind kind;
    private final double tolerance;

    DiffMetric(String id, String title, String source, String unit, Polarity polarity, Kind kind, double tolerance) {
        this.id = id;
        this.title = title;
        this.source = source;
        this.unit = unit;
        this.polarity = polarity;
        this.kind = kind;
        this.tolerance = tolerance;
    }

    /**
     * {@return the metric with an id; empty if there is none}
     *
     * @param id the id
     */
    public static Optional<DiffMetric> of(String id) {
        return Arrays.stream(values()).filter(each -> each.id.equals(id)).findFirst();
    }

    /** {@return its name in options and files} */
    public String id() {
        return id;
    }

    /** {@return its name for people} */
    public String title() {
        return title;
    }

    /** {@return its unit, in the words of {@link io.stepprofiler.analysis.report.Metric}} */
    public String unit() {
        return unit;
    }

    /** {@return its better direction} */
    public Polarity polarity() {
        return polarity;
    }

    /** {@return the way in which it is compared} */
    public Kind kind() {
        return kind;
    }

    /** Returns the relative difference up to which a counter counts as equal. */
    double tolerance() {
        return tolerance;
    }

    /** Returns the id of the metric in reports; empty if it is computed from the steps. */
    String source() {
        return source;
    }
}
