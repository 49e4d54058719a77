package io.stepprofiler.fleet.history;

import io.stepprofiler.amount.Quantiles;
import io.stepprofiler.analysis.diff.Mismatch;
import io.stepprofiler.fleet.FleetSteps;
import io.stepprofiler.fleet.report.FleetReport;
import io.stepprofiler.ledger.LedgerRun;
import io.stepprofiler.ledger.StepValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/** Facts about a run, from the heads of its ledgers: if the processes of a run differ, a fact has all of their values. */
final class LedgerFacts {
    private static final String COMMIT = "commit";

    /** Versions of each program, which are less specific than the versions of its libraries. */
    private static final List<String> GENERAL = List.of("java", "system");

    private static final String SEPARATOR = " | ";

    private LedgerFacts() {}

    /** Returns the facts about the work of a step: if they differ, times cannot be compared. */
    static Map<String, String> work(FleetReport report) {
        FleetSteps steps = report.read().steps();
        Map<String, String> work = new LinkedHashMap<>();
        work.put("number of ranks", Integer.toString(report.read().worldSize()));
        long[] batches = steps.byRank(rank -> median(rank.values(StepValue.BATCH))).stream()
                .mapToLong(Long::longValue)
                .filter(batch -> batch > 0)
                .toArray();
        if (batches.length > 0) {
            work.put("median batch of a rank", Long.toString(median(batches)));
        }
        return work;
    }

    private static long median(long... figures) {
        return Quantiles.median(Arrays.stream(figures).filter(figure -> figure != FleetSteps.UNKNOWN));
    }

    /** Returns the facts about programs and machines, the most specific first. */
    static Map<String, String> environment(List<LedgerRun> heads) {
        Map<String, String> versions = values(heads, run -> run.machine().versions());
        Map<String, String> facts = new LinkedHashMap<>();
        add(facts, COMMIT, versions);
        Map<String, String> general = new LinkedHashMap<>();
        GENERAL.forEach(name -> add(general, name, versions));
        facts.putAll(versions);
        facts.putAll(values(heads, run -> Map.of("command", run.commandLine())));
        facts.putAll(values(heads, run -> run.machine().flags()));
        facts.putAll(values(heads, run -> Map.of("collector", run.machine().collector())));
        facts.putAll(values(
                heads,
                run -> Map.of(
                        "largest heap in bytes", Long.toString(run.machine().maxHeapBytes()))));
        facts.putAll(values(
                heads,
                run -> Map.of("processors", Integer.toString(run.machine().processors()))));
        facts.putAll(
                values(heads, run -> Map.of("virtual machine", run.machine().virtualMachine())));
        facts.putAll(general);
        facts.putAll(values(heads, run -> Map.of("hosts", run.process().host())));
        return facts;
    }

    /** Moves a fact. */
    private static void add(Map<String, String> to, String name, Map<String, String> from) {
        String value = from.remove(name);
        if (value != null) {
            to.put(name, value);
        }
    }

    private static Map<String, String> values(List<LedgerRun> heads, Function<LedgerRun, Map<String, String>> facts) {
        Map<String, Set<String>> values = new TreeMap<>();
        heads.forEach(head -> facts.apply(head).forEach((name, value) -> {
            if (!value.isEmpty()) {
                values.computeIfAbsent(name, any -> new TreeSet<>()).add(value);
            }
        }));
        Map<String, String> joined = new LinkedHashMap<>();
        values.forEach((name, all) -> joined.put(name, String.join(SEPARATOR, all)));
        return joined;
    }

    /**
     * Returns the facts that have no value in common before and after.
     *
     * @param before runs before a change, one or more
     * @param after runs after it
     */
    static List<Mismatch> differences(List<RecordedRun> before, List<RecordedRun> after) {
        List<Mismatch> differences = new ArrayList<>();
        differ(before, after, RecordedRun::work, true, differences);
        differ(before, after, RecordedRun::environment, false, differences);
        return differences;
    }

    private static void differ(
            List<RecordedRun> before,
            List<RecordedRun> after,
            Function<RecordedRun, Map<String, String>> facts,
            boolean isWork,
            List<Mismatch> to) {
        Set<String> names = new LinkedHashSet<>();
        List.of(before, after)
                .forEach(side ->
                        side.forEach(run -> names.addAll(facts.apply(run).keySet())));
        for (String name : names) {
            Set<String> ofBefore = values(before, facts, name);
            Set<String> ofAfter = values(after, facts, name);
            if (!ofBefore.isEmpty() && !ofAfter.isEmpty() && Collections.disjoint(ofBefore, ofAfter)) {
                to.add(new Mismatch(name, String.join(SEPARATOR, ofBefore), String.join(SEPARATOR, ofAfter), isWork));
            }
        }
    }

    private static Set<String> values(
            List<RecordedRun> side, Function<RecordedRun, Map<String, String>> facts, String name) {
        Set<String> values = new TreeSet<>();
        side.stream()
                .map(run -> facts.apply(run).get(name))
                .filter(Objects::nonNull)
                .forEach(values::add);
        return values;
    }
}
