package io.stepprofiler.analysis.report;

import io.stepprofiler.analysis.steps.DeviceCategory;
import io.stepprofiler.analysis.steps.LaunchedWork;
import io.stepprofiler.analysis.window.WindowAnalysis;
import io.stepprofiler.event.Collective;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.ledger.LedgerBuilder;
import io.stepprofiler.ledger.SyncGroup;
import io.stepprofiler.trace.DistributedInfo;
import io.stepprofiler.trace.ProcessGroup;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Collectives in the steps of a trace: the communication on devices or, if they have none, on threads. A collective
 * inside another one does not count. Each is part of the step that launched it, or in which it begins.
 */
final class TraceSyncs {
    /** Most kept collectives of a step, as in the ledgers of running processes. */
    private static final int KEPT = 16;

    /** Kinds by name, longer names first, which contain others. */
    private static final List<Collective> KINDS = Stream.of(Collective.values())
            .sorted(Comparator.comparing(
                            (Collective kind) -> letters(kind.name()).length())
                    .reversed())
            .toList();

    /** Identity of a collective on all ranks of a group, apart from its number. */
    private record Series(int step, SyncGroup group, Collective kind) {}

    /** A rank's part in a collective. */
    private record Sync(Series series, long number, long bytes, long startNanos, long endNanos) {}

    /** An event of communication in a step. */
    private record Found(Track track, int index, int step) {
        long startNanos() {
            return track.startNanos(index);
        }

        long endNanos() {
            return track.startNanos(index) + track.durationNanos(index);
        }
    }

    private final Trace trace;
    private final List<StepMark> steps;
    private final List<List<Sync>> syncs = new ArrayList<>();

    TraceSyncs(WindowAnalysis window) {
        trace = window.trace();
        steps = window.walk().steps();
        steps.forEach(step -> syncs.add(new ArrayList<>()));
        List<Found> found = outermost(onDevices(window.operations()));
        Map<Series, Long> numbers = new HashMap<>();
        for (Found event : found.isEmpty() ? outermost(onThreads()) : found) {
            series(event)
                    .ifPresent(series -> syncs.get(series.step)
                            .add(new Sync(
                                    series,
                                    numbers.merge(series, 1L, Long::sum) - 1,
                                    bytes(arguments(event)),
                                    event.startNanos(),
                                    event.endNanos())));
        }
    }

    /** Returns the number of collectives of a step. */
    int count(int step) {
        return syncs.get(step).size();
    }

    /** Adds the largest collectives of a step to a ledger, of equal ones the last: all ranks keep the same. */
    void addTo(LedgerBuilder ledger, int step) {
        syncs.get(step).stream()
                .sorted(Comparator.comparingLong(Sync::bytes))
                .skip(Math.max(0, count(step) - KEPT))
                .sorted(Comparator.comparingLong(Sync::startNanos))
                .forEach(sync -> ledger.sync(
                        steps.get(step).number(),
                        sync.series.group,
                        sync.series.kind,
                        sync.number,
                        sync.bytes,
                        sync.startNanos,
                        sync.endNanos));
    }

    private static List<Found> onDevices(LaunchedWork operations) {
        return operations.all().stream()
                .filter(each -> each.category() == DeviceCategory.COMMUNICATION)
                .map(each -> new Found(each.track(), each.event(), each.step()))
                .toList();
    }

    private List<Found> onThreads() {
        return trace.tracks().stream()
                .filter(Track::isThread)
                .flatMap(track -> IntStream.range(0, track.size())
                        .filter(i -> trace.kind(track.nameId(i)) == EventKind.COMMUNICATION && !track.isUnfinished(i))
                        .mapToObj(i -> new Found(track, i, step(track.startNanos(i)))))
                .toList();
    }

    /** Returns the outermost of some events, which are ordered by track, by time. */
    private static List<Found> outermost(List<Found> events) {
        List<Found> found = new ArrayList<>();
        for (Found event : events) {
            Found last = found.isEmpty() ? null : found.get(found.size() - 1);
            if (last == null || last.track.id() != event.track.id() || event.startNanos() >= last.endNanos()) {
                found.add(event);
            }
        }
        found.sort(Comparator.comparingLong(Found::startNanos));
        return found;
    }

    private Optional<Series> series(Found event) {
        Map<String, Object> arguments = arguments(event);
        String name = letters(text(arguments, "Collective name") + " " + event.track.eventName(event.index));
        return event.step < 0
                ? Optional.empty()
                : KINDS.stream()
                        .filter(kind -> name.contains(letters(kind.name())))
                        .findFirst()
                        .map(kind -> new Series(event.step, group(arguments), kind));
    }

    private int step(long nanos) {
        for (int i = steps.size() - 1; i >= 0; i--) {
            StepMark step = steps.get(i);
            if (step.startNanos() <= nanos && nanos < step.startNanos() + step.durationNanos()) {
                return i;
            }
        }
        return -1;
    }

    /** Returns the group of an event; all ranks if its ranks are not known, or are all. */
    private SyncGroup group(Map<String, Object> arguments) {
        String name = text(arguments, "Process Group Name");
        return trace.distributedInfo().map(DistributedInfo::groups).orElse(List.of()).stream()
                .filter(group -> group.name().equals(name))
                .filter(group -> group.ranks().size() < worldSize())
                .map(SyncGroup::of)
                .findFirst()
                .orElseGet(() -> named(name, text(arguments, "Process Group Ranks")));
    }

    private SyncGroup named(String name, String ranks) {
        List<Integer> members = Stream.of(ranks.split("\\D+"))
                .filter(rank -> rank.matches("\\d{1,9}"))
                .map(Integer::valueOf)
                .toList();
        // Long lists are shortened in files.
        boolean isKnown = !members.isEmpty() && ranks.endsWith("]") && !ranks.contains("...");
        return SyncGroup.of(
                new ProcessGroup(name, "", "", isKnown && members.size() < worldSize() ? members : List.of()));
    }

    private int worldSize() {
        return trace.distributedInfo().map(DistributedInfo::worldSize).orElse(0);
    }

    private static long bytes(Map<String, Object> arguments) {
        long elements = Math.max(number(arguments, "In msg nelems"), number(arguments, "Out msg nelems"));
        String type = text(arguments, "dtype");
        return elements
                * Stream.of(ElementType.values())
                        .filter(each -> each.torchName().equalsIgnoreCase(type))
                        .mapToInt(ElementType::bytes)
                        .filter(bytes -> bytes > 0)
                        .findFirst()
                        .orElse(1);
    }

    private static Map<String, Object> arguments(Found event) {
        return event.track.hasArguments() ? event.track.arguments(event.index) : Map.of();
    }

    private static String text(Map<String, Object> arguments, String key) {
        return String.valueOf(arguments.getOrDefault(key, ""));
    }

    private static long number(Map<String, Object> arguments, String key) {
        return arguments.get(key) instanceof Number number ? Math.max(0, number.longValue()) : 0;
    }

    private static String letters(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z ]", "");
    }
}
