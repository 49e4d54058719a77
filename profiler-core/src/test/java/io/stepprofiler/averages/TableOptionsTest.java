package io.stepprofiler.averages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TableOptionsTest {
    @Test
    void withMaxShapesAndSourceWidth_tooNarrow_nameParameterValueAndRange() {
        assertThatThrownBy(() -> TableOptions.DEFAULT.withMaxShapesWidth(9))
                .hasMessage("maxShapesWidth = 9 is not allowed: must be 10 or more");
        assertThatThrownBy(() -> TableOptions.DEFAULT.withMaxSourceWidth(-1))
                .hasMessage("maxSourceWidth = -1 is not allowed: must be 10 or more");
    }

    @Test
    void withRowLimit_belowAll_namesParameterValueAndRange() {
        assertThatThrownBy(() -> TableOptions.DEFAULT.withRowLimit(-2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("rowLimit = -2 is not allowed: must be -1 (all) or more");
    }

    @Test
    void withMaxNameWidth_tooNarrow_namesParameterValueAndRange() {
        assertThatThrownBy(() -> TableOptions.DEFAULT.withMaxNameWidth(9))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("maxNameWidth = 9 is not allowed: must be 10 or more");
    }

    @Test
    void withMaxWidth_tooNarrow_namesParameterValueAndRange() {
        assertThatThrownBy(() -> TableOptions.DEFAULT.withMaxWidth(59))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("maxWidth = 59 is not allowed: must be -1 (any) or 60 or more");
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
                .isEqualTo(new TableOptions(
                        SortKey.COUNT, -1, 10, "header", true, 11, 12, true, TimeScale.SECONDS, 60, true));
    }

    @Test
    void default_isTorchsTableSortedBySelfTime() {
        assertThat(TableOptions.DEFAULT)
                .isEqualTo(new TableOptions(
                        SortKey.SELF_TIME, 100, 55, "", false, 80, 75, false, TimeScale.AUTO, -1, false));
    }
}
