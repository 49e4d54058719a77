package io.stepprofiler.source;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.OpSignature;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Operation on a thread as an activity source reports it, without its times.
 *
 * <pre>{@code
 * OperationReport operation = OperationReport.named("aten::mm")
 *         .signature(signature)
 *         .correlation(7)
 *         .build();
 * sink.operation(thread, "main", operation, start, duration);
 * }</pre>
 *
 * <p>Immutable, but for the array and the list that it holds without a copy, since operations are reported by the
 * million.
 */
public final class OperationReport {
    private static final long[] NO_STORAGES = {};

    private final String name;
    private final EventKind kind;
    private final String moduleType;
    private final boolean async;
    private final OpSignature signature;
    private final long[] storages;
    private final long sequenceNumber;
    private final long forwardThread;
    private final long correlation;
    private final List<StackTraceElement> stack;
    private final Attributes attributes;

    private OperationReport(Builder builder) {
        name = builder.name;
        kind = builder.kind;
        moduleType = builder.moduleType;
        async = builder.async;
        signature = builder.signature;
        storages = builder.storages;
        sequenceNumber = builder.sequenceNumber;
        forwardThread = builder.forwardThread;
        correlation = builder.correlation;
        stack = builder.stack;
        attributes = builder.attributes;
    }

    /**
     * {@return a builder of an operation with this name and nothing else}
     *
     * @param name its name, such as {@code aten::addmm}; if null or empty, it is recorded as unnamed, and counted
     */
    public static Builder named(String name) {
        return new Builder(name);
    }

    /** {@return its name; empty if it has none} */
    public String name() {
        return name;
    }

    /** {@return its kind} */
    public EventKind kind() {
        return kind;
    }

    /** {@return the type of its class, for a module; else empty} */
    public String moduleType() {
        return moduleType;
    }

    /**
     * {@return whether it is asynchronous: it may overlap later events of its thread, and takes no part in the nesting}
     */
    public boolean isAsync() {
        return async;
    }

    /** {@return its signature} */
    public OpSignature signature() {
        return signature;
    }

    /** {@return the addresses of the storages of its tensors, inputs then outputs; empty if not known; no copy} */
    public long[] storages() {
        return storages;
    }

    /** {@return the number that it shares with its forward or backward operation; -1 for none} */
    public long sequenceNumber() {
        return sequenceNumber;
    }

    /** {@return the id of the thread of its forward operation, for a backward operation; else -1} */
    public long forwardThread() {
        return forwardThread;
    }

    /** {@return the number that it shares with work on a device; -1 for none} */
    public long correlation() {
        return correlation;
    }

    /** {@return the call stack it was called from, innermost frame first; empty if not known} */
    public List<StackTraceElement> stack() {
        return stack;
    }

    /** {@return its further attributes; empty if there are none} */
    public Attributes attributes() {
        return attributes;
    }

    @Override
    public String toString() {
        return "OperationReport[" + name + ", " + kind + "]";
    }

    /**
     * Builder of reports, which builds any number of them, each with the values set by then. Used by one thread at a
     * time.
     *
     * <p>Its methods throw at once for errors that only a defect of the source can cause; errors that the recorded
     * program can cause, such as a missing name, are left to the sink, which counts them.
     */
    public static final class Builder {
        private final String name;
        private EventKind kind = EventKind.SCOPE;
        private String moduleType = "";
        private boolean async;
        private OpSignature signature = OpSignature.UNKNOWN;
        private long[] storages = NO_STORAGES;
        private long sequenceNumber = -1;
        private long forwardThread = -1;
        private long correlation = -1;
        private List<StackTraceElement> stack = List.of();
        private Attributes attributes = Attributes.NONE;

        private Builder(@Nullable String name) {
            this.name = name == null ? "" : name;
        }

        /**
         * Sets its kind.
         *
         * @param value the kind; default {@link EventKind#SCOPE}
         * @return this builder
         */
        public Builder kind(EventKind value) {
            kind = Objects.requireNonNull(value, "kind");
            return this;
        }

        /**
         * Makes it a module.
         *
         * @param type the type of its class, such as {@code Linear}; empty if not known
         * @return this builder
         */
        public Builder module(String type) {
            moduleType = Objects.requireNonNull(type, "type");
            return kind(EventKind.MODULE);
        }

        /**
         * Sets whether it is asynchronous: it may overlap later events of its thread, and takes no part in the nesting.
         *
         * @param value true if it is; default false
         * @return this builder
         */
        public Builder async(boolean value) {
            async = value;
            return this;
        }

        /**
         * Sets its signature.
         *
         * @param value default {@link OpSignature#UNKNOWN}
         * @return this builder
         */
        public Builder signature(OpSignature value) {
            signature = Objects.requireNonNull(value, "signature");
            return this;
        }

        /**
         * Sets the storages of its tensors.
         *
         * @param addresses one for each tensor of the signature, inputs then outputs, else all are left out and
         *     counted; not copied; default none
         * @return this builder
         */
        public Builder storages(long... addresses) {
            storages = Objects.requireNonNull(addresses, "addresses");
            return this;
        }

        /**
         * Sets the number that a forward operation and its backward operation share.
         *
         * @param number the number, 0 or more; -1, the default, for none
         * @param thread for a backward operation the id of the thread of its forward operation; else -1
         * @return this builder
         * @throws IllegalArgumentException if one is below -1
         */
        public Builder sequence(long number, long thread) {
            sequenceNumber = orNone("number", number);
            forwardThread = orNone("thread", thread);
            return this;
        }

        /**
         * Sets the number that it shares with work on a device.
         *
         * @param number the number, 0 or more; -1, the default, for none
         * @return this builder
         * @throws IllegalArgumentException if it is below -1
         */
        public Builder correlation(long number) {
            correlation = orNone("number", number);
            return this;
        }

        /**
         * Sets the call stack it was called from.
         *
         * @param frames innermost frame first; not to be changed until it is reported; default empty
         * @return this builder
         */
        public Builder stack(List<StackTraceElement> frames) {
            stack = Objects.requireNonNull(frames, "frames");
            return this;
        }

        /**
         * Sets further attributes, which become the arguments of the event.
         *
         * @param value not to be changed until it is reported; default none
         * @return this builder
         */
        public Builder attributes(Attributes value) {
            attributes = Objects.requireNonNull(value, "value");
            return this;
        }

        /** {@return the operation} */
        public OperationReport build() {
            return new OperationReport(this);
        }

        private static long orNone(String parameter, long number) {
            if (number < -1) {
                throw new IllegalArgumentException(
                        parameter + " = " + number + " is not allowed: must be 0 or more, or -1 for none");
            }
            return number;
        }
    }
}
