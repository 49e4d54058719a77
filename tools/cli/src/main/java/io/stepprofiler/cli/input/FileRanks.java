package io.stepprofiler.cli.input;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Ranks of files that do not contain theirs, by their paths: a number such as {@code rank_3}, {@code rank3} or {@code
 * rank-3}; else, for files of an XProf session, {@code plugins/profile/SESSION/HOST.xplane.pb} or {@code HOST.trace.json.gz},
 * the place of the host in the order of names.
 */
final class FileRanks {
    private static final Pattern OF_SESSION = Pattern.compile(
            "(.*[/\\\\]plugins[/\\\\]profile[/\\\\][^/\\\\]+)[/\\\\]([^/\\\\]+?)\\.(?:xplane\\.pb|trace\\.json)(?:\\.gz)?",
            Pattern.DOTALL);

    private static final Pattern NAMED = Pattern.compile("(?i)(?<![a-z])rank[_-]?(\\d{1,6})(?!\\d)");

    private final List<String> hosts;

    private FileRanks(List<String> hosts) {
        this.hosts = hosts;
    }

    /** The ranks of some files; the hosts of sessions with several hosts are ranks. */
    static FileRanks of(List<InputFile> files) {
        Map<String, TreeSet<String>> sessions = new TreeMap<>();
        for (InputFile file : files) {
            Matcher path = path(file);
            if (path.matches()) {
                sessions.computeIfAbsent(path.group(1), session -> new TreeSet<>())
                        .add(path.group(2));
            }
        }
        return new FileRanks(sessions.values().stream()
                .filter(each -> each.size() > 1)
                .flatMap(TreeSet::stream)
                .distinct()
                .sorted()
                .toList());
    }

    /** The rank of a file by the last number in its path, or by its host; empty if it has none here. */
    OptionalInt rank(InputFile file) {
        OptionalInt last = NAMED.matcher(file.name())
                .results()
                .mapToInt(found -> Integer.parseInt(found.group(1)))
                .reduce((earlier, later) -> later);
        Matcher path = path(file);
        int host = path.matches() ? hosts.indexOf(path.group(2)) : -1;
        return last.isPresent() || host < 0 ? last : OptionalInt.of(host);
    }

    /** The number of ranks, if hosts are ranks; 0 if it is not known. */
    int worldSize(int rank) {
        return rank < hosts.size() ? hosts.size() : 0;
    }

    private static Matcher path(InputFile file) {
        return OF_SESSION.matcher(file.path().toAbsolutePath().normalize().toString());
    }
}
