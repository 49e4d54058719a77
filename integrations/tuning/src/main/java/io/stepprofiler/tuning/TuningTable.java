package io.stepprofiler.tuning;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.document.Document;
import io.stepprofiler.document.Table;
import io.stepprofiler.text.OneLine;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A result as text. */
final class TuningTable {

    private final TuningResult result;

    TuningTable(TuningResult result) {
        this.result = result;
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
        Document document = new Document()
                .paragraph(answer())
                .table(Table.of(result.variants())
                        .name("variant", VariantTimes::id)
                        .figure("calls", variant -> Integer.toString(variant.calls()))
                        .figure("mean", variant -> time(variant.meanNanos()))
                        .figure("deviation", variant -> time(variant.deviationNanos()))
                        .figure("longer by", variant -> longer(differences.get(variant.id())))
                        .name(confidence(), variant -> remark(variant, differences.get(variant.id()))))
                .paragraph("times: " + result.timedBy().name().toLowerCase(Locale.ROOT) + ", after "
                        + Amount.count(result.warmupRounds(), "round") + " of warm-up"
                        + (result.steady() ? "" : ", not steady by then")
                        + (result.cached() ? ", from the cache" : ""));
        result.warnings().forEach(warning -> document.paragraph("warning: " + warning));
        return document.text();
    }

    private static String longer(@Nullable Difference difference) {
        return difference == null ? "" : time(difference.nanos());
    }

    private String confidence() {
        return "interval (" + Amount.share(result.confidence()) + ")";
    }

    private String remark(VariantTimes variant, @Nullable Difference difference) {
        if (difference == null) {
            return variant.id().equals(result.fastest()) ? "fastest" : variant.failure();
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
