package io.stepprofiler.readers.accounting;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.readers.accounting.NestedAccounting.Repeats;
import io.stepprofiler.readers.spaces.SpaceBuilder;
import io.stepprofiler.readers.xspace.ProfileData;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Random planes, accounted for by an oracle that looks at every pair of events and every picosecond. */
class NestedAccountingPropertyTest {
    private static final int LENGTH = 60;
    private static final String[] NAMES = {"jit_a", "jit_b", "fusion.1", "fusion.2", "copy"};

    private record Event(String key, int start, int end) {}

    @Test
    void randomPlanes_areAccountedForAsByTheOracle() throws IOException {
        Random random = new Random(7);
        for (int round = 0; round < 3000; round++) {
            List<Event> events = new ArrayList<>();
            ProfileData profile = ProfileData.from(randomPlane(random, events));
            int minPicos = random.nextInt(6);
            int most = 1 + random.nextInt(20);
            Repeats repeats = random.nextBoolean() ? Repeats.LAST : Repeats.SUM;
            String regex = random.nextInt(3) == 0 ? "" : "fusion|_b";
            NestedAccounting.Builder builder = NestedAccounting.builder()
                    .minDurationNanos(minPicos / 1000.0)
                    .maxEvents(most)
                    .repeats(repeats);
            if (!regex.isEmpty()) {
                builder.nestedRegex(regex);
            }

            Map<String, Double> seconds = builder.build().account(profile, 0).seconds();

            assertThat(picos(seconds))
                    .as("round %d of %s", round, events)
                    .containsExactlyEntriesOf(oracle(kept(events, minPicos, most), regex, repeats));
        }
    }

    private static Map<String, Long> picos(Map<String, Double> seconds) {
        Map<String, Long> picos = new LinkedHashMap<>();
        seconds.forEach((key, each) -> picos.put(key, Math.round(each * 1e12)));
        return picos;
    }

    private static byte[] randomPlane(Random random, List<Event> events) {
        return new SpaceBuilder()
                .plane("p", plane -> {
                    for (int id = random.nextInt(4); id > 0; id--) {
                        plane.line(id, "l", 0, line -> {
                            for (int i = random.nextInt(8); i > 0; i--) {
                                String name = NAMES[random.nextInt(NAMES.length)];
                                int start = random.nextInt(LENGTH);
                                int end = start + random.nextInt(LENGTH - start + 1);
                                line.event(name, start, end - start);
                                events.add(new Event(name + "(None-None)", start, end));
                            }
                        });
                    }
                })
                .bytes();
    }

    private static List<Event> kept(List<Event> events, int minPicos, int most) {
        return events.stream()
                .filter(event -> event.end - event.start >= minPicos)
                .limit(most)
                .toList();
    }

    private static Map<String, Long> oracle(List<Event> events, String regex, Repeats repeats) {
        List<Event> byStart = new ArrayList<>(events);
        byStart.sort(Comparator.comparingInt(Event::start));
        Map<String, Long> picos = new LinkedHashMap<>();
        for (Event parent : byStart) {
            if (parent.key.startsWith("jit_")) {
                long each =
                        regex.isEmpty() ? parent.end - parent.start : covered(parent, events, Pattern.compile(regex));
                picos.merge(parent.key, each, (old, now) -> repeats == Repeats.SUM ? old + now : now);
            }
        }
        return picos;
    }

    private static long covered(Event parent, List<Event> events, Pattern regex) {
        BitSet picos = new BitSet();
        for (Event child : events) {
            boolean isInside = child.start >= parent.start && child.end <= parent.end;
            if (isInside
                    && !child.key.equals(parent.key)
                    && regex.matcher(child.key).find()) {
                picos.set(child.start, child.end);
            }
        }
        return picos.cardinality();
    }
}
