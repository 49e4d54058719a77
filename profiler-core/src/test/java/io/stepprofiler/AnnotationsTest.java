package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepprofiler.event.Collective;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.recording.AsyncWork;
import io.stepprofiler.recording.Limits;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.source.Activity;
import io.stepprofiler.source.AnnotationMirror;
import io.stepprofiler.trace.Trace;
import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

@SuppressWarnings("try") // Scope variables are there to be closed.
class AnnotationsTest {
    private static final Label FORWARD = Label.of("forward");
    private final ListedMirror mirror = new ListedMirror();

    private Profile start(Schedule schedule) {
        return Profile.builder()
                .schedule(schedule)
                .annotate(mirror)
                .synchronousDelivery(true)
                .start();
    }

    @Test
    void scopes_inAndBetweenWindows_areMirroredInEveryStep() {
        Schedule schedule =
                Schedule.builder().wait(1).warmup(1).active(1).repeat(1).build();
        try (Profile profile = start(schedule)) {
            for (int step = 0; step < 4; step++) {
                try (Scope ignored = Scope.open("step " + step)) {
                    Scope.end(Scope.begin(FORWARD));
                }
                profile.step();
            }
        }
        List<String> expected = new ArrayList<>();
        for (int step = 0; step < 4; step++) {
            expected.addAll(List.of(
                    "start ProfilerStep#" + step,
                    "push step " + step,
                    "push forward",
                    "pop forward",
                    "pop step " + step,
                    "end ProfilerStep#" + step));
        }
        expected.addAll(List.of("start ProfilerStep#4", "end ProfilerStep#4"));
        assertThat(mirror.calls).isEqualTo(expected);
    }

    @Test
    void window_withMirrors_hasTheSameTraceAsWithout() {
        Trace mirrored = Recorded.trace(builder -> builder.annotate(mirror), AnnotationsTest::ofAllKinds);
        Trace plain = Recorded.trace(AnnotationsTest::ofAllKinds);
        assertThat(Recorded.names(mirrored)).isEqualTo(Recorded.names(plain)).isNotEmpty();
        assertThat(mirrored.account()).isEqualTo(plain.account());
    }

    private static void ofAllKinds() {
        try (Scope outer = Scope.open("outer").arg("batch", 3)) {
            ModuleScope.open("layer.0").close();
            DataLoader.open("files").close();
            Communication.of("gloo", Collective.ALL_REDUCE)
                    .open(3, ElementType.FLOAT)
                    .close();
            ProfiledFunction.of("function").runnable(() -> {}).run();
            Scope.open(FORWARD, new OpDetails().scalar(3)).close();
            Scope.end(Scope.begin(FORWARD, new OpDetails()));
            Marker.of("epoch").mark();
            outer.arg("loss", 0.5);
        }
    }

    @Test
    void kinds_ofEverySort_areMirroredByName() {
        Recorded.trace(builder -> builder.annotate(mirror), AnnotationsTest::ofAllKinds);
        assertThat(mirror.calls)
                .containsExactly(
                        "push outer",
                        "push layer.0",
                        "pop layer.0",
                        "push enumerate(DataLoader)#files.__next__",
                        "pop enumerate(DataLoader)#files.__next__",
                        "push gloo:all_reduce",
                        "pop gloo:all_reduce",
                        "push function",
                        "pop function",
                        "push forward",
                        "pop forward",
                        "push forward",
                        "pop forward",
                        "mark epoch",
                        "pop outer");
    }

    @Test
    void kinds_betweenWindows_areMirroredAllTheSame() {
        try (Profile profile = start(Schedule.never())) {
            ofAllKinds();
            profile.step();
        }
        assertThat(mirror.calls).hasSize(15 + 4).contains("push layer.0", "push gloo:all_reduce", "mark epoch");
        assertThat(mirror.isBalanced()).isTrue();
    }

    @Test
    void scopes_whateverOrderTheyAreClosedIn_leaveNothingOpenAndEndNothingTwice() {
        for (long seed = 0; seed < 6; seed++) {
            Random random = new Random(seed);
            Schedule schedule = Schedule.builder()
                    .wait(random.nextInt(2))
                    .warmup(random.nextInt(2))
                    .active(1 + random.nextInt(2))
                    .build();
            Deque<Scope> open = new ArrayDeque<>();
            List<Long> tokens = new ArrayList<>();
            try (Profile profile = start(schedule)) {
                for (int i = 0; i < 60; i++) {
                    switch (random.nextInt(7)) {
                        case 0, 1 -> open.addFirst(Scope.open("scope " + i));
                        case 2 -> tokens.add(Scope.begin(FORWARD));
                        case 3 -> close(random.nextBoolean() ? open.pollFirst() : open.pollLast());
                        case 4 -> Scope.end(tokens.isEmpty() ? 0 : tokens.remove(random.nextInt(tokens.size())));
                        case 5 -> closeElsewhere(random.nextInt(4) == 0 ? open.pollFirst() : null);
                        default -> profile.step();
                    }
                }
                try (Scope last = Scope.open("last")) {
                    open.forEach(Scope::close);
                    tokens.forEach(Scope::end);
                }
                Scope.open("whose thread comes by").close();
            }
            assertThat(mirror.isBalanced())
                    .as("seed %s: %s", seed, mirror.calls)
                    .isTrue();
            mirror.calls.clear();
        }
    }

    private static void close(Scope scope) {
        if (scope != null) {
            scope.close();
            scope.close(); // The second time means nothing.
        }
    }

    private static void closeElsewhere(Scope scope) {
        if (scope == null) {
            return;
        }
        Thread other = new Thread(scope::close);
        other.start();
        try {
            other.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void ranges_openWhenTheProfileStops_endWithTheirScopes() {
        Scope scope;
        long token;
        try (Profile profile = start(Schedule.never())) {
            profile.step();
            scope = Scope.open("epoch");
            token = Scope.begin(FORWARD);
        }
        Scope.end(token);
        scope.close();
        Scope.open("after").close();
        assertThat(mirror.isBalanced()).isTrue();
        assertThat(mirror.calls).contains("pop forward", "pop epoch").doesNotContain("push after");
    }

    @Test
    void ranges_openInTwoProfiles_endInTheirOrder() {
        ListedMirror next = new ListedMirror();
        Scope first;
        try (Profile profile = start(Schedule.never())) {
            first = Scope.open("of the first");
            profile.step();
        }
        try (Profile profile =
                Profile.builder().schedule(Schedule.never()).annotate(next).start()) {
            Scope second = Scope.open("of the second");
            first.close();
            second.close();
            profile.step();
        }
        assertThat(mirror.isBalanced()).isTrue();
        assertThat(next.isBalanced()).isTrue();
    }

    @Test
    void names_nullEmptyAndLong_areMirroredAsTheyAreRecorded() {
        String longName = "x".repeat(Label.MAX_LENGTH + 1);
        try (Profile profile = start(Schedule.never())) {
            Scope.open((String) null).close();
            Scope.open("").close();
            Scope.open((Label) null).close();
            Scope.open(longName).close();
            profile.step();
        }
        assertThat(mirror.calls)
                .filteredOn(call -> call.startsWith("push"))
                .containsExactly(
                        "push (unnamed)",
                        "push (unnamed)",
                        "push (unnamed)",
                        "push " + "x".repeat(Label.MAX_LENGTH) + "…");
    }

    @Test
    void names_moreThanAWindowHasRoomFor_areMirroredNevertheless() {
        Recorded.trace(builder -> builder.annotate(mirror).limits(limits -> limits.withMaxEvents(1)), () -> {
            Scope.open("first").close();
            Scope.open("second").close();
        });
        assertThat(mirror.calls).containsExactly("push first", "pop first", "push second", "pop second");
    }

    @Test
    void scopes_neverClosed_endWhenThereIsNoRoomForMore() {
        try (Profile profile = start(Schedule.never())) {
            for (int i = 0; i <= Limits.MAX_NESTING; i++) {
                Scope.open("leaked");
            }
            assertThat(mirror.open.get(Thread.currentThread())).hasSize(1);
            profile.step();
        }
    }

    @Test
    void tasksAndFrames_endedOnOtherThreads_areFreeRanges() throws Exception {
        for (Schedule schedule : List.of(Schedule.never(), Schedule.always())) {
            mirror.calls.clear();
            try (Profile profile = start(schedule)) {
                long task = AsyncWork.of("decode", EventKind.TASK, "").begin();
                long frame = AsyncWork.of("round", EventKind.FRAME, "").begin(1);
                Recorded.onNewThread("other", () -> {
                    AsyncWork.end(task);
                    AsyncWork.end(task);
                    return 0;
                });
                AsyncWork.end(frame);
                profile.step();
            }
            assertThat(mirror.calls).contains("start decode", "end decode", "start round", "end round");
            assertThat(mirror.isBalanced()).isTrue();
        }
    }

    @Test
    void stepScopes_withoutASchedule_areSteps() {
        Recorded.trace(builder -> builder.annotate(mirror), () -> {
            StepScope step = StepScope.open("train", 7);
            step.close();
            step.close();
        });
        assertThat(mirror.calls)
                .containsExactly("start ProfilerStep#7", "push train", "pop train", "end ProfilerStep#7");
    }

    @Test
    void threads_manyAtOnce_haveTheirOwnRanges() throws Exception {
        try (Profile profile = start(Schedule.builder().wait(1).active(1).build())) {
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                Thread thread = new Thread(() -> {
                    for (int k = 0; k < 200; k++) {
                        try (Scope outer = Scope.open("outer")) {
                            Scope.open("inner").close();
                        }
                    }
                });
                thread.start();
                threads.add(thread);
            }
            for (int step = 0; step < 20; step++) {
                profile.step();
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }
        assertThat(mirror.isBalanced()).isTrue();
        assertThat(mirror.calls).filteredOn("push outer"::equals).hasSize(800);
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "virtual threads came with Java 21")
    void virtualThreads_havingNoThreadToThemselves_haveFreeRanges() throws Exception {
        Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
        try (Profile profile = start(Schedule.never())) {
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                Runnable body = () -> {
                    try (Scope outer = Scope.open("outer")) {
                        LockSupport.parkNanos(1);
                        Scope.open("inner").close();
                    }
                };
                threads.add((Thread) start.invoke(null, body));
            }
            for (Thread thread : threads) {
                thread.join();
            }
            profile.step();
        }
        assertThat(mirror.calls).filteredOn("start outer"::equals).hasSize(50);
        assertThat(mirror.calls).noneMatch(call -> call.startsWith("push"));
        assertThat(mirror.isBalanced()).isTrue();
    }

    @Test
    void scopes_switchedOff_areNotMirrored() {
        try (Profile profile = start(Schedule.always())) {
            profile.toggleCollection(false, Set.of(Activity.CPU));
            Scope.open("off").close();
        }
        assertThat(mirror.calls).doesNotContain("push off");
    }

    @Test
    void mirror_thatNobodyListensTo_isLeftOut() {
        mirror.unusable = "no profiler is attached";
        try (Profile profile = start(Schedule.never())) {
            assertThat(Scope.open("scope")).isSameAs(Scope.none());
            profile.step();
            assertThat(profile.failures()).isEmpty();
        }
        assertThat(mirror.calls).isEmpty();
    }

    @Test
    void mirror_thatThrows_isToldOnceAndLeftOutFromThenOn() {
        try (Profile profile = Profile.builder()
                .schedule(Schedule.never())
                .annotate(new Throwing(mirror))
                .start()) {
            Scope.open("first").close();
            Scope.open("second").close();
            profile.step();
            assertThat(profile.failures())
                    .singleElement()
                    .satisfies(failure -> assertThat(failure.kind()).isEqualTo(ProfileFailure.Kind.ANNOTATION_FAILED));
        }
        assertThat(mirror.calls).containsExactly("start ProfilerStep#0", "push first");
    }

    private record Throwing(ListedMirror behind) implements AnnotationMirror {
        @Override
        public String name() {
            return "throwing";
        }

        @Override
        public String unusable() {
            return "";
        }

        @Override
        public Object push(String name, EventKind kind) {
            behind.push(name, kind);
            throw new IllegalStateException("full");
        }

        @Override
        public void pop(Object range) {
            behind.pop(range);
        }

        @Override
        public Object start(String name, EventKind kind) {
            return behind.start(name, kind);
        }

        @Override
        public void end(Object range) {
            behind.end(range);
        }

        @Override
        public void mark(String name) {
            behind.mark(name);
        }
    }

    @Test
    void mirror_besideAnother_isRefused() {
        ProfileBuilder builder = Profile.builder().annotate(mirror);
        assertThatThrownBy(() -> builder.annotate(new Throwing(mirror)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("mirror = throwing is not allowed: listed was given before, and a profile has one mirror");
    }
}
