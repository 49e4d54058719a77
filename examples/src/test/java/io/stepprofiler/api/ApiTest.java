package io.stepprofiler.api;

import static io.stepprofiler.api.PublishedModule.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Holds the signatures of what is built against those under {@code api/}; CONTRIBUTING.md says what to do when it
 * fails.
 */
@Tag("long") // It is about classes, which are the same on every virtual machine.
class ApiTest {
    private static final Path BASELINE = ROOT.resolve("api");
    private static final Path DELIBERATE = BASELINE.resolve("changes.txt");
    private static final String REASON = " -- ";

    @Test
    @DisabledIfSystemProperty(named = "api", matches = "baseline")
    void api_ofTheBuild_isThatOfTheBaselineButForListedChanges() throws Exception {
        ApiComparison comparison = new ApiComparison(baseline(), built());
        List<String> unlisted = new ArrayList<>(comparison.breakingChanges());
        List<String> listed = deliberate();
        unlisted.removeAll(listed);
        assertThat(unlisted)
                .as(
                        "changes that break programs: undo them, or list them in api/changes.txt with the reason\n%s",
                        comparison.report())
                .isEmpty();
        assertThat(comparison.breakingChanges())
                .as("changes that api/changes.txt lists and that are none (any more)")
                .containsAll(listed);
    }

    @Test
    @DisabledIfSystemProperty(named = "api", matches = "baseline")
    void baseline_hasEveryLibraryThatIsDeployed() throws Exception {
        assertThat(baseline().keySet()).isEqualTo(built().keySet());
    }

    /** The value of {@code -Dapi} that asks for a new baseline. */
    @Test
    @EnabledIfSystemProperty(named = "api", matches = "baseline")
    void baseline_onDemand_isMadeAnew() throws Exception {
        Files.createDirectories(BASELINE);
        for (String old : baseline().keySet()) {
            Files.delete(BASELINE.resolve(old));
        }
        Map<String, byte[]> built = built();
        for (Map.Entry<String, byte[]> jar : built.entrySet()) {
            Files.write(BASELINE.resolve(jar.getKey()), jar.getValue());
        }
        Files.writeString(DELIBERATE, """
                # The jars beside this file hold the public signatures of version %s.
                # Below: what has since been changed on purpose so that programs break, one line a change, with its reason:
                # METHOD_REMOVED io.stepprofiler.Example.method(int) -- replaced by another
                """.formatted(PublishedModule.version()));
        assertThat(new ApiComparison(baseline(), built).breakingChanges()).isEmpty();
    }

    private static Map<String, byte[]> baseline() throws Exception {
        Map<String, byte[]> jars = new TreeMap<>();
        try (Stream<Path> files = Files.list(BASELINE)) {
            for (Path file :
                    files.filter(file -> file.toString().endsWith(".jar")).toList()) {
                jars.put(file.getFileName().toString(), Files.readAllBytes(file));
            }
        }
        return jars;
    }

    private static Map<String, byte[]> built() throws Exception {
        Map<String, byte[]> jars = new TreeMap<>();
        for (PublishedModule module : PublishedModule.all()) {
            if (module.isLibrary()) {
                jars.put(module.artifact() + ".jar", Signatures.jarOf(module.classes()));
            }
        }
        return jars;
    }

    private static List<String> deliberate() throws Exception {
        List<String> changes = new ArrayList<>();
        for (String line : Files.readAllLines(DELIBERATE)) {
            if (!line.startsWith("#") && !line.isBlank()) {
                assertThat(line)
                        .as("a line of api/changes.txt without a reason")
                        .contains(REASON);
                changes.add(line.substring(0, line.indexOf(REASON)));
            }
        }
        return changes;
    }
}
