package io.stepprofiler.cli;

import io.stepprofiler.analysis.report.WindowReport;
import io.stepprofiler.cli.InputFiles.InputFile;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Hosts of XProf sessions, {@code plugins/profile/SESSION/HOST.xplane.pb}. They count as ranks in the order of their
 * names, because files of JAX do not contain their rank.
 */
final class SessionHosts {
    private static final Pattern OF_SESSION = Pattern.compile(
            "(.*[/\\\\]plugins[/\\\\]profile[/\\\\][^/\\\\]+)[/\\\\]([^/\\\\]+)\\.xplane\\.pb", Pattern.DOTALL);

    private final List<String> hosts;

    private SessionHosts(List<String> hosts) {
        this.hosts = hosts;
    }

    /** The hosts of the sessions with several hosts. */
    static SessionHosts of(List<InputFile> files) {
        Map<String, TreeSet<String>> sessions = new TreeMap<>();
        for (InputFile file : files) {
            Matcher path = path(file);
            if (path.matches()) {
                sessions.computeIfAbsent(path.group(1), session -> new TreeSet<>())
                        .add(path.group(2));
            }
        }
        return new SessionHosts(sessions.values().stream()
                .filter(each -> each.size() > 1)
                .flatMap(TreeSet::stream)
                .distinct()
                .sorted()
                .toList());
    }

    /** The rank of a file's host; empty if it has none here. */
    OptionalInt rank(InputFile file) {
        Matcher path = path(file);
        int rank = path.matches() ? hosts.indexOf(path.group(2)) : -1;
        return rank < 0 ? OptionalInt.empty() : OptionalInt.of(rank);
    }

    /** The window of a file, with a rank if its host has one here and the file itself contains none. */
    WindowReport ranked(InputFile file, WindowReport window) {
        OptionalInt rank = rank(file);
        return rank.isEmpty() || window.run().rank() >= 0
                ? window
                : window.withRun(window.run().withRank(rank.getAsInt(), hosts.size()));
    }

    private static Matcher path(InputFile file) {
        return OF_SESSION.matcher(file.path().toAbsolutePath().normalize().toString());
    }
}
