package io.stepprofiler.api;

import japicmp.cmp.JApiCmpArchive;
import japicmp.cmp.JarArchiveComparator;
import japicmp.cmp.JarArchiveComparatorOptions;
import japicmp.config.Options;
import japicmp.model.AccessModifier;
import japicmp.model.JApiBehavior;
import japicmp.model.JApiClass;
import japicmp.model.JApiCompatibility;
import japicmp.model.JApiCompatibilityChangeType;
import japicmp.output.stdout.StdoutOutputGenerator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Incompatible changes from one API to another, found by japicmp. */
final class ApiComparison {
    private final List<JApiClass> classes;

    /**
     * Compares two APIs.
     *
     * @param before jars by their names
     * @param now jars by their names
     */
    ApiComparison(Map<String, byte[]> before, Map<String, byte[]> now) {
        JarArchiveComparatorOptions options = new JarArchiveComparatorOptions();
        options.setAccessModifier(AccessModifier.PACKAGE_PROTECTED);
        options.getIgnoreMissingClasses().setIgnoreAllMissingClasses(true);
        classes = new JarArchiveComparator(options).compare(archives(before), archives(now));
    }

    private static List<JApiCmpArchive> archives(Map<String, byte[]> jars) {
        return new TreeMap<>(jars)
                .entrySet().stream()
                        .map(jar -> new JApiCmpArchive(jar.getValue(), "n.a.", jar.getKey()))
                        .toList();
    }

    /** One line a change, as the list of deliberate changes has them, in the order of the alphabet. */
    List<String> breakingChanges() {
        return classes.stream()
                .flatMap(ApiComparison::breakingChanges)
                .sorted()
                .distinct()
                .toList();
    }

    private static Stream<String> breakingChanges(JApiClass type) {
        String name = type.getFullyQualifiedName();
        Stream<String> ofType = lines(type, name);
        if (type.getCompatibilityChanges().stream()
                .anyMatch(change -> change.getType() == JApiCompatibilityChangeType.CLASS_REMOVED)) {
            return ofType;
        }
        return Stream.of(
                        ofType,
                        lines(type.getSuperclass(), name),
                        type.getInterfaces().stream()
                                .flatMap(all -> lines(all, name + " " + all.getFullyQualifiedName())),
                        type.getFields().stream().flatMap(field -> lines(field, name + "." + field.getName())),
                        type.getConstructors().stream().flatMap(made -> lines(made, name + parameters(made))),
                        type.getMethods().stream()
                                .flatMap(method -> lines(method, name + "." + method.getName() + parameters(method))))
                .flatMap(lines -> lines);
    }

    private static Stream<String> lines(JApiCompatibility element, String name) {
        return element.getCompatibilityChanges().stream()
                .filter(change -> !change.isBinaryCompatible() || !change.isSourceCompatible())
                .map(change -> change.getType() + " " + name);
    }

    private static String parameters(JApiBehavior behavior) {
        return behavior.getParameters().stream()
                .map(parameter -> parameter.getType())
                .collect(Collectors.joining(",", "(", ")"));
    }

    /** The report of japicmp about the types that have changed so. */
    String report() {
        Options options = Options.newDefault();
        options.setOutputOnlyModifications(true);
        options.setAccessModifier(AccessModifier.PACKAGE_PROTECTED);
        // A list that japicmp may change.
        List<JApiClass> broken = classes.stream()
                .filter(type -> breakingChanges(type).findAny().isPresent())
                .collect(Collectors.toCollection(ArrayList::new));
        return new StdoutOutputGenerator(options, broken).generate();
    }
}
