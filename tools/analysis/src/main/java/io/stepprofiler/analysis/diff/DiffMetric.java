package io.stepprofiler.analysis.diff;

import io.stepprofiler.analysis.report.Polarity;
import java.util.Arrays;
import java.util.Optional;

/** A figure by which two sides are compared, in the order in which they are shown: first those without noise. */
public enum DiffMetric {
    /** How many events begin in a step on its own thread. */
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
    /** How many different signatures operations have. */
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
    /** What the code needs when nothing disturbs it: the tenth percentile of the steps, a higher one of few. */
    COST("cost", "undisturbed step", "", "ns", Polarity.LOWER_IS_BETTER, Kind.TIME, 0),
    /** The median step. */
    TYPICAL("typical", "median step", "", "ns", Polarity.LOWER_IS_BETTER, Kind.TIME, 0),
    /** Processor time of the thread of steps. */
    CPU("cpu", "processor time a step", "step.cpu", "ns", Polarity.LOWER_IS_BETTER, Kind.TIME, 0),
    /** Time of a step in which any device works. */
    DEVICE_WORK("device-work", "work of devices a step", "device.work", "ns", Polarity.LOWER_IS_BETTER, Kind.TIME, 0),
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
    /** The step that 90 of 100 do not exceed, as in reports: shown, decides nothing. */
    TAIL("tail", "slow step (P90)", "", "ns", Polarity.LOWER_IS_BETTER, Kind.SHOWN, 0);

    /** How a figure is compared. */
    public enum Kind {
        /** It is the same in each run of one program, so that one run tells. */
        COUNTER,
        /** It differs from run to run, so that several tell. */
        TIME,
        /** It is not decided on. */
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

    /** {@return its unit, as those of {@link io.stepprofiler.analysis.report.Metric}} */
    public String unit() {
        return unit;
    }

    /** {@return which way it gets better} */
    public Polarity polarity() {
        return polarity;
    }

    /** {@return how it is compared} */
    public Kind kind() {
        return kind;
    }

    /** By which part of it a counter may differ and is still the same. */
    double tolerance() {
        return tolerance;
    }

    /** The metric of reports that it is; empty if it is worked out from the steps. */
    String source() {
        return source;
    }
}
