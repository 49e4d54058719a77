package io.stepprofiler.report.faces;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.analysis.report.Account;
import io.stepprofiler.analysis.report.Run;
import io.stepprofiler.analysis.report.StepReport;
import io.stepprofiler.analysis.report.StepTimes;
import io.stepprofiler.analysis.report.WindowReport;
import io.stepprofiler.analysis.rules.Diagnosis;
import io.stepprofiler.analysis.rules.Diagnosis.Unchecked;
import io.stepprofiler.analysis.rules.RunVerdict;
import io.stepprofiler.trace.Launch;
import io.stepprofiler.trace.Remarks;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Heading of a window, and warnings that concern all its figures. */
public final class Headings {
    private static final long NANOS_A_SECOND = 1_000_000_000;

    /** Metadata key for the reason why the flight recorder source took no samples of Java code. */
    private static final String REFUSED = "jvm_flight_recorder_refused";

    private Headings() {}

    static String of(WindowReport window) {
        Run run = window.run();
        StringJoiner heading = new StringJoiner(", ");
        heading.add(run.source().isEmpty() ? "Window" : run.source());
        program(window).ifPresent(heading::add);
        StepTimes steps = window.steps();
        if (window.isWhole()) {
            heading.add("no step marks: figures are of the whole window");
        } else if (!steps.numbers().isEmpty()) {
            long first = steps.numbers().get(0);
            long last = steps.numbers().get(steps.numbers().size() - 1);
            long count = window.stepTime().count();
            heading.add(last - first + 1 < count ? Amount.count(count, "step") : "steps " + first + " to " + last);
        }
        place(run).forEach(heading::add);
        return heading.toString();
    }

    /** Rank, process and start of a run, as far as known. */
    private static List<String> place(Run run) {
        List<String> place = new ArrayList<>();
        if (run.rank() >= 0) {
            place.add("rank " + run.rank() + (run.worldSize() > 0 ? " of " + run.worldSize() : ""));
        }
        if (!run.host().isEmpty()) {
            place.add(run.host() + (run.pid() > 0 ? " process " + run.pid() : ""));
        }
        if (run.startEpochNanos() > 0) {
            place.add(Instant.ofEpochSecond(run.startEpochNanos() / NANOS_A_SECOND)
                    .truncatedTo(ChronoUnit.SECONDS)
                    .toString());
        }
        return place;
    }

    /** Simple name of the program's main class or jar; empty if not known. */
    static Optional<String> program(WindowReport window) {
        return Optional.ofNullable(window.run().facts().get(Launch.KEY + ".name"));
    }

    /** Number of ranks that have windows with steps. */
    static long ranks(StepReport report) {
        return report.windows().stream()
                .filter(window -> window.run().rank() >= 0 && window.stepTime().count() > 0 && !window.isWhole())
                .map(window -> window.run().rank())
                .distinct()
                .count();
    }

    /** Heading of the windows of one run. */
    static String of(List<WindowReport> windows) {
        WindowReport first = windows.get(0);
        Run run = first.run();
        StringJoiner heading = new StringJoiner(", ");
        program(first).ifPresent(heading::add);
        heading.add(Amount.count(windows.size(), "window"));
        place(run).forEach(heading::add);
        return heading.toString();
    }

    /**
     * {@return the verdict of the run, or of the last of several runs}
     *
     * @param report the report
     */
    public static String verdict(StepReport report) {
        List<RunVerdict> verdicts = report.verdicts();
        return verdicts.isEmpty() ? "no window" : verdict(verdicts.get(verdicts.size() - 1));
    }

    /** A verdict as sentences: disturbances of the measurement, then the title in capitals, and how sure it is. */
    static String verdict(RunVerdict of) {
        StringBuilder text = new StringBuilder();
        if (!of.reservations().isEmpty()) {
            text.append(String.join(" ", of.reservations()));
            text.append(of.verdict().rule().isEmpty() ? " " : " Found nevertheless: ");
        }
        text.append(of.verdict().title().toUpperCase(Locale.ROOT)).append(": ");
        text.append(of.verdict().sentence());
        String sure = Stream.of(of.support(), of.verdict().isSure() ? "" : "few steps: a hint")
                .filter(each -> !each.isEmpty())
                .collect(Collectors.joining("; "));
        return text + (sure.isEmpty() ? "." : " (" + sure + ").");
    }

    /** Sentence about code that samples do not show, with the reason; empty if they show all code. */
    static Optional<String> samples(WindowReport window) {
        return Optional.ofNullable(window.run().facts().get(REFUSED))
                .map(reason -> "Samples show native code and allocations only. Left out were " + reason + ".");
    }

    /** Sentence about the time between the steps, which their breakdown lacks; empty if there is almost none. */
    static Optional<String> between(WindowReport window) {
        return window.metrics().stream()
                .filter(each -> each.id().equals("step.between"))
                .map(each ->
                        "Between the steps: " + Amount.time(each.value()) + " a step; a step and the time before it"
                                + " take " + Amount.time(window.stepTime().mean() + each.value()))
                .findFirst();
    }

    /** A sentence for each option that rules need, with the number of these rules, and for each rule that failed. */
    static List<String> unchecked(Diagnosis diagnosis) {
        Map<String, Integer> needs = new LinkedHashMap<>();
        List<String> sentences = new ArrayList<>();
        for (Unchecked each : diagnosis.unchecked()) {
            if (each.turnOn().isEmpty()) {
                sentences.add(each.title() + " not checked: " + each.reason());
            } else {
                List.of(each.turnOn().split("; ", -1)).forEach(need -> needs.merge(need, 1, Integer::sum));
            }
        }
        needs.forEach((need, rules) -> sentences.add(
                Amount.count(rules, "rule not checked: it needs ", "rules not checked: they need ") + need));
        // The option that names steps is the last hint.
        sentences.sort(Comparator.comparing(each -> each.contains("--step=")));
        return sentences;
    }

    /** Warnings that make figures doubtful and so belong above them. */
    static List<String> warnings(WindowReport window) {
        List<String> warnings = new ArrayList<>();
        if (window.run().isPartial()) {
            warnings.add("The window is partial: profiling ended before all of its steps were recorded.");
        }
        Account account = window.account();
        long dropped = sum(account.dropped());
        if (dropped > 0) {
            warnings.add(dropped + " of " + account.begun() + " events were dropped: " + account.dropped());
        }
        long unfinished = sum(account.unfinished());
        if (unfinished > 0) {
            String which = unfinished == 1
                    ? "event has no known end and is left out"
                    : "events have no known end and are left out";
            warnings.add(unfinished + " " + which + " of times: " + account.unfinished());
        }
        warnings.addAll(account.missing());
        window.run().facts().forEach((key, value) -> {
            // An opened journal lists such losses among its missing parts already.
            if (Remarks.isKey(key) && account.missing().stream().noneMatch(value::contains)) {
                warnings.add(key + ": " + String.join("; ", value.lines().toList()));
            }
        });
        return warnings;
    }

    /** Warnings of several windows, each with the steps of its window. */
    static List<String> warnings(List<WindowReport> windows) {
        return windows.stream()
                .flatMap(window -> warnings(window).stream().map(each -> steps(window) + each))
                .toList();
    }

    private static String steps(WindowReport window) {
        List<Long> numbers = window.steps().numbers();
        return numbers.isEmpty() || window.isWhole()
                ? ""
                : "Steps " + numbers.get(0) + " to " + numbers.get(numbers.size() - 1) + ": ";
    }

    private static long sum(Map<String, Long> counts) {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }
}
