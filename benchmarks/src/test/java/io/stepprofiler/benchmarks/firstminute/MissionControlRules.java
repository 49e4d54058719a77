package io.stepprofiler.benchmarks.firstminute;

import java.io.File;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Future;
import org.openjdk.jmc.common.util.IPreferenceValueProvider;
import org.openjdk.jmc.flightrecorder.JfrLoaderToolkit;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.ResultToolkit;
import org.openjdk.jmc.flightrecorder.rules.RuleRegistry;
import org.openjdk.jmc.flightrecorder.rules.TypedResult;
import org.openjdk.jmc.flightrecorder.rules.util.RulesToolkit;

/**
 * Prints what the automated rules of JDK Mission Control say about flight recordings, to compare it with our verdict on
 * the same program.
 *
 * <p>Arguments: the least score, of 100; the recordings.
 */
public final class MissionControlRules {
    /** Result with its score, of 100; negative if the rule did not apply. */
    private record Scored(double score, IResult result) {
        static Scored of(IResult result) {
            var score = result.getResult(TypedResult.SCORE);
            return new Scored(score == null ? result.getSeverity().getLimit() : score.doubleValue(), result);
        }
    }

    private MissionControlRules() {}

    /** Prints a line for each result. */
    public static void main(String[] arguments) throws Exception {
        double least = Double.parseDouble(arguments[0]);
        for (String file : List.of(arguments).subList(1, arguments.length)) {
            System.out.println(file);
            List<Scored> results = new ArrayList<>();
            for (Future<IResult> result : RulesToolkit.evaluateParallel(
                            RuleRegistry.getRules(),
                            JfrLoaderToolkit.loadEvents(new File(file)),
                            IPreferenceValueProvider.DEFAULT_VALUES,
                            1)
                    .values()) {
                results.add(Scored.of(result.get()));
            }
            results.sort(Comparator.comparingDouble(Scored::score).reversed());
            for (Scored scored : results) {
                if (scored.score() >= least) {
                    IResult result = scored.result();
                    System.out.printf(
                            Locale.ROOT,
                            "%4.0f %s: %s%n",
                            scored.score(),
                            result.getRule().getName(),
                            ResultToolkit.populateMessage(result, result.getSummary(), false));
                }
            }
        }
    }
}
