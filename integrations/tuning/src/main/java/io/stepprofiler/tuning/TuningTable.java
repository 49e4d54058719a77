package io.stepprofiler.tuning;

import io.stepprofiler.text.OneLine;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A result as text. */
final class TuningTable {
    private static final double MICRO = 1e3;
    private static final double MILLI = 1e6;
    private static final double SECOND = 1e9;
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
        text.append(", after ").append(result.warmupRounds()).append(" rounds of warm-up");
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
        return String.format(Locale.ROOT, "interval (%s %%)", number(result.confidence() * 100));
    }

    /** At most three decimals, none of them a zero at the end. */
    private static String number(double value) {
        return String.format(Locale.ROOT, "%.3f", value).replaceAll("\\.?0+$", "");
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
        double size = Math.abs(nanos);
        if (Double.isInfinite(nanos) || Double.isNaN(nanos)) {
            return "--";
        }
        if (size >= SECOND) {
            return String.format(Locale.ROOT, "%.3fs", nanos / SECOND);
        }
        return size >= MILLI
                ? String.format(Locale.ROOT, "%.3fms", nanos / MILLI)
                : String.format(Locale.ROOT, "%.3fus", nanos / MICRO);
    }
}
