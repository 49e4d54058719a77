package io.stepprofiler.frameworks;

import java.io.IOException;
import java.io.InputStream;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Pattern;

/** A training framework or a base of some. Immutable. */
public final class Framework {
    private final String name;
    private final List<Framework> base;
    private final Map<Fact, Set<String>> facts = new EnumMap<>(Fact.class);
    private final Map<Problem, String> advice = new EnumMap<>(Problem.class);
    private final Map<String, String> evidence = new HashMap<>();

    Framework(String name, Framework... base) {
        this.name = name;
        this.base = List.of(base);
    }

    Framework has(Fact fact, String... names) {
        facts.computeIfAbsent(fact, any -> new LinkedHashSet<>()).addAll(List.of(names));
        return this;
    }

    /** Its version is in Maven's file of one of some artifacts, such as {@code org.nd4j/nd4j-api}. */
    Framework hasArtifacts(String... artifacts) {
        return has(
                Fact.VERSION,
                List.of(artifacts).stream()
                        .map(each -> "META-INF/maven/" + each + "/pom.properties#version")
                        .toArray(String[]::new));
    }

    Framework advises(Problem problem, String text) {
        advice.put(problem, text);
        return this;
    }

    /** Its own profiler records evidence, of programs in Python, with an option. */
    Framework records(String kind, String option) {
        evidence.put(kind, option);
        return this;
    }

    /** {@return its name} */
    public String name() {
        return name;
    }

    /** {@return its name in advice} */
    public String shortName() {
        return names(Fact.SHORT_NAME).stream().findFirst().orElse(name);
    }

    /** {@return its name in the environment of a trace} */
    public String library() {
        return names(Fact.LIBRARY).stream().findFirst().orElse(name);
    }

    /**
     * {@return some of its names}
     *
     * @param fact kind of the names
     */
    public Set<String> names(Fact fact) {
        return Collections.unmodifiableSet(facts.getOrDefault(fact, Set.of()));
    }

    /** {@return whether its programs are in Python, and recorded by its own profiler} */
    public boolean isInPython() {
        return !evidence.isEmpty();
    }

    /** {@return it and the frameworks that it is built on, whose advice applies to its programs, too} */
    public Set<Framework> withBase() {
        Set<Framework> all = new LinkedHashSet<>(Set.of(this));
        base.forEach(each -> all.addAll(each.withBase()));
        return all;
    }

    /**
     * {@return the option of its own profiler that records a kind of evidence; empty if that cannot record it}
     *
     * @param kind name of the evidence
     */
    public String option(String kind) {
        return evidence.getOrDefault(kind, "");
    }

    /** {@return whether there is advice for its programs} */
    public boolean isAdvised() {
        return !advice.isEmpty();
    }

    String advice(Problem problem) {
        return advice.getOrDefault(problem, "");
    }

    boolean isAmong(Set<String> files) {
        return names(Fact.FILES).stream()
                .map(Pattern::compile)
                .anyMatch(pattern ->
                        files.stream().anyMatch(file -> pattern.matcher(file).find()));
    }

    /** The version that a class loader finds; empty if it finds none. */
    String version(ClassLoader loader) {
        for (String place : names(Fact.VERSION)) {
            String[] fileAndKey = place.split("#", -1);
            try (InputStream in = loader.getResourceAsStream(fileAndKey[0])) {
                Properties properties = new Properties();
                if (in != null) {
                    properties.load(in);
                }
                String version = properties.getProperty(fileAndKey[1], "").strip();
                if (!version.isEmpty()) {
                    return version;
                }
            } catch (IOException | RuntimeException e) {
                // A file that cannot be read states nothing.
            }
        }
        return "";
    }
}
