package io.stepprofiler.agent;

import io.stepprofiler.Profile;
import io.stepprofiler.agent.options.AgentOptions;
import io.stepprofiler.agent.options.Option;
import io.stepprofiler.agent.weaving.QuickCompilation;
import io.stepprofiler.agent.weaving.StepMethod;
import io.stepprofiler.agent.weaving.Weaver;
import io.stepprofiler.agent.weaving.WeavingStatus;
import io.stepprofiler.agent.woven.StepListener;
import io.stepprofiler.agent.woven.WovenMethods;
import io.stepprofiler.agent.woven.WovenPhases;
import io.stepprofiler.agent.woven.WovenSteps;
import io.stepprofiler.amount.Amount;
import io.stepprofiler.schedule.ProfilerAction;
import io.stepprofiler.schedule.Schedule;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One program under the agent. The profile starts at the first sign of training and is closed when the virtual machine
 * ends. So a program that does not train leaves no files, and one that runs a profile of its own keeps it.
 */
final class Session implements StepListener {
    /** Extra time to close the profile, besides the time for its handlers. */
    static final Duration GRACE = Duration.ofSeconds(5);

    private static final Duration LAST_WORDS = Duration.ofSeconds(1);

    private final AgentOptions options;
    private final Console console;
    private final LoadedLibraries libraries;
    private final Weavings weavings;
    private final WovenNotes notes = new WovenNotes(this::wovenText, this::stepMethods);
    private final AtomicReference<@Nullable String> stepOrigin = new AtomicReference<>();
    private final DeliveryTally tally = new DeliveryTally();
    private final Thread atExit = new Thread(this::end, "step-profiler-agent-end");
    private final AtomicBoolean isWoven = new AtomicBoolean();
    private final @Nullable PhaseSearch phases;
    private final StepSearch search = new StepSearch(this::found);
    private volatile @Nullable Weaver weaver;
    private @Nullable AgentServer server;
    private volatile @Nullable Profile profile;
    private boolean started;
    private volatile boolean trained;
    private volatile long steps;

    private Session(AgentOptions options, Instrumentation instrumentation, Console console) {
        libraries = new LoadedLibraries(instrumentation);
        this.options = options;
        this.console = console;
        weavings = Weavings.of(options, console::warn);
        if (!options.get(Option.STEP).isEmpty()) {
            stepOrigin.set(StepMethod.ORIGIN);
        } else if (!options.stepAnnotation().isEmpty()) {
            stepOrigin.set(WovenMethods.CALLS_ORIGIN);
        }
        phases = options.findsPhases()
                ? new PhaseSearch(options.get(Option.STEP).get(0), WovenPhases::trial, console::say)
                : null;
        WovenSteps.listener(this);
    }

    static Session start(AgentOptions options, Instrumentation instrumentation, Console console) {
        QuickCompilation.ask(instrumentation);
        Session session = new Session(options, instrumentation, console);
        Weaver weaver = Weaver.install(instrumentation, session.weavings.all(), console::warn, session::wove);
        session.weaver = weaver;
        Runtime.getRuntime().addShutdownHook(session.atExit);
        console.say(session.toString());
        if (!options.stepAnnotation().isEmpty()) {
            weaver.countCalls(options.stepAnnotation());
        } else if (options.get(Option.STEP).isEmpty() && !options.get(Option.ON_DEMAND)) {
            weaver.countCalls("ProfiledStep");
            session.search.start();
        }
        if (options.get(Option.SERVER).isPresent()) {
            session.serve(options);
        }
        return session;
    }

    /** Hears of a woven class, a sign that the program will train soon. */
    private void wove(String detail) {
        if (isWoven.compareAndSet(false, true)) {
            AgentProfile.startRecorder(options);
        }
        console.detail(detail);
    }

    /** Takes the method that is a step if the options ask for it, or else proposes it. */
    private void found(String method) {
        if (options.text(Option.STEP).isEmpty()) {
            if (Profile.running().isEmpty()) {
                console.say("no option names a step, and no framework reports any: " + search + ": add step=" + method
                        + ", or step=auto");
            }
        } else if (stepOrigin.compareAndSet(null, WovenMethods.CALLS_ORIGIN)) {
            AgentProfile.startRecorder(options);
            console.say("step=auto: " + search + ": a step begins with each call; step=" + method
                    + " ends it with the call, and finds its phases");
            WovenMethods.choose(method);
        }
    }

    private String stepMethods() {
        return WovenMethods.CALLS_ORIGIN.equals(stepOrigin.get())
                ? WovenMethods.chosen()
                : options.get(Option.STEP).isEmpty() ? "" : options.text(Option.STEP);
    }

    /** Opens the server that the options ask for; returns false if one is open already. */
    synchronized boolean serve(AgentOptions asked) {
        if (server != null) {
            return false;
        }
        try {
            AgentServer opened = AgentServer.open(
                    asked, builder -> AgentProfile.capture(builder, options, libraries, notes, this::weaveOperations));
            server = opened;
            console.say("captures on " + opened.address());
        } catch (IOException | RuntimeException | LinkageError e) {
            String why = e.getMessage() == null ? e.toString() : e.getMessage();
            console.warn("cannot open the server for captures: " + why + "; the program runs on without it");
            AttachReport.lacks();
        }
        return true;
    }

    /** True if this session only waits for captures, knows no method that is a step, and has seen no step. */
    boolean isWithoutSteps() {
        return options.get(Option.ON_DEMAND)
                && options.get(Option.STEP).isEmpty()
                && options.stepAnnotation().isEmpty()
                && profile == null;
    }

    /** True if others name a method that is a step, and this session knows the same. */
    boolean hasStepOf(AgentOptions others) {
        return !options.get(Option.STEP).isEmpty() && options.text(Option.STEP).equals(others.text(Option.STEP));
    }

    /** Describes what it does, on one line. */
    @Override
    public synchronized String toString() {
        return (options.get(Option.ON_DEMAND)
                        ? "counts steps, records on request"
                        : "profiling, " + plan() + "; files in "
                                + options.get(Option.DIR).toAbsolutePath())
                + "; weaves " + weavings + (server == null ? "" : "; captures on " + server.address());
    }

    private String plan() {
        if (!options.hasHistory() && !options.hasCycles()) {
            return Schedule.auto().toString();
        }
        Stream<Option<?>> told = options.hasHistory()
                ? Stream.of(Option.HISTORY, Option.ON_SLOW_STEP, Option.ON_NOT_FINITE)
                : Stream.of(Option.SKIP_FIRST, Option.WAIT, Option.WARMUP, Option.ACTIVE, Option.REPEAT);
        return told.map(option -> option.name() + "=" + options.text(option)).collect(Collectors.joining(" "));
    }

    @Override
    public void training(String origin) {
        if (isOrigin(origin)) {
            start();
        } else if (phases != null) {
            // A framework trains, whose phases have names.
            phases.end();
        }
    }

    @Override
    public void stepEnded(String origin) {
        if (isOrigin(origin)) {
            // A step that began before the profile does not count.
            boolean begun = profile != null;
            start();
            Profile running = profile;
            if (running == null || !begun) {
                return;
            }
            if (running.isRunning()) {
                running.step();
                if (phases != null) {
                    phases.stepEnded(running.currentAction() == ProfilerAction.NONE || options.hasHistory());
                }
            } else {
                takeUp(running);
            }
        }
    }

    /** Counts again after the program's own profile, which takes precedence, has ended. */
    private void takeUp(Profile counting) {
        if (options.get(Option.ON_DEMAND) && Profile.running().isEmpty()) {
            try {
                counting.start();
            } catch (IllegalStateException e) {
                // The program has started another profile meanwhile, or the agent is being detached.
            }
        }
    }

    /** Returns whether steps of this origin count: the origin that an option names, else the first to report. */
    private boolean isOrigin(String origin) {
        String known = stepOrigin.get();
        return known != null ? known.equals(origin) : stepOrigin.compareAndSet(null, origin);
    }

    private void start() {
        if (profile == null) {
            startOnce();
        }
    }

    private synchronized void startOnce() {
        if (started) {
            return;
        }
        started = true;
        search.end();
        try {
            ProfilerLog.adjust(options.get(Option.LOG));
            profile = AgentProfile.start(options, libraries, tally, notes, this::weaveOperations);
            AgentProfile.deaf(options).ifPresent(told -> console.say("no annotations for " + told));
        } catch (RuntimeException | Error e) {
            console.warn("cannot start profiling: " + (e.getMessage() == null ? e : e.getMessage())
                    + "; the program runs on unprofiled");
        }
    }

    private void weaveOperations() {
        Weaver known = weaver;
        if (known != null) {
            weavings.weaveOperations(known);
        }
    }

    /**
     * Shutdown hook: closes the profile, then prints the report. The server, which may still be sending a capture,
     * closes itself. Messages are printed on another thread, and after the profile is closed: the thread that ended the
     * program may hold the lock of standard error and never release it.
     */
    private void end() {
        boolean closed = within(
                Duration.ofSeconds(options.get(Option.CLOSE_TIMEOUT)).plus(GRACE),
                "step-profiler-agent-close",
                this::close);
        within(
                LAST_WORDS,
                "step-profiler-agent-report",
                closed
                        ? this::report
                        : () -> console.warn(
                                "gave up on the last window: the profile did not close within closeTimeout = "
                                        + options.get(Option.CLOSE_TIMEOUT)));
    }

    /** Runs a task on a daemon thread; returns whether it ended in time. */
    private static boolean within(Duration most, String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
        try {
            thread.join(most.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive();
    }

    /**
     * Detaches the agent: closes the profile, with its files, and the server, and restores the code of woven classes.
     * Prints a warning for each class that cannot be restored.
     */
    void detach() {
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            console.warn("the program is about to end");
            return;
        }
        WovenSteps.listener(StepListener.NONE);
        if (phases != null) {
            phases.end();
        }
        Weaver known = weaver;
        int restored = known == null ? 0 : known.remove();
        closeServer();
        end();
        WovenMethods.choose("");
        console.say("detached: " + Amount.count(restored, "class has its", "classes have their")
                + " own code again; a method that is running stays in woven code, which does nothing, until it"
                + " returns; the agent's own classes stay until the program ends");
    }

    /** Closes the profile. Its own deadline is for its handlers; the one of {@link #end} is for everything. */
    private void close() {
        WovenSteps.listener(StepListener.NONE);
        Profile running;
        synchronized (this) {
            trained = started;
            started = true;
            running = profile;
        }
        if (running != null) {
            steps = running.stepNumber();
            running.close();
        }
    }

    private synchronized void closeServer() {
        AgentServer open = server;
        server = null;
        if (open != null) {
            open.close();
        }
    }

    private void report() {
        List<String> unmatched = weavings.all().stream()
                .flatMap(weaving -> weaving.unmatched().stream())
                .map(libraries::withNearest)
                .toList();
        if (!unmatched.isEmpty()) {
            console.warn("found no method of the program for " + String.join(", ", unmatched));
        }
        if (!options.stepAnnotation().isEmpty() && WovenMethods.chosen().isEmpty()) {
            console.warn("found no method of the program with @" + options.stepAnnotation());
        }
        if (!trained) {
            console.say("saw no training step and wrote nothing; wove " + wovenText()
                    + "; name the method that is a step with step=class.method"
                    + (search.toString().isEmpty() ? "" : ": " + search));
        }
        Profile closed = profile;
        if (closed != null) {
            console.say(
                    options.get(Option.ON_DEMAND)
                            ? Amount.count(steps, "step") + "; wove " + wovenText()
                            : Amount.count(steps, "step") + ", " + tally + " in "
                                    + options.get(Option.DIR).toAbsolutePath()
                                    + closed.ledgerFile()
                                            .map(file -> ", all steps in " + file.getFileName())
                                            .orElse("")
                                    + (options.hasHistory() && tally.isEmpty()
                                            ? "; there was no reason to write the history"
                                            : "")
                                    + "; wove " + wovenText() + tally.layer()
                                    + tally.notWritten());
            FailureLines.of(closed).forEach(console::warn);
            tally.report().ifPresent(report -> console.say("report " + report));
        }
    }

    private String wovenText() {
        Weaver known = weaver;
        String text = known == null
                ? ""
                : known.statuses().stream()
                        .filter(status -> status.woven() + status.failed() > 0)
                        .map(WeavingStatus::toString)
                        .collect(Collectors.joining(", "));
        return text.isEmpty() ? "nothing" : text;
    }
}
