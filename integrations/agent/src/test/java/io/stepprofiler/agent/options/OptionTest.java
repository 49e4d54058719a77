package io.stepprofiler.agent.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class OptionTest {
    private static final Path DOCUMENT = Path.of("..", "..", "docs", "AGENT.md");

    @Test
    void document_table_isTheOneGenerated() throws IOException {
        assertThat(Files.readString(DOCUMENT)).contains("\n" + Option.toMarkdown());
    }

    @Test
    void all_constants_areInTheTable() {
        assertThat(Arrays.stream(Option.class.getFields())
                        .filter(field -> Modifier.isStatic(field.getModifiers()))
                        .filter(field -> field.getType() == Option.class))
                .hasSameSizeAs(Option.all());
    }

    @Test
    void toText_eachOption_hasNameDefaultAndWhatIsAllowed() {
        assertThat(Option.all())
                .allSatisfy(option -> assertThat(Option.toText())
                        .contains("  " + option.name() + " ")
                        .contains("allowed: " + option.allowed()
                                + (option.defaultText().isEmpty() ? "" : "; default: " + option.defaultText())));
    }
}
