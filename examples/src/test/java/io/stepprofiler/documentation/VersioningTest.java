package io.stepprofiler.documentation;

import static io.stepprofiler.documentation.PublishedModule.ROOT;
import static io.stepprofiler.documentation.PublishedModule.values;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
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
    /** Packages of artifacts without a module descriptor, with the file of their comment. */
    private static final Map<String, String> WITHOUT_DESCRIPTOR = Map.of(
            "io.stepprofiler.djl", "java/io/stepprofiler/djl/package-info.java",
            "io.stepprofiler.junit", "java/io/stepprofiler/junit/package-info.java",
            "io.stepprofiler.kotlin", "kotlin/io/stepprofiler/kotlin/ScopeContext.kt",
            "io.stepprofiler.micrometer", "java/io/stepprofiler/micrometer/package-info.java",
            "io.stepprofiler.spark", "java/io/stepprofiler/spark/package-info.java");

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
            Path sources = module.folder().resolve("src/main");
            Map<String, Path> comments = new TreeMap<>();
            WITHOUT_DESCRIPTOR.forEach((name, file) -> comments.put(name, sources.resolve(file)));
            comments.values().removeIf(file -> !Files.exists(file));
            if (Files.exists(sources.resolve("java/module-info.java"))) {
                EXPORT.matcher(Files.readString(sources.resolve("java/module-info.java")))
                        .results()
                        .map(export -> export.group(1))
                        .forEach(name -> comments.put(
                                name, sources.resolve("java/" + name.replace('.', '/') + "/package-info.java")));
            }
            for (String name : comments.keySet()) {
                String comment = Files.readString(comments.get(name));
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
