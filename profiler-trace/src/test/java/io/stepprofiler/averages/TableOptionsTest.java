package io.stepprofiler.averages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class TableOptionsTest {
    static Stream<Arguments> outOfRange() {
        return Stream.of(
                refused(options -> options.withMaxShapesWidth(9), "maxShapesWidth = 9", "10 or more"),
                refused(options -> options.withMaxSourceWidth(-1), "maxSourceWidth = -1", "10 or more"),
                refused(options -> options.withMaxNameWidth(9), "maxNameWidth = 9", "10 or more"),
                refused(options -> options.withRowLimit(-2), "rowLimit = -2", "-1 (all) or more"),
                refused(options -> options.withMaxWidth(59), "maxWidth = 59", "-1 (any) or 60 or more"));
    }

    private static Arguments refused(UnaryOperator<TableOptions> setter, String value, String range) {
        return Arguments.of(setter, value, range);
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource("outOfRange")
    void setter_valueOutOfRange_namesParameterValueAndRange(
            UnaryOperator<TableOptions> setter, String value, String range) {
        assertThatThrownBy(() -> setter.apply(TableOptions.DEFAULT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(value + " is not allowed: must be " + range);
    }

    @Test
    void withSortByAndHeader_null_namesTheParameter() {
        assertThatThrownBy(() -> TableOptions.DEFAULT.withSortBy(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("sortBy");
        assertThatThrownBy(() -> TableOptions.DEFAULT.withHeader(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("header");
    }

    @Test
    void setters_allowedValues_changeOneOptionEach() {
        TableOptions options = TableOptions.DEFAULT
                .withSortBy(SortKey.COUNT)
                .withRowLimit(-1)
                .withMaxNameWidth(10)
                .withHeader("header")
                .withDistribution(true)
                .withMaxShapesWidth(11)
                .withMaxSourceWidth(12)
                .withTopLevelOnly(true)
                .withTimeScale(TimeScale.SECONDS)
                .withMaxWidth(60)
                .withFolded(true);
        assertThat(options)
                .hasFieldOrPropertyWithValue("sortBy", SortKey.COUNT)
                .hasFieldOrPropertyWithValue("rowLimit", -1)
                .hasFieldOrPropertyWithValue("maxNameWidth", 10)
                .hasFieldOrPropertyWithValue("header", "header")
                .hasFieldOrPropertyWithValue("distribution", true)
                .hasFieldOrPropertyWithValue("maxShapesWidth", 11)
                .hasFieldOrPropertyWithValue("maxSourceWidth", 12)
                .hasFieldOrPropertyWithValue("topLevelOnly", true)
                .hasFieldOrPropertyWithValue("timeScale", TimeScale.SECONDS)
                .hasFieldOrPropertyWithValue("maxWidth", 60)
                .hasFieldOrPropertyWithValue("folded", true);
    }
}
