package io.stepprofiler.report.faces;

import io.stepprofiler.analysis.report.RunReport;
import io.stepprofiler.analysis.report.StepReport;
import io.stepprofiler.analysis.rules.Finding;
import io.stepprofiler.analysis.rules.Rule;
import io.stepprofiler.analysis.rules.RuleSet;
import io.stepprofiler.analysis.rules.Thresholds;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Needs and thresholds of the rules of findings in words, for readers without the documentation. */
final class RuleTexts {
    private RuleTexts() {}

    /** Returns a text about each rule of a report's findings by its id; rules of other programs may be missing. */
    static Map<String, String> of(StepReport report) {
        Set<String> found = Stream.of(
                        report.windows().stream()
                                .map(window -> window.diagnosis().findings()),
                        report.runs().stream().map(RunReport::findings),
                        Stream.of(report.ranks()))
                .flatMap(each -> each)
                .flatMap(List::stream)
                .map(Finding::rule)
                .collect(Collectors.toSet());
        Map<String, String> texts = new TreeMap<>();
        for (Rule rule : RuleSet.all().rules()) {
            String needs = rule.needs().stream()
                    .map(each -> each.name().toLowerCase(Locale.ROOT).replace('_', ' '))
                    .collect(Collectors.joining(", "));
            texts.put(rule.id(), text(needs, rule.thresholds()));
        }
        for (RankRules rule : RankRules.values()) {
            texts.put(rule.id(), text("steps of several ranks", rule.thresholds()));
        }
        texts.keySet().retainAll(found);
        return texts;
    }

    private static String text(String needs, Thresholds thresholds) {
        boolean isAny = thresholds.information() == Thresholds.ANY;
        boolean warns = thresholds.warning() < Double.POSITIVE_INFINITY;
        return "The rule needs " + needs + ". It reports figures "
                + (isAny ? "above 0" : "from " + thresholds.information() + " on")
                + (warns ? ", and warns from " + thresholds.warning() + " on" : ", and never warns")
                + ", unless other thresholds are set.";
    }
}
