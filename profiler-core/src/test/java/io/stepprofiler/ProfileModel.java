package io.stepprofiler;

import io.stepprofiler.FaultySource.Faults;
import io.stepprofiler.ProfileFailure.Kind;
import io.stepprofiler.ScriptedSchedule.Answer;
import io.stepprofiler.schedule.ProfilerAction;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Naive model of a profile with synchronous delivery: what it is doing, and what comes of it. */
final class ProfileModel {
    /** How the profile records. */
    enum Kinds {
        SCRIPTED,
        ALWAYS,
        NEVER,
        HISTORY,
        UNSCHEDULED
    }

    /** What a handler does with the next trace. */
    enum Act {
        NOTHING,
        THROW,
        STOP,
        CLOSE,
        STEP,
        START,
        PAUSE
    }

    /** Thrown where the profile throws. */
    static final class Refused extends Exception {
        private static final long serialVersionUID = 1;
    }

    /** Steps that a history keeps. */
    static final int KEPT = 2;

    private final Kinds kind;
    private final ScriptedSchedule script;
    final List<SourceModel> sources;
    final Map<Kind, Integer> failures = new EnumMap<>(Kind.class);
    final List<String> delivered = new ArrayList<>();
    Act act = Act.NOTHING;
    Act startAct = Act.NOTHING;
    boolean closeThrows;

    /** Capture under way, or null. */
    @Nullable
    CaptureModel capture;

    boolean isHost;
    boolean isRunning;
    boolean isPaused;
    boolean recordsScopes = true;
    boolean hasTurn;
    long step;
    ProfilerAction action = ProfilerAction.NONE;
    int closes;

    @Nullable
    WindowModel window;

    boolean warmsUp;
    private boolean isStarted;
    private boolean isClosed;
    private boolean closeIsDue;
    private boolean isBusy;
    private boolean stopsAfterwards;
    private boolean hasRecorded;
    private boolean marksSteps;
    private boolean isMarked;
    private boolean leavesOut;
    private ProfilerAction scheduled = ProfilerAction.NONE;
    private long lastEnded = -1;
    private @Nullable WindowModel ended;
    private @Nullable WindowModel held;

    ProfileModel(Kinds kind, ScriptedSchedule script, List<Faults> sources) {
        this.kind = kind;
        this.script = script;
        this.sources = sources.stream()
                .map(faults -> new SourceModel(faults, () -> fail(Kind.SOURCE_FAILED)))
                .toList();
    }

    void fail(Kind failed) {
        failures.merge(failed, 1, Integer::sum);
    }

    boolean hasCycles() {
        return kind == Kinds.SCRIPTED || kind == Kinds.NEVER;
    }

    /** True if scopes of steps are no steps of the process, since the profile counts them. */
    boolean marksSteps() {
        return marksSteps;
    }

    boolean takesScopes() {
        return kind == Kinds.UNSCHEDULED;
    }

    boolean recordsScopesNow() {
        return recordsScopes && (hasCycles() || !isPaused);
    }

    // What callers do

    void start() throws Refused {
        if (isClosed || isHost) {
            throw new Refused();
        }
        isHost = true;
        isBusy = true;
        boolean entered = false;
        takeTurn();
        try {
            Act next = startAct;
            startAct = Act.NOTHING;
            act(next);
            marksSteps = hasCycles();
            enter();
            isStarted = true;
            closeIsDue = true;
            entered = true;
        } finally {
            isBusy = false;
            boolean stops = stopsAfterwards;
            stopsAfterwards = false;
            if (!entered || stops) {
                end();
            }
        }
    }

    private void enter() throws Refused {
        ProfilerAction first = answer(step);
        scheduled = first;
        leavesOut = first != ProfilerAction.NONE && isPaused && hasCycles();
        isRunning = true;
        go(ProfilerAction.NONE, leavesOut ? ProfilerAction.NONE : first);
    }

    void step() {
        if (!isRunning || isBusy) {
            fail(Kind.STEP_IGNORED);
            return;
        }
        isBusy = true;
        boolean hears = marksSteps;
        marksSteps = true;
        if (hears && capture != null) {
            capture.stepEnded();
        }
        CaptureModel hearing = capture;
        endStep();
        if (hearing != null) {
            hearing.stepBegan(true, step);
        }
        isBusy = false;
        if (stopsAfterwards) {
            stopsAfterwards = false;
            end();
        }
    }

    void stop() {
        if (isBusy) {
            stopsAfterwards = true;
        } else if (isRunning) {
            end();
        }
    }

    void close() {
        stop();
        if ((isStarted || isBusy) && !isClosed && !hasRecorded && kind == Kinds.SCRIPTED) {
            fail(Kind.NO_WINDOW);
        }
        isClosed = true;
        if (closeIsDue) {
            closeIsDue = false;
            closes++;
            if (closeThrows) {
                fail(Kind.HANDLER_FAILED);
            }
        }
    }

    void pause(boolean pauses) {
        boolean changes = isPaused != pauses;
        isPaused = pauses;
        if (changes && !hasCycles()) {
            match();
        }
    }

    void snapshot() {
        if (kind == Kinds.HISTORY && window != null) {
            window.snapshot();
            deliver(window, false);
        } else {
            fail(Kind.SNAPSHOT_IGNORED);
        }
    }

    void toggle(boolean enable, Set<String> what, boolean known) {
        if (!known) {
            fail(Kind.TOGGLE_IGNORED);
        }
        if (what.isEmpty()) {
            return;
        }
        recordsScopes = what.contains("scopes") ? enable : recordsScopes;
        for (int i = 0; i < sources.size(); i++) {
            wanted.set(i, what.contains("source " + i) ? enable : wanted.get(i));
        }
        match();
    }

    private final List<Boolean> wanted = new ArrayList<>(List.of(true, true));

    private void match() {
        for (int i = 0; i < sources.size(); i++) {
            sources.get(i).isOn = wanted.get(i) && (hasCycles() || !isPaused);
        }
        if (window != null && !warmsUp) {
            // The sources that are to end do so first, the last begun one first.
            for (int i = sources.size() - 1; i >= 0; i--) {
                if (!sources.get(i).isOn) {
                    sources.get(i).match();
                }
            }
            sources.forEach(SourceModel::match);
        }
    }

    /** A scope on the thread of the training. */
    void event() {
        if (window != null && recordsScopesNow()) {
            window.event();
        }
    }

    // Schedule

    private ProfilerAction answer(long number) throws Refused {
        if (kind != Kinds.SCRIPTED) {
            return kind == Kinds.NEVER ? ProfilerAction.NONE : ProfilerAction.RECORD;
        }
        Answer answer = script.answer(number);
        if (answer.isWrong() || answer.action == null) {
            throw new Refused();
        }
        return answer.action;
    }

    boolean isIdle(long number) {
        return kind == Kinds.NEVER || (kind == Kinds.SCRIPTED && script.answer(number) == Answer.IDLE);
    }

    boolean failsFor(long number) {
        return kind == Kinds.SCRIPTED && script.answer(number) == Answer.FAILURE;
    }

    /** The first steps of the schedule, after which no further gap is found; -1 if a capture may use all steps. */
    long looksAhead() {
        return isPaused && action == ProfilerAction.NONE ? -1 : script.repeatsAfter();
    }

    // Steps

    private void endStep() {
        if (isMarked && window != null) {
            window.stepEnded();
            hasRecorded = true;
        }
        isMarked = false;
        lastEnded = step;
        ProfilerAction next = ProfilerAction.NONE;
        boolean fails = false;
        try {
            next = answer(step + 1);
        } catch (Refused e) {
            fails = true;
        }
        boolean begins = next != ProfilerAction.NONE
                && (scheduled == ProfilerAction.NONE || scheduled == ProfilerAction.RECORD_AND_SAVE);
        if (begins || next == ProfilerAction.NONE) {
            leavesOut = begins && isPaused && hasCycles();
        }
        scheduled = next;
        if (leavesOut) {
            next = ProfilerAction.NONE;
        } else if (!begins && next != ProfilerAction.NONE && hasDeviceStopped()) {
            next = ProfilerAction.DEVICE_STOPPED;
        }
        step++;
        if (fails) {
            fail(Kind.SCHEDULE_FAILED);
        }
        go(action, next);
    }

    private boolean hasDeviceStopped() {
        boolean stopped = action == ProfilerAction.DEVICE_STOPPED;
        if (!stopped && action != ProfilerAction.NONE) {
            for (SourceModel source : sources) {
                stopped |= source.hasStopped();
            }
        }
        return stopped;
    }

    private void go(ProfilerAction from, ProfilerAction to) {
        action = to;
        boolean wasRecorded = from.isRecording();
        boolean isRecorded = to.isRecording();
        boolean saves = from == ProfilerAction.RECORD_AND_SAVE;
        if (wasRecorded && !saves && !isRecorded && to != ProfilerAction.DEVICE_STOPPED) {
            fail(Kind.SCHEDULE_FAILED);
        }
        if (from == ProfilerAction.WARMUP && to == ProfilerAction.NONE) {
            fail(Kind.SCHEDULE_FAILED);
            begin();
            finish();
        }
        if (wasRecorded && (saves || !isRecorded)) {
            finish();
            if (saves || to == ProfilerAction.DEVICE_STOPPED) {
                publish(to == ProfilerAction.DEVICE_STOPPED);
            }
        }
        boolean wasReady = wasRecorded || from == ProfilerAction.WARMUP;
        if ((!wasReady || saves) && (isRecorded || to == ProfilerAction.WARMUP)) {
            prepare();
        }
        if (isRecorded && (!wasRecorded || saves)) {
            begin();
        }
        if (isRecorded && kind != Kinds.UNSCHEDULED && window != null) {
            isMarked = true;
            window.stepBegan(step);
            sources.forEach(SourceModel::stepBegan);
        }
    }

    private void end() {
        ProfilerAction from = action;
        boolean wasRunning = isRunning;
        isRunning = false;
        action = ProfilerAction.NONE;
        isMarked = false;
        if (wasRunning && from == ProfilerAction.WARMUP) {
            begin();
            finish();
        } else if (wasRunning && from.isRecording()) {
            finish();
            publish(hasCycles());
        }
        WindowModel kept = held;
        held = null;
        if (kept != null) {
            deliver(kept, false);
        }
        discard();
        marksSteps = false;
        if (capture != null) {
            capture.hostEnded();
        }
        isHost = false;
    }

    // Windows

    private void takeTurn() {
        if (capture != null) {
            capture.makeWay();
        }
    }

    private void prepare() {
        discard();
        hasTurn = true;
        takeTurn();
        warmsUp = true;
        window = new WindowModel();
        sources.forEach(SourceModel::prepare);
    }

    private void begin() {
        discard();
        hasTurn = true;
        takeTurn();
        warmsUp = false;
        window = new WindowModel();
        sources.forEach(SourceModel::begin);
    }

    private void finish() {
        WindowModel last = window;
        window = null;
        warmsUp = false;
        for (int i = sources.size() - 1; i >= 0; i--) {
            sources.get(i).stop();
        }
        if (last != null) {
            last.recordings = sources.stream().map(SourceModel::take).toList();
        }
        ended = last;
        hasTurn = false;
    }

    private void discard() {
        if (ended != null && ended.hasAnyMark()) {
            fail(Kind.WINDOW_DISCARDED);
        }
        ended = null;
    }

    private void publish(boolean partial) {
        WindowModel last = ended;
        ended = null;
        if (last == null) {
            return;
        }
        if (kind == Kinds.HISTORY) {
            if (last.hasMore()) {
                deliver(last, true);
            }
            return;
        }
        if (kind == Kinds.SCRIPTED && lastEnded < script.coldUntil && !partial) {
            held = last;
            return;
        }
        if (last.hasStep()) {
            held = null;
        }
        deliver(last, partial);
    }

    private void deliver(WindowModel last, boolean partial) {
        for (int i = 0; i < sources.size(); i++) {
            sources.get(i).collect(last.recordings.get(i));
        }
        if (hasCycles() && partial && last.isEmpty()) {
            return;
        }
        delivered.add(kind == Kinds.HISTORY ? last.trace(partial, KEPT) : last.trace(partial));
        Act next = act;
        act = Act.NOTHING;
        try {
            act(next);
        } catch (Refused e) {
            fail(Kind.HANDLER_FAILED);
        }
    }

    private void act(Act next) throws Refused {
        switch (next) {
            case NOTHING -> {}
            case THROW -> throw new Refused();
            case STOP -> stop();
            case CLOSE -> close();
            case STEP -> step();
            case START -> start();
            case PAUSE -> pause(true);
        }
    }
}
