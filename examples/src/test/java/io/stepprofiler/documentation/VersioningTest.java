package io.stepprofiler.documentation;

import static io.stepprofiler.documentation.PublishedModule.ROOT;
import static io.stepprofiler.documentation.PublishedModule.values;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Promises of VERSIONING.md, of the package comments, and of the comparison with a release. */
@Tag("sources")
class VersioningTest {
    private static final Pattern EXPORT = Pattern.compile("(?m)^ +exports ([\\w.]+);");
    private static final Pattern PROMISE = Pattern.compile("\\b(Stable|Experimental|Internal):");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([\\w.]+)` \\| `([\\w-]+)` \\| (\\w+) \\|$");
    /** Package of an artifact without a module descriptor. */
    private static final String DJL = "io.stepprofiler.djl";

    /** A package, its artifact and its promise, as a row of the table. */
    private record Row(String name, String artifact, String promise) {}

    private static List<Row> table() throws Exception {
        return ROW.matcher(Files.readString(ROOT.resolve("VERSIONING.md")))
                .results()
                .map(row -> new Row(row.group(1), row.group(2), row.group(3)))
                .toList();
    }

    /** Each exported package, and its promise in the comment of the package. */
    private static List<Row> exported() throws Exception {
        Map<String, Row> rows = new TreeMap<>();
        for (PublishedModule module : PublishedModule.all()) {
            Path sources = module.folder().resolve("src/main/java");
            List<String> packages = new ArrayList<>();
            if (Files.exists(sources.resolve("module-info.java"))) {
                EXPORT.matcher(Files.readString(sources.resolve("module-info.java")))
                        .results()
                        .forEach(export -> packages.add(export.group(1)));
            } else if (Files.exists(sources.resolve(DJL.replace('.', '/')))) {
                packages.add(DJL);
            }
            for (String name : packages) {
                String comment = Files.readString(sources.resolve(name.replace('.', '/') + "/package-info.java"));
                assertThat(comment).as(name).containsPattern(PROMISE);
                String promise = PROMISE.matcher(comment)
                        .results()
                        .findFirst()
                        .orElseThrow()
                        .group(1);
                rows.put(name, new Row(name, module.artifact(), promise.toLowerCase(Locale.ROOT)));
            }
        }
        return List.copyOf(rows.values());
    }

    @Test
    void table_ofPackages_hasThePromiseOfEachExportedPackageThatIsNotInternal() throws Exception {
        assertThat(table())
                .hasSizeGreaterThan(30)
                .containsExactlyElementsOf(exported().stream()
                        .filter(row -> !row.promise().equals("internal"))
                        .toList());
    }

    @Test
    void comparison_withARelease_includesEachStablePackage() throws Exception {
        assertThat(values(ROOT, "//profile[id='api']//include"))
                .containsAll(table().stream()
                        .filter(row -> row.promise().equals("stable"))
                        .map(Row::name)
                        .toList());
    }
}
