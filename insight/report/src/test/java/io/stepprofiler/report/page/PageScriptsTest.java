package io.stepprofiler.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.analysis.window.ProgramFrames;
import io.stepprofiler.trace.Remarks;
import java.io.IOException;
import java.lang.reflect.Field;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
    void modules_ofThePages_areAllThatThereAre() throws IOException {
        Set<String> all = sources(".js");
        all.remove("theme");
        Set<String> used = new TreeSet<>(PageScripts.from("main").modules());
        used.addAll(PageScripts.from("diff").modules());
        used.addAll(PageScripts.from("fleet").modules());
        assertThat(used).containsExactlyElementsOf(all);
        assertThat(all).as("each style is one of a module").containsAll(sources(".css"));
    }

    @Test
    void modules_ofThePage_standBehindWhatTheyImport() throws IOException {
        List<String> order = List.copyOf(PageScripts.from("main").modules());
        assertThat(order).endsWith("main");
        assertThat(order.indexOf("dom")).isLessThan(order.indexOf("table"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"main", "diff", "fleet"})
    void script_ofThePage_hasEachTopLevelNameOnce(String main) throws IOException {
        List<String> names = new ArrayList<>();
        Matcher found = TOP_LEVEL.matcher(PageScripts.from(main).script());
        while (found.find()) {
            names.add(found.group(1));
        }
        assertThat(names).hasSizeGreaterThan(30).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @ValueSource(strings = {"main", "diff", "fleet"})
    void script_ofThePage_isOneModuleThatEndsNowhere(String main) throws IOException {
        String script = PageScripts.from(main).script();
        assertThat(script.lines()).noneMatch(line -> line.startsWith("import ") || line.startsWith("export "));
        assertThat(script).doesNotContain("</script").doesNotContain("<!--").doesNotContain("\r");
    }

    @ParameterizedTest
    @ValueSource(strings = {"main", "diff", "fleet"})
    void script_ofThePage_makesNoMarkupOfText(String main) throws IOException {
        assertThat(PageScripts.from(main).script())
                .doesNotContain("innerHTML")
                .doesNotContain("outerHTML")
                .doesNotContain("insertAdjacentHTML")
                .doesNotContain("document.write");
    }

    private static Set<String> listed(String script, String name) throws IOException {
        Matcher list = Pattern.compile("const " + name + " = \\[(.*?)\\];", Pattern.DOTALL)
                .matcher(Files.readString(SOURCES.resolve(script)));
        assertThat(list.find()).isTrue();
        return new TreeSet<>(Pattern.compile("'([^']+)'")
                .matcher(list.group(1))
                .results()
                .map(found -> found.group(1))
                .toList());
    }

    @Test
    void framesOfLibraries_inThePage_areThoseOfTheRules() throws IOException {
        assertThat(listed("verdict.js", "VERDICT_JAVA")).isEqualTo(new TreeSet<>(ProgramFrames.OF_JAVA));
        assertThat(listed("verdict.js", "VERDICT_LIBRARIES")).isEqualTo(new TreeSet<>(ProgramFrames.LIBRARIES));
    }

    @Test
    void remarks_inThePage_areThoseOfTraces() throws Exception {
        Set<String> keys = new TreeSet<>();
        for (Field key : Remarks.class.getFields()) {
            keys.add((String) key.get(null));
        }
        assertThat(listed("heading.js", "HEADING_REMARKS")).isEqualTo(keys);
    }
}
