package io.stepprofiler;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Cycles of classes inside a package, in which nested classes are parts of those around them. */
final class ClassCycles {
    /** As many classes may know each other. */
    static final int ALLOWED = 3;

    private final Map<JavaClass, Set<JavaClass>> known = new HashMap<>();

    private ClassCycles(Collection<JavaClass> members) {
        Set<JavaClass> all = Set.copyOf(members);
        for (JavaClass member : all) {
            known.put(member, new HashSet<>());
        }
        for (JavaClass member : all) {
            Set<JavaClass> here = known.get(member);
            member.getPackage().getClasses().stream()
                    .filter(each -> topLevel(each).equals(member))
                    .flatMap(each -> each.getDirectDependenciesFromSelf().stream())
                    .map(Dependency::getTargetClass)
                    .map(ClassCycles::topLevel)
                    .filter(all::contains)
                    .filter(target -> !target.equals(member))
                    .forEach(here::add);
        }
    }

    /** The class around a nested one, or the class itself. */
    static JavaClass topLevel(JavaClass type) {
        JavaClass element = type;
        while (element.isArray()) {
            element = element.getComponentType();
        }
        return element.getEnclosingClass().map(ClassCycles::topLevel).orElse(element);
    }

    /** The most classes of a package that all can be reached from each other. */
    static int largest(Collection<JavaClass> members) {
        ClassCycles cycles = new ClassCycles(members);
        Map<JavaClass, Set<JavaClass>> reached =
                cycles.known.keySet().stream().collect(Collectors.toMap(member -> member, cycles::reachedFrom));
        return reached.entrySet().stream()
                .mapToInt(from -> (int) from.getValue().stream()
                        .filter(to -> reached.get(to).contains(from.getKey()))
                        .count())
                .max()
                .orElse(0);
    }

    private Set<JavaClass> reachedFrom(JavaClass start) {
        Set<JavaClass> reached = new HashSet<>();
        Deque<JavaClass> next = new ArrayDeque<>(known.get(start));
        while (!next.isEmpty()) {
            JavaClass each = next.poll();
            if (reached.add(each)) {
                next.addAll(known.get(each));
            }
        }
        return reached;
    }
}
