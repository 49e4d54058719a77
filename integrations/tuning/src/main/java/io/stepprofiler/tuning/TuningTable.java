package io.stepprofiler.tuning;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.text.OneLine;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A result as text. */
final class TuningTable {
    private static final String NAME = "variant";

    private final TuningResult result;
    private final int width;

    TuningTable(TuningResult result) {
        this.result = result;
        width = result.variants().stream()
                .mapToInt(variant -> OneLine.of(variant.id()).length())
                .reduce(NAME.length(), Math::max);
    }

    /** The fastest variant in a sentence, or the variants without a significant difference. */
    String answer() {
        String subject = OneLine.of(result.name()) + ": ";
        String fastest = OneLine.of(result.fastest());
        return result.isDecided()
                ? subject + fastest + " is the fastest"
                : subject + "no significant difference between " + fastest + " and "
                        + result.tied().stream().map(OneLine::of).collect(Collectors.joining(", "));
    }

    String text() {
        Map<String, Difference> differences =
                result.differences().stream().collect(Collectors.toMap(Difference::id, Function.identity()));
        StringBuilder text = new StringBuilder(answer()).append(System.lineSeparator());
        text.append(row(NAME, "calls", "mean", "deviation", "longer by", confidence()));
        for (VariantTimes variant : result.variants()) {
            Difference difference = differences.get(variant.id());
            text.append(row(
                    OneLine.of(variant.id()),
                    Integer.toString(variant.calls()),
                    time(variant.meanNanos()),
                    time(variant.deviationNanos()),
                    difference == null ? "" : time(difference.nanos()),
                    remark(variant, difference)));
        }
        text.append("times: ").append(result.timedBy().name().toLowerCase(Locale.ROOT));
        text.append(", after ")
                .append(Amount.count(result.warmupRounds(), "round"))
                .append(" of warm-up");
        text.append(result.steady() ? "" : ", not steady by then");
        text.append(result.cached() ? ", from the cache" : "").append(System.lineSeparator());
        result.warnings()
                .forEach(warning ->
                        text.append("warning: ").append(OneLine.of(warning)).append(System.lineSeparator()));
        return text.toString();
    }

    private String row(String id, String calls, String mean, String deviation, String difference, String remark) {
        String cells =
                String.format(Locale.ROOT, "  %6s  %12s  %12s  %12s  %s", calls, mean, deviation, difference, remark);
        return id + " ".repeat(width - id.length()) + cells + System.lineSeparator();
    }

    private String confidence() {
        return "interval (" + Amount.share(result.confidence()) + ")";
    }

    private String remark(VariantTimes variant, @Nullable Difference difference) {
        if (difference == null) {
            return variant.id().equals(result.fastest()) ? "fastest" : OneLine.of(variant.failure());
        }
        if (Double.isNaN(difference.nanos())) {
            return "too few calls to tell";
        }
        return time(difference.lowNanos()) + " to " + time(difference.highNanos())
                + (difference.isSignificant() ? "" : ", no significant difference");
    }

    private static String time(double nanos) {
        return Double.isFinite(nanos) ? Amount.time(nanos) : "--";
    }
}
