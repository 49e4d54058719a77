package io.stepprofiler.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Times, bytes, shares and counts have one formatter, and columns one search. */
@Tag("sources")
class AmountsTest {
    private static final String UNIT = "(ns|µs|us|ms|s|[KMGT]i?B|kB|[KM]b|B)\\b";

    /** Files of all modules but the programs that only measure and show, whose tables have one unit a column. */
    private static final Pattern MAIN = Pattern.compile("(?!benchmarks|examples|.*/amount/).*/src/main/java/.*\\.java");

    private static final Pattern PAGE = Pattern.compile("insight/report/src/main/resources/.*(?<!/format)\\.js");

    private static final Map<Pattern, String> REPLACED = Map.of(
            Pattern.compile("%[-+# 0-9.,]*[dfegs] ?" + UNIT), "Amount.time or Amount.bytes",
            Pattern.compile("\\+ \"( |(?!s\\b))" + UNIT), "Amount.time or Amount.bytes",
            Pattern.compile("\"(µs|us|[KMGT]i?B|kB)\""), "Amount.time or Amount.bytes",
            Pattern.compile("%[-+# 0-9.,]*[dfegs] ?%%|\\+ \" ?%"), "Amount.share",
            Pattern.compile("== 1 \\? \"( ?\\w*)\" : \"\\1e?s\\b"), "Amount.count",
            Pattern.compile("\\((\\w+ \\+ \\w+)( [+-] 1)?\\) >>> 1"), "Search");

    private static final Map<Pattern, String> REPLACED_IN_THE_PAGE = Map.of(
            Pattern.compile("\\} (ns|µs|ms|s|B|KiB|MiB|GiB|GB/s)\\b|\\} %"), "formatTime, formatBytes or formatPercent",
            Pattern.compile("\\} ?\\$\\{[^{}]* === 1 \\? '(\\w*)' : '\\1e?s'"), "formatCounted");

    /** Names of files that may have their own, by the reason. */
    private static final Map<String, Set<String>> ALLOWED = Map.of(
            "the table of key averages looks like PyTorch's", Set.of("CellText.java", "TimeScale.java"),
            "profiles of functions and memory look like Aesara's",
                    Set.of("FunctionReport.java", "RankedTable.java", "NodeLines.java", "MemoryProfileText.java"),
            "a failed assertion shows exact times", Set.of("TraceText.java"),
            "a message has the value of an option as it is given", Set.of("TopCommand.java"),
            "settings of the flight recorder are exact", Set.of("FlightEventTypes.java", "EventSelection.java"),
            "the name of a counter ends with its unit", Set.of("TimelineCounter.java"),
            "limits of colours are whole percents", Set.of("cells.js"),
            "the pivot of a partition is no search", Set.of("Selection.java"));

    @Test
    void amounts_ofMainCode_haveOneFormatter() throws IOException {
        List<String> found = new ArrayList<>();
        Set<String> allowed = ALLOWED.values().stream().flatMap(Set::stream).collect(Collectors.toSet());
        Set<String> unused = new HashSet<>(allowed);
        int files = 0;
        for (String path : ProjectFiles.paths()) {
            boolean isMain = MAIN.matcher(path).matches();
            if (!isMain && !PAGE.matcher(path).matches()) {
                continue;
            }
            files++;
            String text = Files.readString(ProjectFiles.ROOT.resolve(path));
            for (Map.Entry<Pattern, String> each : (isMain ? REPLACED : REPLACED_IN_THE_PAGE).entrySet()) {
                for (Matcher matcher = each.getKey().matcher(text); matcher.find(); ) {
                    String name = path.substring(path.lastIndexOf('/') + 1);
                    unused.remove(name);
                    if (!allowed.contains(name)) {
                        found.add(path + ": " + matcher.group() + ": use " + each.getValue());
                    }
                }
            }
        }
        assertThat(files).isGreaterThan(1_000);
        assertThat(found).isEmpty();
        assertThat(unused).as("allowed and not needed").isEmpty();
    }
}
