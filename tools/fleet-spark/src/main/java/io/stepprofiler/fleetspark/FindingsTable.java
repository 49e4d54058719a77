package io.stepprofiler.fleetspark;

import static org.apache.spark.sql.types.DataTypes.DoubleType;
import static org.apache.spark.sql.types.DataTypes.IntegerType;
import static org.apache.spark.sql.types.DataTypes.LongType;
import static org.apache.spark.sql.types.DataTypes.StringType;

import io.stepprofiler.fleet.comparison.FleetComparison;
import io.stepprofiler.fleet.comparison.Straggler;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import scala.jdk.javaapi.CollectionConverters;

/** Table {@code findings} of the lake: a row for each stage, rack, host and rank that the others wait for. */
final class FindingsTable {
    static final String NAME = "findings";

    static final StructType SCHEMA = new StructType()
            .add("level", StringType, false)
            .add("name", StringType, false)
            .add("certainty", StringType, true)
            .add("excess_nanos", LongType, false)
            .add("excess", DoubleType, false)
            .add("recurrence", DoubleType, true)
            .add("gain_nanos", LongType, true)
            .add("cause", StringType, true)
            .add("part_of", StringType, true)
            .add("ranks", DataTypes.createArrayType(IntegerType, false), true);

    private FindingsTable() {}

    /** Returns the rows of a comparison. */
    static List<Row> rows(FleetComparison comparison) {
        return Stream.concat(
                        comparison.stage().stream()
                                .map(stage -> RowFactory.create(
                                        "stage",
                                        Integer.toString(stage.stage()),
                                        null,
                                        stage.nanos(),
                                        stage.excess(),
                                        null,
                                        null,
                                        null,
                                        null,
                                        null)),
                        comparison.stragglers().stream().map(FindingsTable::row))
                .toList();
    }

    private static Row row(Straggler slow) {
        return RowFactory.create(
                word(slow.level()),
                slow.name(),
                word(slow.certainty()),
                slow.excessNanos(),
                slow.excess(),
                slow.recurrence(),
                slow.gainNanos(),
                word(slow.cause()),
                slow.partOf(),
                CollectionConverters.asScala(slow.ranks()).toSeq());
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
