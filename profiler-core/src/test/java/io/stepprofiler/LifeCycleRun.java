package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.FaultySource.Call;
import io.stepprofiler.FaultySource.Faults;
import io.stepprofiler.ProfileModel.Act;
import io.stepprofiler.ProfileModel.Kinds;
import io.stepprofiler.ProfileModel.Refused;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.recording.Recorder;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.source.Activity;
import io.stepprofiler.source.ActivityType;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceHandler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One random sequence of calls on a profile, and the same on its model. */
final class LifeCycleRun {
    private static final String WORK = "work";
    private static final String TRAIN = "train";
    private static final int MOST_CALLS = 60;
    private static final int RARELY = 30;

    private final Random random;
    private final Kinds kind;
    private final ScriptedSchedule script;
    private final List<Faults> faults = List.of(new Faults(), new Faults());
    private final Faults captureFaults = new Faults();
    private final List<FaultySource> sources =
            List.of(new FaultySource(Activity.JVM, faults.get(0)), new FaultySource(Activity.CUDA, faults.get(1)));
    private final List<String> delivered = new CopyOnWriteArrayList<>();
    private final List<String> calls = new ArrayList<>();
    private final ProfileModel model;
    private final Profile profile;
    private Act act = Act.NOTHING;
    private Act startAct = Act.NOTHING;
    private boolean closeThrows;
    private int closes;
    private long scopeSteps;
    private @Nullable StepCapture capture;
    private @Nullable FaultySource captureSource;
    private @Nullable CaptureModel captureModel;

    LifeCycleRun(long seed) {
        random = new Random(seed);
        Kinds[] kinds = Kinds.values();
        kind = random.nextInt(10) < 6 ? Kinds.SCRIPTED : kinds[random.nextInt(kinds.length)];
        script = ScriptedSchedule.random(random);
        model = new ProfileModel(kind, script, isHistory() ? List.of() : faults);
        ProfileBuilder builder = Profile.builder()
                .name("model")
                .synchronousDelivery(!isHistory())
                .onTraceReady(new Handler());
        if (!isHistory()) {
            sources.forEach(builder::source);
        }
        switch (kind) {
            case HISTORY -> builder.history(History.ofSteps(ProfileModel.KEPT));
            case SCRIPTED -> builder.schedule(script);
            case ALWAYS -> builder.schedule(Schedule.always());
            case NEVER -> builder.schedule(Schedule.never());
            case UNSCHEDULED -> {}
        }
        profile = builder.build();
    }

    /** A history is delivered in the background, and has other sources. */
    private boolean isHistory() {
        return kind == Kinds.HISTORY;
    }

    private final class Handler implements TraceHandler {
        @Override
        public void onStart(RecordingOptions options) {
            Act next = startAct;
            startAct = Act.NOTHING;
            act(next);
        }

        @Override
        public void onTraceReady(Trace trace) {
            delivered.add(describe(trace));
            Act next = act;
            act = Act.NOTHING;
            act(next);
        }

        private void act(Act next) {
            switch (next) {
                case NOTHING -> {}
                case THROW -> throw new IllegalStateException("handler");
                case STOP -> profile.stop();
                case CLOSE -> profile.close();
                case STEP -> profile.step();
                case START -> profile.start();
                case PAUSE -> profile.pause();
            }
        }

        @Override
        public void onClose() {
            closes++;
            if (closeThrows) {
                throw new IllegalStateException("close");
            }
        }
    }

    private static String describe(Trace trace) {
        List<String> steps = new ArrayList<>();
        for (StepMark step : trace.steps()) {
            steps.add(step.number() + (step.unfinished() ? "?" : ""));
        }
        long events = trace.events().stream()
                .filter(event -> event.name().equals(WORK) || event.name().equals(TRAIN))
                .count();
        return steps + " " + events + (trace.isPartial() ? " partial" : "");
    }

    /** Makes the calls, and compares after each. */
    void run() {
        try {
            for (int i = random.nextInt(MOST_CALLS); i >= 0; i--) {
                call();
                compare();
            }
            end();
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError(
                    kind + ", " + script + ":\n" + String.join("\n", calls) + "\n" + e.getMessage(), e);
        }
    }

    private void call() {
        int drawn = random.nextInt(100);
        if (drawn < 40) {
            step();
        } else if (drawn < 52) {
            work();
        } else if (drawn < 58) {
            scopeStep();
        } else if (drawn < 65) {
            start();
        } else if (drawn < 68) {
            note("stop");
            profile.stop();
            model.stop();
        } else if (drawn < 69) {
            close();
        } else if (drawn < 75) {
            boolean pauses = random.nextBoolean();
            note(pauses ? "pause" : "resume");
            if (pauses) {
                profile.pause();
            } else {
                profile.resume();
            }
            model.pause(pauses);
        } else if (drawn < 79) {
            toggle();
        } else if (drawn < 88) {
            capture();
        } else if (drawn < 90) {
            endCapture();
        } else if (drawn < 91) {
            snapshot();
        } else if (drawn < 92) {
            startOther();
        } else {
            changeFaults();
        }
    }

    private void note(String call) {
        calls.add(call);
    }

    private void step() {
        note("step");
        profile.step();
        model.step();
    }

    private void work() {
        note(WORK);
        Scope.open(WORK).close();
        event();
    }

    private void event() {
        model.event();
        if (model.capture != null) {
            model.capture.event();
        }
    }

    private void scopeStep() {
        scopeSteps += 1 + random.nextInt(2);
        note("scope of step " + scopeSteps);
        StepScope.open(TRAIN, scopeSteps).close();
        boolean counts = !model.marksSteps();
        CaptureModel hearing = counts ? model.capture : null;
        if (hearing != null) {
            hearing.stepBegan(false, scopeSteps);
        }
        WindowModel marked = model.takesScopes() ? model.window : null;
        if (marked != null) {
            marked.stepBegan(scopeSteps);
        }
        event();
        if (marked != null) {
            marked.stepEnded();
        }
        if (counts && model.capture != null) {
            model.capture.stepEnded();
        }
    }

    private void start() {
        note("start");
        boolean refused = false;
        try {
            profile.start();
        } catch (RuntimeException e) {
            refused = true;
        }
        boolean expected = false;
        try {
            model.start();
        } catch (Refused e) {
            expected = true;
        }
        assertThat(refused).as("start refused").isEqualTo(expected);
    }

    private void close() {
        note("close");
        profile.close();
        model.close();
    }

    private void toggle() {
        boolean enable = random.nextBoolean();
        Set<ActivityType> types = EnumSet.noneOf(ActivityType.class);
        Set<String> what = new HashSet<>();
        if (random.nextBoolean()) {
            types.add(ActivityType.SCOPE);
            what.add("scopes");
        }
        if (random.nextBoolean()) {
            types.add(ActivityType.JVM_SOURCE);
            what.add("source 0");
        }
        if (random.nextBoolean()) {
            types.add(ActivityType.CUDA_SOURCE);
            what.add("source 1");
        }
        boolean known = random.nextInt(5) > 0;
        boolean haveSources = !isHistory() || !types.contains(ActivityType.CUDA_SOURCE);
        if (!known) {
            types.add(ActivityType.MEMORY);
            what.add("memory");
        }
        note((enable ? "on " : "off ") + types);
        profile.toggleTypes(enable, types);
        model.toggle(enable, what, known && haveSources);
    }

    private void capture() {
        CaptureModel.Request request = new CaptureModel.Request(
                1 + random.nextInt(3),
                random.nextInt(3),
                random.nextInt(3) == 0 ? random.nextInt(20) : -1,
                random.nextInt(4) == 0);
        CaptureModel other = model.capture;
        CaptureModel begun = null;
        try {
            if (other == null || other.yieldsTo(request)) {
                begun = new CaptureModel(request, model, captureFaults);
            }
        } catch (Refused e) {
            if (random.nextInt(RARELY) > 0) {
                return; // Looking for idle steps takes long.
            }
        }
        note("capture " + request);
        FaultySource source = new FaultySource(Activity.JVM, captureFaults);
        StepCapture real = null;
        try {
            real = Captures.begin(request.real(source));
        } catch (CaptureBusyException e) {
            // No room.
        }
        assertThat(real != null).as("capture begun").isEqualTo(begun != null);
        if (begun != null) {
            if (other != null && capture != null && captureSource != null) {
                other.cancel();
                captureTrace(capture);
                assertThat(capture.state()).isEqualTo(StepCapture.State.CANCELLED);
                assertThat(captureSource.running.get()).isZero();
            }
            capture = real;
            captureSource = source;
            captureModel = begun;
            model.capture = begun;
        }
    }

    private void endCapture() {
        if (capture == null || captureModel == null || captureModel.isOver()) {
            return;
        }
        if (random.nextBoolean()) {
            note("end capture");
            capture.end("asked");
            captureModel.endEarly();
        } else {
            note("cancel capture");
            capture.cancel();
            captureModel.cancel();
        }
    }

    private void snapshot() {
        note("snapshot");
        profile.snapshot("asked");
        model.snapshot();
    }

    private void startOther() {
        if (model.isHost) {
            note("start another");
            Profile other = Profile.builder().schedule(Schedule.never()).build();
            boolean refused = false;
            try {
                other.start();
            } catch (IllegalStateException e) {
                refused = true;
            }
            assertThat(refused).isTrue();
        }
    }

    private void changeFaults() {
        int drawn = random.nextInt(10);
        Act[] acts = isHistory() ? new Act[] {Act.NOTHING, Act.THROW} : Act.values();
        if (drawn == 0) {
            startAct = acts[random.nextInt(acts.length)];
            model.startAct = startAct;
            note("handler will, at a start, " + startAct);
        } else if (drawn == 1) {
            closeThrows = !closeThrows;
            model.closeThrows = closeThrows;
            note("close throws: " + closeThrows);
        } else if (drawn < 5) {
            act = acts[random.nextInt(acts.length)];
            model.act = act;
            note("handler will " + act);
        } else {
            Faults changed = drawn < 7 ? captureFaults : faults.get(random.nextInt(2));
            Call[] all = Call.values();
            Call call = all[random.nextInt(all.length)];
            if (random.nextInt(4) == 0) {
                changed.hasStopped = !changed.hasStopped;
            } else if (!changed.failing.remove(call)) {
                changed.failing.add(call);
            }
            note("faults " + faults + ", of capture " + captureFaults);
        }
    }

    private void end() {
        if (capture != null && captureModel != null && !captureModel.isOver()) {
            note("cancel capture at the end");
            capture.cancel();
            captureModel.cancel();
        }
        close();
        compare();
        assertThat(observed()).contains("host: false, guest: false, turn: false, window: false");
    }

    private void compare() {
        String expected = expected();
        if (captureModel != null && captureModel.isOver() && capture != null) {
            captureTrace(capture); // Its own thread ends it.
        }
        if (isHistory()) {
            profile.awaitDelivery(Duration.ofSeconds(20));
        }
        assertThat(observed()).isEqualTo(expected);
    }

    private String expected() {
        CaptureModel present = model.capture;
        CaptureModel last = captureModel;
        return lines(
                model.step + " " + model.action + (model.isRunning ? " running" : "")
                        + (model.isPaused ? " paused" : ""),
                model.failures.toString(),
                model.delivered.toString(),
                "host: " + model.isHost + ", guest: " + (present != null) + ", turn: " + model.hasTurn + ", window: "
                        + (model.window != null || (present != null && present.window != null)),
                model.sources.stream()
                                .map(each -> (each.runs ? 1 : 0) + " " + each.collected)
                                .toList() + " closes: " + model.closes,
                last == null
                        ? ""
                        : "capture: " + last.state + " " + last.done + " " + last.trace + " " + last.failures + " "
                                + (last.source.runs ? 1 : 0) + " " + last.source.collected);
    }

    private String observed() {
        Map<ProfileFailure.Kind, Long> failures = new EnumMap<>(ProfileFailure.Kind.class);
        for (ProfileFailure.Kind each : ProfileFailure.Kind.values()) {
            if (profile.failureCount(each) > 0) {
                failures.put(each, profile.failureCount(each));
            }
        }
        StepCapture last = capture;
        FaultySource source = captureSource;
        return lines(
                profile.stepNumber() + " " + profile.currentAction() + (profile.isRunning() ? " running" : "")
                        + (profile.isPaused() ? " paused" : ""),
                failures.toString(),
                delivered.toString(),
                "host: " + (ProcessState.host() != null) + ", guest: " + (ProcessState.guest() != null) + ", turn: "
                        + ProcessState.isProfilesTurn() + ", window: " + (Recorder.open() != null),
                sources.stream()
                                .limit(isHistory() ? 0 : sources.size())
                                .map(each -> each.running.get() + " " + each.collected.get())
                                .toList()
                        + " closes: " + closes,
                last == null || source == null
                        ? ""
                        : "capture: " + last.state() + " " + last.stepsDone() + " "
                                + (last.state() == StepCapture.State.DONE ? captureTrace(last) : "") + " "
                                + last.failures().size() + " " + source.running.get() + " " + source.collected.get());
    }

    private static String lines(String... lines) {
        return String.join("\n", lines);
    }

    private static String captureTrace(StepCapture capture) {
        try {
            return describe(capture.trace().orTimeout(20, TimeUnit.SECONDS).join());
        } catch (CompletionException e) {
            assertThat(e.getCause()).isInstanceOf(CaptureException.class);
            return "";
        }
    }

    static Optional<String> threadsLeft() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(Thread::isAlive)
                .map(Thread::getName)
                .filter(name -> name.startsWith("step-profiler"))
                .findAny();
    }
}
