package io.stepprofiler;

import io.stepprofiler.schedule.ProfilerAction;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.schedule.Warmth;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** A schedule that answers by a list, again and again, right or wrong. */
final class ScriptedSchedule implements Schedule {
    /** Answer for a step. */
    enum Answer {
        IDLE(ProfilerAction.NONE),
        WARM_UP(ProfilerAction.WARMUP),
        RECORD(ProfilerAction.RECORD),
        SAVE(ProfilerAction.RECORD_AND_SAVE),
        NOT_ALLOWED(ProfilerAction.DEVICE_STOPPED),
        NULL(null),
        FAILURE(null);

        final @Nullable ProfilerAction action;

        Answer(@Nullable ProfilerAction action) {
            this.action = action;
        }

        boolean isWrong() {
            return this == NOT_ALLOWED || this == NULL || this == FAILURE;
        }
    }

    private final List<Answer> cycle;
    private final int before;
    private final int cycles;

    /** Windows are cold until this step has ended. */
    final long coldUntil;

    private long lastEnded = -1;

    private ScriptedSchedule(List<Answer> cycle, int before, int cycles, long coldUntil) {
        this.cycle = cycle;
        this.before = before;
        this.cycles = cycles;
        this.coldUntil = coldUntil;
    }

    static ScriptedSchedule random(Random random) {
        List<Answer> cycle = new ArrayList<>();
        if (random.nextInt(10) < 6) {
            add(cycle, random.nextInt(7), Answer.IDLE);
            add(cycle, random.nextInt(3), Answer.WARM_UP);
            add(cycle, random.nextInt(4), Answer.RECORD);
            cycle.add(Answer.SAVE);
        } else {
            Answer[] answers = Answer.values();
            int usual = 4;
            for (int i = random.nextInt(8); i >= 0; i--) {
                cycle.add(answers[random.nextInt(random.nextInt(4) == 0 ? answers.length : usual)]);
            }
            add(cycle, random.nextInt(6), Answer.IDLE);
        }
        return new ScriptedSchedule(
                cycle, random.nextInt(4), random.nextInt(4), random.nextInt(5) == 0 ? random.nextInt(20) : 0);
    }

    private static void add(List<Answer> cycle, int count, Answer answer) {
        for (int i = 0; i < count; i++) {
            cycle.add(answer);
        }
    }

    Answer answer(long step) {
        long inCycles = step - before;
        return inCycles < 0 || (cycles > 0 && inCycles >= (long) cycles * cycle.size())
                ? Answer.IDLE
                : cycle.get((int) (inCycles % cycle.size()));
    }

    /** Number of steps from the given one on after which the answers only repeat. */
    long repeatsAfter() {
        return before + (long) (cycles + 2) * cycle.size();
    }

    @Override
    @SuppressWarnings("NullAway") // The wrong answer is the purpose.
    public ProfilerAction action(long step) {
        Answer answer = answer(step);
        if (answer == Answer.FAILURE) {
            throw new IllegalStateException("no answer for step " + step);
        }
        return answer.action;
    }

    @Override
    public void stepEnded(long step) {
        lastEnded = step;
    }

    @Override
    public Warmth warmth() {
        return lastEnded < coldUntil ? Warmth.COLD : Warmth.WARM;
    }

    @Override
    public String toString() {
        return before + " idle, then " + cycle + " x " + cycles + ", cold until " + coldUntil;
    }
}
