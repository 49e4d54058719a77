package io.stepprofiler.mxnet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ScopeTimelineTest {
    private static final int END = 400;

    private record Scope(int depth, long startNanos, long endNanos) {
        String name() {
            return depth + "@" + startNanos;
        }
    }

    private final ScopeTimeline timeline = new ScopeTimeline();

    /** Scopes that follow and contain each other, in the order of their starts, outer ones first. */
    private static void addAtRandom(Random random, int depth, long start, long end, List<Scope> to) {
        long from = start + random.nextInt(3);
        while (from < end) {
            long until = Math.min(end, from + 1 + random.nextInt(depth == 0 ? 90 : 20));
            to.add(new Scope(depth, from, until));
            if (depth < 4 && random.nextBoolean()) {
                addAtRandom(random, depth + 1, from, until, to);
            }
            from = until + random.nextInt(4);
        }
    }

    private static String naive(List<Scope> scopes, long nanos) {
        return scopes.stream()
                .filter(scope -> scope.startNanos() <= nanos && nanos < scope.endNanos())
                .max(Comparator.comparingInt(Scope::depth))
                .map(Scope::name)
                .orElse("none");
    }

    private String found(long thread, long nanos) {
        ScopeTimeline.Found found = timeline.at(thread, nanos);
        return found == null ? "none" : found.name();
    }

    @Test
    void scopes_madeUpAtRandom_areFoundAsNaively() {
        for (int i = 0; i < 200; i++) {
            int seed = i;
            Random random = new Random(seed);
            List<Scope> scopes = new ArrayList<>();
            addAtRandom(random, 0, 0, END, scopes);
            // What outlasts a segment is told in the one in which it ends, before what begins there.
            for (long cut : new long[] {END / 3, END}) {
                long before = cut == END ? END / 3 : 0;
                scopes.stream()
                        .filter(scope -> scope.endNanos() > before && scope.endNanos() <= cut)
                        .sorted(Comparator.comparing(scope -> scope.startNanos() >= before))
                        .forEach(scope -> timeline.add(seed, scope.name(), scope.startNanos(), scope.endNanos()));
            }
            for (long nanos = 0; nanos <= END; nanos++) {
                assertThat(found(seed, nanos)).as("seed %d at %d", seed, nanos).isEqualTo(naive(scopes, nanos));
            }
        }
    }

    @Test
    void scopes_ofOneSegment_areAllKnownUntilItIsOver() {
        timeline.add(1, "outer", 0, 1_000_000);
        for (int i = 0; i < 50_000; i++) {
            timeline.add(1, "inner " + i, 10L * i, 10L * i + 5);
        }
        assertThat(found(1, 3)).isEqualTo("inner 0");
        assertThat(found(1, 7)).isEqualTo("outer");
        timeline.prune();
        assertThat(timeline.at(1, 3)).isEqualTo(ScopeTimeline.FORGOTTEN);
        assertThat(found(1, 499_993)).isEqualTo("inner 49999");
        assertThat(found(1, 600_000)).isEqualTo("outer");
        assertThat(found(1, 1_000_000)).isEqualTo("none");
    }

    @Test
    void scopeThatEndsAfterThoseInsideWereForgotten_isNotTakenForThem() {
        for (int i = 0; i < 10_000; i++) {
            timeline.add(1, "inner", 10L * i, 10L * i + 5);
        }
        timeline.prune();
        timeline.add(1, "outer", 0, 100_001);
        assertThat(timeline.at(1, 3)).isEqualTo(ScopeTimeline.FORGOTTEN);
        assertThat(found(1, 99_993)).isEqualTo("inner");
        assertThat(found(1, 99_997)).isEqualTo("outer");
        assertThat(found(1, 100_000)).isEqualTo("outer");
    }

    @Test
    void threads_beyondThoseThatAreKept_areKnownToHaveHadScopes() {
        for (int thread = 0; thread < 300; thread++) {
            timeline.add(thread, "scope", 5, 10);
        }
        assertThat(found(0, 7)).isEqualTo("scope");
        timeline.add(0, "scope", 5, 10);
        timeline.prune();
        assertThat(found(0, 7)).isEqualTo("scope");
        assertThat(timeline.at(1, 7)).isEqualTo(ScopeTimeline.FORGOTTEN);
        assertThat(found(299, 7)).isEqualTo("scope");
        assertThat(found(1000, 7)).isEqualTo("none");
    }
}
