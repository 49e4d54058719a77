package io.stepprofiler.frameworks;

import java.io.IOException;
import java.io.InputStream;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Pattern;

/** What the profiler knows of one framework or of a library that frameworks are built on. Immutable. */
public final class Framework {
    /** A file of properties that states a version, and the property. */
    private record VersionFile(String resource, String key) {}

    /** Set once: nothing changes them after {@link Facts#framework()}. */
    private final Facts facts;

    private Framework(Facts facts) {
        this.facts = facts;
    }

    static Facts named(String name) {
        return new Facts(name);
    }

    /** {@return its name} */
    public String name() {
        return facts.name;
    }

    /** {@return its name in advice} */
    public String shortName() {
        return facts.shortName;
    }

    /** {@return the name of its library for Java, as in the environment of a trace} */
    public String library() {
        return facts.library;
    }

    /** {@return whether its programs are in Python, and recorded by another profiler} */
    public boolean isInPython() {
        return facts.inPython;
    }

    /** {@return whether there is advice for its programs only} */
    public boolean isAdvised() {
        return !facts.advice.isEmpty();
    }

    /** {@return it and the frameworks that it is built on, whose advice applies to its programs, too} */
    public Set<Framework> withBase() {
        Set<Framework> all = new LinkedHashSet<>(Set.of(this));
        facts.base.forEach(each -> all.addAll(each.withBase()));
        return all;
    }

    /** {@return the prefixes of the names of its classes} */
    public Set<String> classes() {
        return facts.classes;
    }

    /** {@return the namespace of its operations, such as {@code aten::}; empty if it has none of its own} */
    public String namespace() {
        return facts.namespace;
    }

    /** {@return the name under which the agent notes that it has woven classes; empty if the agent weaves none} */
    public String weaving() {
        return facts.weaving;
    }

    /** {@return a key of the metadata of traces with its operations; empty if there is none} */
    public String metadataKey() {
        return facts.metadataKey;
    }

    /**
     * {@return the names of some of its operations, without namespace}
     *
     * @param use what they are used for
     */
    public Set<String> operations(OperationUse use) {
        return facts.operations.getOrDefault(use, Set.of());
    }

    /**
     * {@return how a kind of evidence is switched on in its own profiler; empty if that cannot record it}
     *
     * @param kind name of the evidence
     */
    public String evidence(String kind) {
        return facts.evidence.getOrDefault(kind, "");
    }

    /** True if the agent records a kind of evidence for its programs. */
    boolean isRecordedByAgent(String kind) {
        return facts.evidenceByAgent.contains(kind);
    }

    /** Its advice. */
    Map<Problem, String> advice() {
        return Collections.unmodifiableMap(facts.advice);
    }

    /** {@return whether other processes can see that a process has loaded it} */
    public boolean isSeenFromOutside() {
        return facts.files.isPresent();
    }

    /** True if one of the files that a process has mapped or open is of it. */
    boolean hasLoaded(Set<String> mapped) {
        return facts.files
                .filter(pattern ->
                        mapped.stream().anyMatch(file -> pattern.matcher(file).find()))
                .isPresent();
    }

    /** The version that a class loader finds; empty if it finds none. */
    String version(ClassLoader loader) {
        for (VersionFile file : facts.versionFiles) {
            try (InputStream in = loader.getResourceAsStream(file.resource)) {
                Properties properties = new Properties();
                if (in != null) {
                    properties.load(in);
                }
                String version = properties.getProperty(file.key, "").strip();
                if (!version.isEmpty()) {
                    return version;
                }
            } catch (IOException | RuntimeException e) {
                // A file that cannot be read states nothing.
            }
        }
        return "";
    }

    /** Facts of a framework, collected one by one. */
    static final class Facts {
        private final String name;
        private String shortName;
        private String library;
        private boolean inPython;
        private Set<String> classes = Set.of();
        private List<VersionFile> versionFiles = List.of();
        private Optional<Pattern> files = Optional.empty();
        private String namespace = "";
        private String weaving = "";
        private String metadataKey = "";
        private List<Framework> base = List.of();
        private Set<String> evidenceByAgent = Set.of();
        private final Map<OperationUse, Set<String>> operations = new EnumMap<>(OperationUse.class);
        private final Map<String, String> evidence = new HashMap<>();
        private final Map<Problem, String> advice = new EnumMap<>(Problem.class);

        private Facts(String name) {
            this.name = name;
            shortName = name;
            library = name;
        }

        Facts shortName(String text) {
            shortName = text;
            return this;
        }

        Facts library(String text) {
            library = text;
            return this;
        }

        Facts inPython() {
            inPython = true;
            return this;
        }

        Facts classes(String... prefixes) {
            classes = Set.of(prefixes);
            return this;
        }

        Facts version(String resource, String key) {
            versionFiles = List.of(new VersionFile(resource, key));
            return this;
        }

        /** Artifacts, as {@code group/name}, of which one has a file of Maven with its version. */
        Facts artifacts(String... names) {
            versionFiles = List.of(names).stream()
                    .map(each -> new VersionFile("META-INF/maven/" + each + "/pom.properties", "version"))
                    .toList();
            return this;
        }

        /** Pattern of the paths of its native libraries and jars. */
        Facts files(String pattern) {
            files = Optional.of(Pattern.compile(pattern));
            return this;
        }

        Facts namespace(String prefix) {
            namespace = prefix;
            return this;
        }

        Facts weaving(String text) {
            weaving = text;
            return this;
        }

        Facts metadataKey(String key) {
            metadataKey = key;
            return this;
        }

        Facts on(Framework... frameworks) {
            base = List.of(frameworks);
            return this;
        }

        Facts operations(OperationUse use, String... names) {
            operations.put(use, Set.of(names));
            return this;
        }

        Facts evidenceByAgent(String... kinds) {
            evidenceByAgent = Set.of(kinds);
            return this;
        }

        Facts evidence(String kind, String option) {
            evidence.put(kind, option);
            return this;
        }

        Facts advice(Problem problem, String text) {
            advice.put(problem, text);
            return this;
        }

        Framework framework() {
            return new Framework(this);
        }
    }
}
