package io.stepprofiler.report.browser;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** A program of the machine that tests need, and that the build does without where it is missing. */
enum Program {
    CHROMIUM("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"),
    NODE("node", "nodejs");

    @SuppressWarnings("ImmutableEnumChecker") // Never changed.
    private final List<String> names;

    Program(String... names) {
        this.names = List.of(names);
    }

    /** Where it is; where it is not, the tests are left out, and standard error says which and why. */
    Path orSkip(String tests) {
        Optional<Path> found = find();
        if (found.isEmpty()) {
            String why = "SKIPPED: " + tests + ", because there is no " + names.get(0) + " on the path of this machine;"
                    + " Debian has it in the package " + (this == NODE ? "nodejs" : "chromium");
            String line = "!".repeat(why.length());
            System.err.println(line + "\n" + why + "\n" + line);
            Assumptions.abort(why);
        }
        return found.orElseThrow();
    }

    private Optional<Path> find() {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Stream.of(path.split(File.pathSeparator, -1))
                .flatMap(dir -> names.stream().map(name -> Path.of(dir, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
