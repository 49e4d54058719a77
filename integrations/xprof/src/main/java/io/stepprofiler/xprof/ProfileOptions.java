package io.stepprofiler.xprof;

import io.stepprofiler.handlers.link.PerfettoLink;
import io.stepprofiler.source.Activity;
import io.stepprofiler.source.ActivitySource;
import io.stepprofiler.source.ActivityType;
import io.stepprofiler.text.OneLine;
import io.stepprofiler.trace.TraceHandler;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * Options of a session of {@link XProf}: the options of {@code jax.profiler.ProfileOptions}, checked, and the arguments
 * of JAX's {@code start_trace}.
 *
 * <p>Immutable; {@link #builder()} has the defaults.
 */
public final class ProfileOptions {
    /** The default options. */
    public static final ProfileOptions DEFAULT = builder().build();

    private final Builder chosen;

    private ProfileOptions(Builder chosen) {
        this.chosen = chosen;
    }

    /** {@return a builder with the defaults} */
    public static Builder builder() {
        return new Builder();
    }

    /** The same options for a session that starts inside a training loop, where a failure to start must not throw. */
    ProfileOptions notRaising() {
        Builder changed = new Builder(chosen);
        changed.raiseErrorOnStartFailure = false;
        return new ProfileOptions(changed);
    }

    HostLevel hostLevel() {
        return chosen.hostLevel;
    }

    /** {@return how much of the host is recorded, 0 to 3} */
    public int hostTracerLevel() {
        return chosen.hostLevel.number();
    }

    /** {@return whether the call stacks of Java threads are sampled: 0 for no, 1 for yes} */
    public int pythonTracerLevel() {
        return chosen.pythonLevel;
    }

    /** {@return whether events of devices from sources are recorded: 0 for no, 1 for yes} */
    public int deviceTracerLevel() {
        return chosen.deviceLevel;
    }

    /** {@return whether data loading is recorded, from level 2 of the host on} */
    public boolean includeDatasetOps() {
        return chosen.includeDatasetOps;
    }

    /** {@return the options by name; whole numbers are {@link Long}} */
    public Map<String, Object> advancedConfiguration() {
        return Collections.unmodifiableMap(chosen.advanced);
    }

    /** {@return whether a session that cannot start throws} */
    public boolean raiseErrorOnStartFailure() {
        return chosen.raiseErrorOnStartFailure;
    }

    /** {@return the log directory for calls that do not name one; empty if it is not set} */
    public Optional<Path> repositoryPath() {
        return Optional.ofNullable(chosen.repositoryPath);
    }

    /** {@return name of the session's directory; empty for the time of its start} */
    public Optional<String> sessionId() {
        return Optional.ofNullable(chosen.sessionId);
    }

    /** {@return name of this host in the files, also if it is set in the advanced configuration; empty for its own} */
    public Optional<String> overrideHostname() {
        Object advanced = chosen.advanced.get(AdvancedConfiguration.HOSTNAME);
        return advanced != null
                ? Optional.of(OptionText.hostName(AdvancedConfiguration.HOSTNAME, (String) advanced))
                : Optional.ofNullable(chosen.hostname);
    }

    /** {@return the duration of recording; empty if it ends when the session is closed} */
    public Optional<Duration> duration() {
        return Optional.ofNullable(chosen.duration);
    }

    /** {@return whether {@code perfetto_trace.json.gz} is written, which a link needs, too} */
    public boolean createPerfettoTrace() {
        return chosen.perfettoTrace || chosen.perfettoLink != null;
    }

    /** {@return the link that opens the trace in Perfetto at the end; empty for none} */
    public Optional<PerfettoLink> perfettoLink() {
        return Optional.ofNullable(chosen.perfettoLink);
    }

    /** {@return the sources to record besides annotations} */
    public List<ActivitySource> sources() {
        return chosen.sources;
    }

    /** {@return the handlers that get the trace, in addition to the files} */
    public List<TraceHandler> handlers() {
        return chosen.handlers;
    }

    /** {@return the options and their values, without options that are not set} */
    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(", ", "ProfileOptions[", "]")
                .add("hostTracerLevel=" + hostTracerLevel())
                .add("pythonTracerLevel=" + pythonTracerLevel())
                .add("deviceTracerLevel=" + deviceTracerLevel())
                .add("includeDatasetOps=" + includeDatasetOps())
                .add("raiseErrorOnStartFailure=" + raiseErrorOnStartFailure())
                .add("createPerfettoTrace=" + createPerfettoTrace())
                .add("advancedConfiguration=" + advancedConfiguration())
                .add("sources=" + sources())
                .add("handlers=" + handlers());
        repositoryPath().ifPresent(path -> text.add("repositoryPath=" + path));
        sessionId().ifPresent(id -> text.add("sessionId=" + id));
        overrideHostname().ifPresent(name -> text.add("overrideHostname=" + name));
        duration().ifPresent(limit -> text.add("duration=" + limit));
        perfettoLink().ifPresent(link -> text.add("perfettoLink=" + link));
        return OneLine.of(text.toString());
    }

    /**
     * Collects options. Exceptions of setters name the option, its value and the allowed values. For use by one thread.
     */
    public static final class Builder {
        private HostLevel hostLevel = HostLevel.EXPENSIVE;
        private int pythonLevel;
        private int deviceLevel = 1;
        private boolean includeDatasetOps = true;
        private boolean raiseErrorOnStartFailure = true;
        private Map<String, Object> advanced = new LinkedHashMap<>();
        private @Nullable Path repositoryPath;
        private @Nullable String sessionId;
        private @Nullable String hostname;
        private @Nullable Duration duration;
        private boolean perfettoTrace;
        private @Nullable PerfettoLink perfettoLink;
        private List<ActivitySource> sources = new ArrayList<>();
        private List<TraceHandler> handlers = new ArrayList<>();

        private Builder() {}

        private Builder(Builder other) {
            hostLevel = other.hostLevel;
            pythonLevel = other.pythonLevel;
            deviceLevel = other.deviceLevel;
            includeDatasetOps = other.includeDatasetOps;
            raiseErrorOnStartFailure = other.raiseErrorOnStartFailure;
            advanced = new LinkedHashMap<>(other.advanced);
            repositoryPath = other.repositoryPath;
            sessionId = other.sessionId;
            hostname = other.hostname;
            duration = other.duration;
            perfettoTrace = other.perfettoTrace;
            perfettoLink = other.perfettoLink;
            sources = List.copyOf(other.sources);
            handlers = List.copyOf(other.handlers);
        }

        /**
         * Sets the level of recording of the host ({@code host_tracer_level}); default 2.
         *
         * <ul>
         *   <li>0: only the steps
         *   <li>1: annotations, scopes and counters of the program
         *   <li>2: events that last long compared to the cost of recording them: modules, communication, data loading,
         *       counters and sources of the virtual machine
         *   <li>3: single operations, which {@linkplain #source sources} report on the threads, and memory
         * </ul>
         *
         * @param level 0 to 3
         * @return this builder
         */
        public Builder hostTracerLevel(int level) {
            hostLevel = HostLevel.of(level);
            return this;
        }

        /**
         * Enables sampling of the call stacks of Java threads ({@code python_tracer_level}); default 0. Needs {@code
         * step-profiler-jvm} on the class path, whose flight recorder takes the samples.
         *
         * @param level 0 for no samples; 1 or more for samples, because JAX does not distinguish higher levels either
         * @return this builder
         */
        public Builder pythonTracerLevel(int level) {
            if (level < 0) {
                throw OptionText.refused("pythonTracerLevel", level, "must be 0 (no samples), or 1 or more (samples)");
            }
            pythonLevel = Math.min(level, 1);
            return this;
        }

        /**
         * Enables recording of events of devices from {@linkplain #source sources} ({@code device_tracer_level});
         * default 1.
         *
         * @param level 0 for no, 1 for yes
         * @return this builder
         */
        public Builder deviceTracerLevel(int level) {
            if (level != 0 && level != 1) {
                throw OptionText.refused("deviceTracerLevel", level, "must be 0 or 1");
            }
            deviceLevel = level;
            return this;
        }

        /**
         * Enables recording of data loading, from level 2 on ({@code include_dataset_ops}); default true.
         *
         * @param value false to leave it out
         * @return this builder
         */
        public Builder includeDatasetOps(boolean value) {
            includeDatasetOps = value;
            return this;
        }

        /**
         * Accepts false only: programs of XLA ({@code enable_hlo_proto}) do not exist here.
         *
         * @param value false
         * @return this builder
         * @throws IllegalArgumentException if it is true
         */
        public Builder enableHloProto(boolean value) {
            if (value) {
                throw OptionText.refused("enableHloProto", true, "means nothing on the JVM: it has no programs of XLA");
            }
            return this;
        }

        /**
         * Sets options by name ({@code advanced_configuration}), which replace those given before: {@code
         * jvm_max_events} and {@code jvm_max_buffer_bytes} (whole numbers, the limits of the recording), {@code
         * jvm_call_stacks}, {@code jvm_profile_memory} and {@code jvm_record_shapes} (true or false), {@code
         * override_hostname} (a text).
         *
         * @param values values by name
         * @return this builder
         * @throws IllegalArgumentException for an unknown name, a value of another type or out of range, and for JAX's
         *     options of GPUs and TPUs, which have no meaning here
         */
        public Builder advancedConfiguration(Map<String, ?> values) {
            Map<String, Object> checked = new LinkedHashMap<>();
            Objects.requireNonNull(values, "values");
            values.forEach((key, value) -> checked.put(key, AdvancedConfiguration.checked(key, value)));
            advanced = checked;
            return this;
        }

        /**
         * Sets the behavior of a session that cannot start ({@code raise_error_on_start_failure}); by default it
         * throws. Otherwise the failure is logged and one of {@link TraceSession#failures()}, and the program continues
         * without a trace.
         *
         * @param value false for no exception
         * @return this builder
         */
        public Builder raiseErrorOnStartFailure(boolean value) {
            raiseErrorOnStartFailure = value;
            return this;
        }

        /**
         * Sets the log directory ({@code repository_path}) for calls that do not name one.
         *
         * @param path log directory
         * @return this builder
         */
        public Builder repositoryPath(Path path) {
            repositoryPath = Objects.requireNonNull(path, "path");
            return this;
        }

        /**
         * Sets the name of the session's directory ({@code session_id}); default the time of its start. Hosts of one
         * run with the same id are shown together.
         *
         * @param id 1 to 128 of {@code A-Z a-z 0-9 . _ -}, not beginning with a dot
         * @return this builder
         */
        public Builder sessionId(String id) {
            sessionId = OptionText.fileName("sessionId", Objects.requireNonNull(id, "id"));
            return this;
        }

        /**
         * Sets the name of this host in the files ({@code override_hostname}); default its own.
         *
         * @param name 1 to 128 of {@code A-Z a-z 0-9 . _ - :}, not beginning with a dot; colons become {@code _}
         * @return this builder
         */
        public Builder overrideHostname(String name) {
            hostname = OptionText.hostName("overrideHostname", Objects.requireNonNull(name, "name"));
            return this;
        }

        /**
         * Sets the duration of recording ({@code duration_ms}); default until the session is closed. After that time
         * recording ends and the files are written; the session must still be closed.
         *
         * @param value more than 0, at most a day
         * @return this builder
         */
        public Builder duration(Duration value) {
            Objects.requireNonNull(value, "value");
            if (value.isNegative() || value.isZero() || value.compareTo(Duration.ofDays(1)) > 0) {
                throw OptionText.refused("duration", value, "must be more than 0 and at most a day");
            }
            duration = value;
            return this;
        }

        /**
         * Accepts 0 only: a start time ({@code start_timestamp_ns}) is for services that start several hosts at once; a
         * session here starts immediately.
         *
         * @param nanos 0
         * @return this builder
         * @throws IllegalArgumentException if it is not 0
         */
        public Builder startTimestampNanos(long nanos) {
            if (nanos != 0) {
                throw OptionText.refused(
                        "startTimestampNanos", nanos, "must be 0: a session starts when startTrace is called");
            }
            return this;
        }

        /**
         * Enables writing of {@code perfetto_trace.json.gz} ({@code create_perfetto_trace}); default false.
         *
         * @param value true to write it
         * @return this builder
         */
        public Builder createPerfettoTrace(boolean value) {
            perfettoTrace = value;
            return this;
        }

        /**
         * Enables a link at the end that opens the trace in Perfetto ({@code create_perfetto_link}); default false. See
         * {@link PerfettoLink#DEFAULT}: closing the session then waits until the link has been opened.
         *
         * @param value true for the link
         * @return this builder
         */
        public Builder createPerfettoLink(boolean value) {
            perfettoLink = value ? PerfettoLink.DEFAULT : null;
            return this;
        }

        /**
         * Enables a link at the end that opens the trace in Perfetto.
         *
         * @param link port and timeout of the link
         * @return this builder
         */
        public Builder createPerfettoLink(PerfettoLink link) {
            perfettoLink = Objects.requireNonNull(link, "link");
            return this;
        }

        /**
         * Adds a source of more than annotations, such as the operations of a framework; default the counters of the
         * virtual machine, from level 2 on.
         *
         * @param source the source
         * @return this builder
         */
        public Builder source(ActivitySource source) {
            sources.add(Objects.requireNonNull(source, "source"));
            return this;
        }

        /**
         * Adds a handler that gets the trace, in addition to the files.
         *
         * @param handler the handler
         * @return this builder
         */
        public Builder onTraceReady(TraceHandler handler) {
            handlers.add(Objects.requireNonNull(handler, "handler"));
            return this;
        }

        /**
         * {@return the options}
         *
         * @throws IllegalArgumentException if a source reports events that the levels leave out
         */
        public ProfileOptions build() {
            sources.forEach(this::check);
            return new ProfileOptions(new Builder(this));
        }

        private void check(ActivitySource source) {
            Activity activity = source.activity();
            if (activity == Activity.CUDA && deviceLevel == 0) {
                throw OptionText.refused("deviceTracerLevel", 0, source + " reports devices, which takes 1");
            }
            if (activity != Activity.CUDA) {
                HostLevel needed =
                        HostLevel.first(activity == Activity.JVM ? ActivityType.JVM_SOURCE : ActivityType.CPU_SOURCE);
                if (hostLevel.compareTo(needed) < 0) {
                    throw OptionText.refused(
                            "hostTracerLevel",
                            hostLevel.number(),
                            source + " reports what takes level " + needed.number() + " or more");
                }
            }
        }
    }
}
