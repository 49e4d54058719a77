package io.stepprofiler.agent;

import io.stepprofiler.DeliveryOptions;
import io.stepprofiler.History;
import io.stepprofiler.Profile;
import io.stepprofiler.ProfileBuilder;
import io.stepprofiler.agent.options.AgentOptions;
import io.stepprofiler.agent.options.DeviceSelection;
import io.stepprofiler.agent.options.Format;
import io.stepprofiler.agent.options.JvmEvents;
import io.stepprofiler.agent.options.OperationSelection;
import io.stepprofiler.agent.options.Option;
import io.stepprofiler.agent.options.OtherProfiler;
import io.stepprofiler.agent.options.WovenFramework;
import io.stepprofiler.averages.TableOptions;
import io.stepprofiler.djl.recording.NativeLayer;
import io.stepprofiler.djl.recording.WovenSource;
import io.stepprofiler.handlers.chrome.ChromeTraceHandler;
import io.stepprofiler.handlers.functions.Destination;
import io.stepprofiler.handlers.functions.FunctionProfileHandler;
import io.stepprofiler.handlers.functions.FunctionProfileOptions;
import io.stepprofiler.handlers.memory.MemoryTimelineHandler;
import io.stepprofiler.handlers.perfetto.PerfettoHandler;
import io.stepprofiler.handlers.table.TableHandler;
import io.stepprofiler.handlers.tensorboard.TensorBoardHandler;
import io.stepprofiler.handlers.xplane.XProfHandler;
import io.stepprofiler.journal.JournalOptions;
import io.stepprofiler.jvm.FlightRecorderSource;
import io.stepprofiler.jvm.JfrAnnotations;
import io.stepprofiler.ledger.JobPlace;
import io.stepprofiler.ledger.LedgerOptions;
import io.stepprofiler.nativeaccess.annotations.Itt;
import io.stepprofiler.nativeaccess.annotations.Nvtx;
import io.stepprofiler.pytorch.TorchSource;
import io.stepprofiler.recording.MemoryBoundary;
import io.stepprofiler.report.ReportHandler;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.source.ActivitySource;
import io.stepprofiler.source.AnnotationMirror;
import io.stepprofiler.source.JvmCounters;
import io.stepprofiler.trace.TraceHandler;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Profile configured by the agent's options. */
final class AgentProfile {
    /** Directory of journals within the directory of the files. */
    private static final String JOURNALS = "journal";

    private static final String FUNCTIONS = "functions.txt";

    private AgentProfile() {}

    /** Starts the profile; an on-demand one is left unstarted while the program's own profile runs. */
    static Profile start(
            AgentOptions options,
            LoadedLibraries libraries,
            DeliveryTally tally,
            WovenNotes notes,
            Runnable weaveOperations) {
        ProfileBuilder builder = recording(
                Profile.builder()
                        .name("agent")
                        .delivery(delivery -> delivery(delivery, options))
                        .ledger(LedgerOptions.DEFAULT.withPlace(place -> place(place, options))),
                options);
        options.get(Option.ANNOTATE).ifPresent(told -> builder.annotate(mirror(told)));
        if (options.get(Option.ON_DEMAND)) {
            Profile counting = builder.schedule(Schedule.never()).yielding(true).build();
            if (Profile.running().isEmpty()) {
                counting.start();
            }
            return counting;
        }
        List<ActivitySource> sources = sources(options, libraries, notes, weaveOperations);
        if (options.hasHistory()) {
            builder.history(history(options));
            sources.removeIf(source -> !source.collectsWhileOpen());
        } else {
            builder.schedule(schedule(options));
        }
        sources.forEach(builder::source);
        if (options.get(Option.JOURNAL)) {
            JournalOptions journal = JournalOptions.in(options.get(Option.DIR).resolve(JOURNALS));
            Duration flushEvery = options.get(Option.FLUSH_EVERY);
            builder.journal(flushEvery.isZero() ? journal : journal.withFlushEvery(flushEvery));
        }
        for (Format format : options.get(Option.FORMAT)) {
            builder.onTraceReady(handler(format, options.get(Option.DIR), tally));
        }
        Profile profile = builder.onTraceReady(tally).start();
        if (options.hasHistory()) {
            profile.addMetadata(WovenNotes.KEY, notes.woven());
            if (!notes.steps().isEmpty()) {
                profile.addMetadata(WovenNotes.STEP_METHODS, notes.steps());
            }
        }
        return profile;
    }

    /**
     * Begins to start the flight recorder if windows will need it, on a thread of its own: on a busy machine it takes
     * longer than the first steps.
     */
    static void startRecorder(AgentOptions options) {
        if (options.get(Option.JVM) == JvmEvents.FLIGHT && !options.get(Option.ON_DEMAND)) {
            // The first window starts it if there is no memory for a thread.
            MemoryBoundary.start("step-profiler-agent-recorder", FlightRecorderSource.create()::warmUp);
        }
    }

    private static DeliveryOptions delivery(DeliveryOptions delivery, AgentOptions options) {
        Duration timeout = Duration.ofSeconds(options.get(Option.CLOSE_TIMEOUT));
        return delivery.withCloseTimeout(timeout).withExitTimeout(exitTimeout(timeout));
    }

    /** The exit of the program waits longer than the session, which closes the profile and reports what is lost. */
    static Duration exitTimeout(Duration closeTimeout) {
        return closeTimeout.plus(Session.GRACE);
    }

    private static JobPlace place(JobPlace launched, AgentOptions options) {
        String job = options.get(Option.JOB);
        return new JobPlace(
                job.isEmpty() ? launched.job() : job, options.get(Option.POSITIONS), options.get(Option.LABELS));
    }

    /** Returns the requested other profiler with the reason why it cannot be used; empty if it can, or there is none. */
    static Optional<String> deaf(AgentOptions options) {
        return options.get(Option.ANNOTATE).flatMap(asked -> {
            String reason = mirror(asked).unusable();
            return reason.isEmpty()
                    ? Optional.empty()
                    : Optional.of(asked.name().toLowerCase(Locale.ROOT) + ": " + reason);
        });
    }

    private static AnnotationMirror mirror(OtherProfiler told) {
        return switch (told) {
            case NVTX -> Nvtx.mirror();
            case ITT -> Itt.mirror();
            case JFR -> JfrAnnotations.mirror();
        };
    }

    private static ProfileBuilder recording(ProfileBuilder builder, AgentOptions options) {
        return builder.recordShapes(options.get(Option.SHAPES))
                .profileMemory(options.get(Option.MEMORY))
                .withStack(options.get(Option.STACK))
                .withModules(options.get(Option.MODULES))
                .withFlops(options.get(Option.FLOPS));
    }

    /** Configures a capture: by default it records the same as the agent's windows, with its own sources. */
    static ProfileBuilder capture(
            ProfileBuilder builder,
            AgentOptions options,
            LoadedLibraries libraries,
            WovenNotes notes,
            Runnable weaveOperations) {
        recording(builder, options);
        sources(options, libraries, notes, weaveOperations).forEach(builder::source);
        return builder;
    }

    private static History history(AgentOptions options) {
        History history = History.ofSteps(options.get(Option.HISTORY)).onNotFinite(options.get(Option.ON_NOT_FINITE));
        double slow = options.get(Option.ON_SLOW_STEP);
        return slow == 0 ? history : history.onSlowStep(slow);
    }

    private static List<ActivitySource> sources(
            AgentOptions options, LoadedLibraries libraries, WovenNotes notes, Runnable weaveOperations) {
        List<ActivitySource> sources = new ArrayList<>();
        sources.add(notes);
        switch (options.get(Option.JVM)) {
            case OFF -> {}
            case COUNTERS -> sources.add(JvmCounters.create());
            case FLIGHT -> {
                sources.add(JvmCounters.create());
                sources.add(FlightRecorderSource.create());
            }
        }
        sources.addAll(operations(options, libraries, weaveOperations));
        if (options.get(Option.DEVICES) == DeviceSelection.AUTO) {
            sources.add(new CudaIfLoaded(CudaIfLoaded.wanted(options, libraries.hasTorch())));
        }
        return sources;
    }

    private static List<ActivitySource> operations(
            AgentOptions options, LoadedLibraries libraries, Runnable weaveOperations) {
        List<ActivitySource> sources = new ArrayList<>();
        boolean torch = libraries.hasTorch();
        boolean fromLibrary = torch && asksTheLibrary(options);
        if (torch) {
            TorchSource source = fromLibrary ? TorchSource.create() : TorchSource.memoryOnly();
            // Woven code may record the operations of windows that began without libtorch.
            sources.add(source.everyNthStep(options.get(Option.TORCH_EVERY)).onlyFromTheStart());
        }
        if (options.get(Option.FRAMEWORKS).contains(WovenFramework.DJL)) {
            // Woven code asks whether the library's own reports work, so the library's source comes first.
            sources.add(WovenSource.create(
                    weavesOperations(options),
                    torch ? new TorchLayer(fromLibrary) : NativeLayer.ABSENT,
                    weaveOperations));
        }
        return sources;
    }

    private static boolean asksTheLibrary(AgentOptions options) {
        OperationSelection chosen = options.get(Option.OPS);
        return chosen == OperationSelection.AUTO || chosen == OperationSelection.NATIVE;
    }

    private static boolean weavesOperations(AgentOptions options) {
        OperationSelection chosen = options.get(Option.OPS);
        return chosen == OperationSelection.AUTO || chosen == OperationSelection.WOVEN;
    }

    private static Schedule schedule(AgentOptions options) {
        if (!options.hasCycles()) {
            return Schedule.auto();
        }
        return Schedule.builder()
                .skipFirst(options.get(Option.SKIP_FIRST))
                .skipFirstWait(options.get(Option.SKIP_FIRST_WAIT))
                .wait(options.get(Option.WAIT))
                .warmup(options.get(Option.WARMUP))
                .active(options.get(Option.ACTIVE))
                .repeat(options.get(Option.REPEAT))
                .build();
    }

    private static TraceHandler handler(Format format, Path dir, DeliveryTally tally) {
        return switch (format) {
            case REPORT -> tally.reporting(ReportHandler.to(dir));
            case TENSORBOARD -> tally.counting(TensorBoardHandler.to(dir), trace -> true);
            case CHROME -> tally.counting(ChromeTraceHandler.to(dir), trace -> true);
            case PERFETTO -> tally.counting(PerfettoHandler.to(dir), trace -> true);
            case XPLANE -> tally.counting(XProfHandler.to(dir), trace -> true);
            case TABLE -> tally.counting(TableHandler.to(Console::print).options(table()), trace -> false);
            case FUNCTIONS -> tally.countingOnce(functions(dir));
            case MEMORY -> tally.counting(MemoryTimelineHandler.to(dir), tally::hasMemory);
        };
    }

    /** Options of the table on a terminal: self time and its distribution. */
    private static TableOptions table() {
        return TableOptions.DEFAULT
                .withRowLimit(25)
                .withMaxWidth(120)
                .withDistribution(true)
                .withFolded(true);
    }

    private static TraceHandler functions(Path dir) {
        FunctionProfileOptions options =
                FunctionProfileOptions.fromEnvironment(System.getenv()).orElse(FunctionProfileOptions.DEFAULT);
        return FunctionProfileHandler.of(options.withDestination(Destination.of(dir.resolve(FUNCTIONS))));
    }
}
