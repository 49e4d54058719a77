package io.stepprofiler.environment;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/** The commit that is checked out around a directory, read from git's files without running git. */
final class GitCommit {
    /** Limit of a file of git, whose packed references can be many. */
    private static final int MAX_BYTES = 1 << 22;

    private static final String REFERENCE = "ref: ";
    private static final String REPOSITORY = "gitdir: ";
    private static final Pattern HASH = Pattern.compile("\\p{XDigit}{40}(?:\\p{XDigit}{24})?");

    private GitCommit() {}

    /** The hash of the commit; empty if there is none, or git's files are of a form that is not known here. */
    static Optional<String> of(Path directory) {
        try {
            for (Path each = directory.toAbsolutePath(); each != null; each = each.getParent()) {
                Path git = each.resolve(".git");
                if (Files.exists(git)) {
                    return Optional.of(head(Files.isDirectory(git) ? git : linked(git)))
                            .filter(hash -> HASH.matcher(hash).matches());
                }
            }
        } catch (IOException | RuntimeException e) {
            // Files that are absent or cannot be read.
        }
        return Optional.empty();
    }

    /** The repository of a further work tree or of a submodule, which a file names. */
    private static Path linked(Path file) throws IOException {
        String text = text(file);
        return text.startsWith(REPOSITORY) ? file.resolveSibling(text.substring(REPOSITORY.length())) : file;
    }

    private static String head(Path git) throws IOException {
        String head = text(git.resolve("HEAD"));
        if (!head.startsWith(REFERENCE)) {
            return head;
        }
        String name = head.substring(REFERENCE.length());
        Path common = git.resolve("commondir");
        Path shared = Files.exists(common) ? git.resolve(text(common)) : git;
        Path reference = shared.resolve(name);
        return Files.exists(reference) ? text(reference) : packed(shared.resolve("packed-refs"), name);
    }

    private static String packed(Path file, String name) throws IOException {
        return text(file)
                .lines()
                .filter(line -> line.endsWith(" " + name))
                .map(line -> line.substring(0, line.indexOf(' ')))
                .findFirst()
                .orElse("");
    }

    private static String text(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readNBytes(MAX_BYTES), StandardCharsets.UTF_8).strip();
        }
    }
}
