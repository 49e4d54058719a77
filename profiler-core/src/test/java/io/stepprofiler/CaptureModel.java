package io.stepprofiler;

import io.stepprofiler.FaultySource.Faults;
import io.stepprofiler.ProfileModel.Refused;
import io.stepprofiler.StepCapture.State;
import org.jspecify.annotations.Nullable;

/** Naive model of a capture of steps beside a profile. */
final class CaptureModel {
    /** What is asked for; {@code from} is -1 for the next step. */
    record Request(int steps, int warmup, long from, boolean yields) {
        CaptureRequest real(FaultySource source) {
            CaptureRequest request =
                    CaptureRequest.ofSteps(steps).warmup(warmup).configure(builder -> builder.source(source));
            CaptureRequest placed = from < 0 ? request : request.from(from);
            return yields ? placed.yielding() : placed;
        }
    }

    private static final long UNKNOWN = -1;

    private final Request request;
    private final ProfileModel profile;
    final SourceModel source;
    State state = State.WAITING;
    String trace = "";
    long done;
    int failures;

    @Nullable
    WindowModel window;

    private boolean besideProfile;
    private long prepareAt;
    private long first;
    private int warmed;
    private boolean inStep;

    CaptureModel(Request request, ProfileModel profile, Faults faults) throws Refused {
        this.request = request;
        this.profile = profile;
        source = new SourceModel(faults, () -> failures++);
        if (profile.isHost) {
            plan(true, profile.step + 1);
        } else {
            planWithoutProfile();
        }
    }

    private void planWithoutProfile() {
        besideProfile = false;
        first = request.from;
    }

    private void plan(boolean byProfile, long next) throws Refused {
        if (!byProfile) {
            planWithoutProfile();
            first = first < next ? UNKNOWN : first;
            return;
        }
        boolean isChosen = request.from >= next;
        long warmup = isChosen ? Math.min(request.warmup, request.from - next) : request.warmup;
        prepareAt = gap(isChosen ? request.from - warmup : next, warmup + request.steps);
        first = prepareAt + warmup;
        besideProfile = true;
    }

    /** Looks for idle steps, and an idle one before them. */
    private long gap(long from, long steps) throws Refused {
        if (!profile.hasCycles()) {
            throw new Refused();
        }
        long ahead = profile.looksAhead();
        if (ahead < 0) {
            return from;
        }
        for (long begin = from; begin <= Math.max(from, ahead) + ahead; begin++) {
            boolean isFree = true;
            for (long number = begin - 1; number < begin + steps; number++) {
                if (profile.failsFor(number)) {
                    throw new Refused();
                }
                isFree &= profile.isIdle(number);
            }
            if (isFree) {
                return begin;
            }
        }
        throw new Refused();
    }

    void stepBegan(boolean byProfile, long step) {
        try {
            if (state == State.WAITING && isDue(byProfile, step)) {
                state = State.WARMING_UP;
                warmed = 0;
                window = new WindowModel();
                source.prepare();
            }
        } catch (Refused e) {
            end(State.FAILED);
            return;
        }
        if (state == State.WARMING_UP) {
            if ((first != UNKNOWN && step >= first) || warmed >= request.warmup) {
                state = State.RECORDING;
                window = new WindowModel();
                source.begin();
            } else {
                warmed++;
            }
        }
        if (state == State.RECORDING && window != null) {
            inStep = true;
            window.stepBegan(step);
            source.stepBegan();
        }
    }

    private boolean isDue(boolean byProfile, long step) throws Refused {
        if (profile.hasTurn) {
            if (!profile.hasCycles()) {
                throw new Refused();
            }
            return false;
        }
        boolean isMissed = besideProfile ? step > prepareAt : first != UNKNOWN && step > first;
        if (byProfile != besideProfile || isMissed) {
            plan(byProfile, step);
        }
        return besideProfile ? step == prepareAt : first == UNKNOWN || step >= first - request.warmup;
    }

    void stepEnded() {
        if (state == State.RECORDING && inStep && window != null) {
            inStep = false;
            window.stepEnded();
            done++;
            if (done == request.steps) {
                deliver(false);
            }
        }
    }

    private void deliver(boolean partial) {
        WindowModel last = window;
        source.stop();
        source.collect(source.take());
        trace = last == null ? "" : last.trace(partial);
        over(State.DONE);
    }

    private void end(State last) {
        if (state == State.RECORDING) {
            source.stop();
        }
        over(last);
    }

    private void over(State last) {
        state = last;
        window = null;
        profile.capture = null;
    }

    void makeWay() {
        if (state == State.WARMING_UP) {
            state = State.WAITING;
            window = null;
            planWithoutProfile();
        } else if (state == State.RECORDING) {
            deliver(true);
        }
    }

    void hostEnded() {
        if (besideProfile) {
            endEarly();
        }
    }

    void endEarly() {
        if (state == State.RECORDING) {
            deliver(true);
        } else {
            end(State.FAILED);
        }
    }

    void cancel() {
        end(State.CANCELLED);
    }

    void event() {
        if (window != null) {
            window.event();
        }
    }

    boolean yieldsTo(Request other) {
        return request.yields && !other.yields;
    }

    boolean isOver() {
        return state == State.DONE || state == State.FAILED || state == State.CANCELLED;
    }
}
