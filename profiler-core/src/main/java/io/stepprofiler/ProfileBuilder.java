package io.stepprofiler;

import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.journal.JournalOptions;
import io.stepprofiler.ledger.LedgerOptions;
import io.stepprofiler.recording.Capture;
import io.stepprofiler.recording.Limits;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.segment.JournalFormat;
import io.stepprofiler.source.Activity;
import io.stepprofiler.source.ActivitySource;
import io.stepprofiler.source.ActivityType;
import io.stepprofiler.source.AnnotationMirror;
import io.stepprofiler.trace.DistributedInfo;
import io.stepprofiler.trace.TraceHandler;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Builder of a profile. Setters throw {@link IllegalArgumentException} or {@link NullPointerException}, naming the
 * parameter, its value and the allowed values. For use by one thread.
 */
public final class ProfileBuilder {
    /** Activities that are recorded without an activity source. */
    static final Set<Activity> SUPPORTED = Set.of(Activity.CPU, Activity.JVM);

    private static final AtomicInteger CREATED = new AtomicInteger();

    private final List<TraceHandler> handlers = new ArrayList<>();
    private final List<ActivitySource> sources = new ArrayList<>();
    private @Nullable String name;
    private @Nullable Schedule schedule;
    private @Nullable AnnotationMirror mirror;
    private @Nullable DistributedInfo distributed;
    private @Nullable Set<Activity> activities;
    private final Map<Activity, Set<ActivityType>> chosenTypes = new EnumMap<>(Activity.class);
    private boolean recordShapes;
    private boolean profileMemory;
    private boolean withStack;
    private boolean withFlops;
    private boolean withModules = true;
    private boolean accumulatesAverages;
    private @Nullable JournalOptions journal;
    private @Nullable History history;
    private RecordingLimits limits = RecordingLimits.DEFAULT;
    private DeliveryOptions delivery = DeliveryOptions.DEFAULT;
    private LedgerOptions ledger = LedgerOptions.DEFAULT;
    private boolean yielding;
    private boolean synchronousDelivery;

    ProfileBuilder() {}

    /**
     * Sets the name of the profile in messages; default {@code profile-N}.
     *
     * @param value any text
     * @return this builder
     */
    public ProfileBuilder name(String value) {
        name = Objects.requireNonNull(value, "name");
        return this;
    }

    /**
     * Sets the action of each step; default: everything from start to close is recorded as one window, whose only step
     * marks come from {@link StepScope}s.
     *
     * @param value chooses the action of each step
     * @return this builder
     */
    public ProfileBuilder schedule(Schedule value) {
        schedule = Objects.requireNonNull(value, "schedule");
        return this;
    }

    /**
     * Adds a handler; handlers are called in the order in which they were added.
     *
     * @param handler receives the trace of each window
     * @return this builder
     */
    public ProfileBuilder onTraceReady(TraceHandler handler) {
        handlers.add(Objects.requireNonNull(handler, "handler"));
        return this;
    }

    /**
     * Adds an activity source, which records other events than scopes; default none.
     *
     * @param source the activity source
     * @return this builder
     */
    public ProfileBuilder source(ActivitySource source) {
        sources.add(Objects.requireNonNull(source, "source"));
        return this;
    }

    /**
     * Mirrors scopes, modules, communication, data loading, functions, markers, tasks, frames and steps to another
     * profiler, so that it shows them, too; default none. It receives them from start to stop, whether a window records
     * them or not, unless they are switched off. A mirror whose output no tool would show is left out, which is logged.
     * Scopes cost no more if there is no mirror; the cost of each is in docs/GPU.md.
     *
     * @param value the other profiler
     * @return this builder
     * @throws IllegalArgumentException if a mirror was given before
     */
    public ProfileBuilder annotate(AnnotationMirror value) {
        Objects.requireNonNull(value, "mirror");
        if (mirror != null) {
            throw new IllegalArgumentException("mirror = " + value.name() + " is not allowed: " + mirror.name()
                    + " was given before, and a profile has one mirror");
        }
        mirror = value;
        return this;
    }

    /**
     * Sets the worker's place in a distributed run; default: taken from the launcher's environment variables.
     *
     * @param info rank, number of workers, backend and host
     * @return this builder
     */
    public ProfileBuilder distributed(DistributedInfo info) {
        distributed = Objects.requireNonNull(info, "info");
        return this;
    }

    /**
     * Sets whether the inputs and outputs of operations are recorded: dimensions, strides, element types and values, as
     * far as the reporter of the operation knows them; default false.
     *
     * @param value true to record them
     * @return this builder
     */
    public ProfileBuilder recordShapes(boolean value) {
        recordShapes = value;
        return this;
    }

    /**
     * Sets whether the memory events of {@link Memory} are recorded; default false.
     *
     * @param value true to record them
     * @return this builder
     */
    public ProfileBuilder profileMemory(boolean value) {
        profileMemory = value;
        return this;
    }

    /**
     * Sets whether scopes and allocations get the Java call stack of their beginning; default false. Taking the stack
     * costs microseconds, see docs/PERFORMANCE.md, before the scope begins: it prolongs the enclosing scope, not the
     * scope itself. At most {@value Limits#MAX_STACK_DEPTH} frames of a stack are kept, and {@value
     * Limits#MAX_STACKS} distinct stacks.
     *
     * @param value true to record them
     * @return this builder
     */
    public ProfileBuilder withStack(boolean value) {
        withStack = value;
        return this;
    }

    /**
     * Sets whether to record the inputs and outputs of operations, from which floating point operations are computed;
     * default false. Key averages show them wherever they can be computed.
     *
     * @param value true to compute them
     * @return this builder
     */
    public ProfileBuilder withFlops(boolean value) {
        withFlops = value;
        return this;
    }

    /**
     * Sets whether {@link ModuleScope}s are recorded; default true.
     *
     * @param value false to leave them out
     * @return this builder
     */
    public ProfileBuilder withModules(boolean value) {
        withModules = value;
        return this;
    }

    /**
     * Sets the activities to record; default all supported ones. With an empty set, traces hold only step marks.
     *
     * @param chosen activities of {@link Profile#supportedActivities()} and of the profile's activity sources
     * @return this builder
     */
    public ProfileBuilder activities(Set<Activity> chosen) {
        activities = Set.copyOf(chosen);
        return this;
    }

    /**
     * Records only some types of an activity; default all of them.
     *
     * @param activity which activity
     * @param types the types to record
     * @return this builder
     * @throws IllegalArgumentException if a type is not of this activity, or the activity was given before; from {@link
     *     #build()} if the activity is not recorded at all
     */
    public ProfileBuilder activity(Activity activity, Set<ActivityType> types) {
        for (ActivityType type : types) {
            if (type.activity() != activity) {
                throw new IllegalArgumentException("types = " + types + " is not allowed: " + type + " is part of "
                        + type.activity() + ", not of " + activity);
            }
        }
        if (chosenTypes.putIfAbsent(activity, Set.copyOf(types)) != null) {
            throw new IllegalArgumentException("activity = " + activity + " is not allowed: it was given before");
        }
        return this;
    }

    /**
     * Sets whether {@link Profile#keyAverages()} sums up all windows instead of the last; default false. Takes memory
     * for each distinct name, not for each event.
     *
     * @param value true to sum up all windows
     * @return this builder
     */
    public ProfileBuilder accumulateAverages(boolean value) {
        accumulatesAverages = value;
        return this;
    }

    /**
     * Changes the limits of a window, and the interval of call stacks; default {@link RecordingLimits#DEFAULT}.
     *
     * @param change maps the current limits to new ones
     * @return this builder
     */
    public ProfileBuilder limits(UnaryOperator<RecordingLimits> change) {
        limits = Objects.requireNonNull(change.apply(limits), "limits");
        return this;
    }

    /**
     * Changes the deadlines and limits of the delivery; default {@link DeliveryOptions#DEFAULT}.
     *
     * @param change maps the current options to new ones
     * @return this builder
     */
    public ProfileBuilder delivery(UnaryOperator<DeliveryOptions> change) {
        delivery = Objects.requireNonNull(change.apply(delivery), "delivery");
        return this;
    }

    /**
     * Allows windows of any length: events that their buffers have no room for go to a journal on disk; default: they
     * are dropped, and counted. Needs {@code step-profiler-journal}.
     *
     * @param value directory and limits of the journals
     * @return this builder
     */
    public ProfileBuilder journal(JournalOptions value) {
        journal = Objects.requireNonNull(value, "value");
        return this;
    }

    /**
     * Sets where the {@linkplain Profile#ledger() ledger} of all steps is kept; default {@link LedgerOptions#DEFAULT}: a
     * file {@code <host>_<pid>.<nanos>.steps} beside the files of the first handler that has a directory.
     *
     * @param value place and limit
     * @return this builder
     */
    public ProfileBuilder ledger(LedgerOptions value) {
        ledger = Objects.requireNonNull(value, "value");
        return this;
    }

    /**
     * Records continuously, keeps only the last steps, and delivers them on demand; default: windows of the schedule.
     * Cannot be combined with a schedule, and needs activity sources that {@linkplain
     * ActivitySource#collectsWhileOpen() deliver while the window is open}. With a {@link #journal}, the kept steps are
     * on disk.
     *
     * @param value how much to keep, and when to deliver it
     * @return this builder
     */
    public ProfileBuilder history(History value) {
        history = Objects.requireNonNull(value, "value");
        return this;
    }

    /**
     * Sets whether the profile yields: it is {@linkplain Profile#stop() stopped} when another profile of this process
     * starts, which would fail otherwise; default false. For profiles that the program does not know, such as a
     * server's.
     *
     * @param value true to yield
     * @return this builder
     */
    public ProfileBuilder yielding(boolean value) {
        yielding = value;
        return this;
    }

    /**
     * Sets whether windows are delivered on the thread that calls {@code step()}, which then waits for the handlers
     * without a timeout; default false.
     *
     * @param value true for delivery on that thread
     * @return this builder
     */
    public ProfileBuilder synchronousDelivery(boolean value) {
        synchronousDelivery = value;
        return this;
    }

    /**
     * {@return the profile, not started}
     *
     * @throws IllegalArgumentException if nothing records one of the activities, or the time to assemble a trace is not
     *     less than the time to close
     */
    public Profile build() {
        return new Profile(options());
    }

    /** Checks and returns the options of a capture, which itself decides when to record and where the trace goes. */
    ProfileSettings optionsOfCapture() {
        refuse("schedule", schedule != null, "the request decides what is recorded");
        refuse("onTraceReady", !handlers.isEmpty(), "the trace goes to the requester");
        refuse("history", history != null, "it records once");
        refuse("journal", journal != null, "it is held in memory");
        refuse("annotate", mirror != null, "only profiles are mirrored, from start to stop");
        refuse("synchronousDelivery", synchronousDelivery, "the training does not wait for it");
        return schedule(Schedule.always()).options();
    }

    private static void refuse(String parameter, boolean isSet, String why) {
        if (isSet) {
            throw new IllegalArgumentException(parameter + " is not allowed for a capture: " + why);
        }
    }

    private ProfileSettings options() {
        checkHistory();
        delivery.postProcessingLimit();
        return new ProfileSettings(
                name != null ? name : "profile-" + CREATED.incrementAndGet(),
                history != null ? Schedule.always() : schedule,
                sources,
                mirror,
                distributed,
                new Capture(
                        new RecordingOptions(
                                recordShapes || withFlops, profileMemory, withStack, withFlops, withModules),
                        limits.stackInterval,
                        types()),
                accumulatesAverages,
                new ProfileSettings.Storage(
                        journal,
                        journal == null ? null : journalFormat(journal),
                        history,
                        mostEvents(),
                        limits.maxBufferBytes),
                new ProfileSettings.Output(
                        handlers,
                        delivery.maxPendingBytes.orElse(2 * Math.min(limits.maxBufferBytes, Long.MAX_VALUE / 2)),
                        synchronousDelivery,
                        delivery),
                yielding,
                ledger);
    }

    private long mostEvents() {
        if (history != null) {
            return Long.MAX_VALUE;
        }
        return limits.maxEvents.orElse(journal != null ? RecordingLimits.MAX_ALLOWED_EVENTS : Defaults.MAX_EVENTS);
    }

    private void checkHistory() {
        if (history != null && schedule != null) {
            throw new IllegalArgumentException("history = " + history
                    + " is not allowed: cannot be combined with a schedule," + " since it records in every step");
        }
        if (history != null && synchronousDelivery) {
            throw new IllegalArgumentException("history = " + history
                    + " is not allowed: cannot be combined with synchronousDelivery(true),"
                    + " since traces are delivered while recording continues");
        }
        List<ActivitySource> unfit =
                sources.stream().filter(source -> !source.collectsWhileOpen()).toList();
        if (history != null && !unfit.isEmpty()) {
            throw new IllegalArgumentException("history = " + history
                    + " is not allowed: needs activity sources that deliver while the window is open;"
                    + " these do not: " + unfit);
        }
    }

    private static JournalFormat journalFormat(JournalOptions journal) {
        for (JournalFormat format : ServiceLoader.load(JournalFormat.class, ProfileBuilder.class.getClassLoader())) {
            return format;
        }
        throw new IllegalArgumentException(
                "journal = " + journal + " is not allowed: there is no journal format; add step-profiler-journal");
    }

    /**
     * {@return the profile, started; throws the same as {@link Profile#start()}}
     *
     * @throws IllegalStateException if another profile is running
     */
    public Profile start() {
        Profile profile = build();
        profile.start();
        return profile;
    }

    private void checkOption(Set<ActivityType> types) {
        if (types.contains(ActivityType.MEMORY) && !profileMemory) {
            throw new IllegalArgumentException(
                    "types = " + types + " is not allowed: MEMORY needs profileMemory(true)");
        }
        if (types.contains(ActivityType.MODULE) && !withModules) {
            throw new IllegalArgumentException("types = " + types + " is not allowed: MODULE needs withModules(true)");
        }
    }

    private Set<ActivityType> types() {
        Set<Activity> supported = EnumSet.copyOf(SUPPORTED);
        sources.forEach(source -> supported.add(source.activity()));
        Set<Activity> chosen = activities != null ? activities : supported;
        if (!supported.containsAll(chosen)) {
            throw new IllegalArgumentException("activities = " + chosen + " is not allowed: must be of " + supported
                    + ", which are supported without further activity sources");
        }
        if (!chosen.containsAll(chosenTypes.keySet())) {
            throw new IllegalArgumentException("activity = " + chosenTypes.keySet() + " is not allowed: must be of "
                    + chosen + ", which are recorded");
        }
        chosenTypes.values().forEach(this::checkOption);
        Set<ActivityType> types = EnumSet.noneOf(ActivityType.class);
        for (ActivityType type : ActivityType.values()) {
            Set<ActivityType> part = chosenTypes.get(type.activity());
            if (chosen.contains(type.activity()) && (part == null || part.contains(type))) {
                types.add(type);
            }
        }
        return types;
    }
}
