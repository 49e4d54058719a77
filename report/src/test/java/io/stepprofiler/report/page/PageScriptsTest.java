package io.stepprofiler.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PageScriptsTest {
    private static final Path SOURCES = Path.of("src/main/resources/io/stepprofiler/report/page");
    private static final Pattern TOP_LEVEL =
            Pattern.compile("^(?:async )?(?:function\\*?|const|let|var|class) (\\w+)", Pattern.MULTILINE);

    private static Set<String> sources(String suffix) throws IOException {
        try (Stream<Path> files = Files.list(SOURCES)) {
            return new TreeSet<>(files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(suffix))
                    .map(name -> name.substring(0, name.length() - suffix.length()))
                    .toList());
        }
    }

    @Test
    void modules_ofThePage_areAllThatThereAre() throws IOException {
        Set<String> all = sources(".js");
        all.remove("theme");
        assertThat(PageScripts.from("main").modules()).containsExactlyInAnyOrderElementsOf(all);
        assertThat(all).as("each style is one of a module").containsAll(sources(".css"));
    }

    @Test
    void modules_ofThePage_standBehindWhatTheyImport() throws IOException {
        List<String> order = List.copyOf(PageScripts.from("main").modules());
        assertThat(order).endsWith("main");
        assertThat(order.indexOf("dom")).isLessThan(order.indexOf("table"));
    }

    @Test
    void script_ofThePage_hasEachTopLevelNameOnce() throws IOException {
        List<String> names = new ArrayList<>();
        Matcher found = TOP_LEVEL.matcher(PageScripts.from("main").script());
        while (found.find()) {
            names.add(found.group(1));
        }
        assertThat(names).hasSizeGreaterThan(50).doesNotHaveDuplicates();
    }

    @Test
    void script_ofThePage_isOneModuleThatEndsNowhere() throws IOException {
        String script = PageScripts.from("main").script();
        assertThat(script.lines()).noneMatch(line -> line.startsWith("import ") || line.startsWith("export "));
        assertThat(script).doesNotContain("</script").doesNotContain("<!--").doesNotContain("\r");
    }

    @Test
    void script_ofThePage_makesNoMarkupOfText() throws IOException {
        assertThat(PageScripts.from("main").script())
                .doesNotContain("innerHTML")
                .doesNotContain("outerHTML")
                .doesNotContain("insertAdjacentHTML")
                .doesNotContain("document.write");
    }
}
