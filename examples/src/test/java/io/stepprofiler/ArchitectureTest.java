package io.stepprofiler;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.core.importer.Locations;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who may know whom, and what all modules have in common, checked in their compiled classes. */
@Tag("sources") // It is about classes, which are the same on every virtual machine.
class ArchitectureTest {
    /** The agent is not on the class path of the examples, for it is not meant to be on any. */
    private static final Location AGENT_CLASSES = Location.of(Path.of("../integrations/agent/target/classes"));

    /** Nor is the command line. */
    private static final Location CLI_CLASSES = Location.of(Path.of("../tools/cli/target/classes"));

    /** protoc's code has other manners. */
    private static final ImportOption WRITTEN_BY_US =
            location -> !location.contains("/xspace/proto/") && !location.contains("/capture/proto/");

    /** Programs for the tests of all modules. */
    private static final ImportOption IN_NO_JAR_OF_TESTS = location -> !location.contains("-tests.jar");

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(IN_NO_JAR_OF_TESTS)
            .withImportOption(WRITTEN_BY_US)
            .importLocations(Stream.concat(
                            Locations.ofPackage("io.stepprofiler").stream(), Stream.of(AGENT_CLASSES, CLI_CLASSES))
                    .collect(Collectors.toSet()));

    private static final DescribedPredicate<JavaClass> OURS = resideInAPackage("io.stepprofiler..");
    private static final DescribedPredicate<JavaClass> NO_EXAMPLES =
            not(module("examples")).as("are no examples");

    /** What core has of journals is their interface, in the package around. */
    private static final List<String> MODULES = List.of(
            "schedule",
            "nativeaccess",
            "analysis",
            "fleet",
            "journal.blocks",
            "readers",
            "tuning",
            "xprof",
            "mxnet",
            "handlers",
            "report",
            "capture",
            "jvm",
            "pytorch",
            "cuda",
            "djl",
            "agent",
            "cli",
            "testkit",
            "examples");

    /** Packages whose classes know each other in larger cycles than others may have; they must not grow. */
    private static final Map<String, Integer> KNOTS = Map.ofEntries(
            Map.entry("io.stepprofiler.agent", 6),
            Map.entry("io.stepprofiler.cli", 7),
            Map.entry("io.stepprofiler.djl", 4),
            Map.entry("io.stepprofiler.handlers.executiontrace", 6),
            Map.entry("io.stepprofiler.handlers.perfetto", 6),
            Map.entry("io.stepprofiler.handlers.xplane", 4),
            Map.entry("io.stepprofiler.journal.blocks", 8),
            Map.entry("io.stepprofiler.jvm", 4),
            Map.entry("io.stepprofiler.nativeaccess.torch", 4),
            Map.entry("io.stepprofiler.readers.xspace", 7),
            Map.entry("io.stepprofiler.schedule", 6));

    /** Simple names of two types: MXNet's interface has MXNet's names. */
    private static final Set<String> NAMES_OF_TWO_TYPES = Set.of("Domain", "Frame", "Task");

    /** The agent prints: the program's logging may never be set up. */
    private static final DescribedPredicate<JavaClass> CONSOLE = describe(
            "are the agent's or the command's console, or asked to print there",
            type -> Set.of(
                            "io.stepprofiler.agent.Console",
                            "io.stepprofiler.cli.CommandLines",
                            "io.stepprofiler.handlers.functions.Destination")
                    .contains(type.getName()));

    /** The JDK as all modules may know it, with the annotations that mark nullness. */
    private static final DescribedPredicate<JavaClass> JDK = resideInAnyPackage(
                    "java..", "com.sun.management..", "org.jspecify.annotations")
            .as("belong to the JDK");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "schedule       |                                    |",
                "core           | schedule                           |",
                "nativeaccess   | core schedule                      |",
                "analysis       | core schedule                      |",
                "fleet          | core schedule analysis             |",
                "journal.blocks | core schedule                      | com.github.luben.zstd..",
                "readers        | core schedule                      | com.google.protobuf.. com.google.common.. com.fasterxml.jackson..",
                "tuning         | core schedule analysis readers handlers | com.fasterxml.jackson..",
                "xprof          | core schedule handlers jvm         | com.sun.net.httpserver..",
                "mxnet          | core schedule handlers             |",
                "testkit        | core schedule                      |",
                "report         | core schedule analysis fleet handlers | com.fasterxml.jackson..",
                "capture        | core schedule analysis fleet handlers report | io.stepprofiler.capture.proto.. javax.net.. io.grpc.. com.google.protobuf.. com.google.common..",
                "jvm            | core schedule                      | jdk.jfr..",
                "djl            | core schedule handlers             | ai.djl.. com.sun.jna..",
                "pytorch        | core schedule nativeaccess         |",
                "cuda           | core schedule nativeaccess         |",
                "cli            | core schedule analysis fleet journal.blocks handlers report capture xprof | com.sun.tools.attach.. com.fasterxml.jackson.. picocli.."
            })
    void module_knowsNoneButTheseAndTheJdk(String name, @Nullable String modules, @Nullable String libraries) {
        hold(classes()
                .that(module(name))
                .should()
                .onlyDependOnClassesThat(anyOf(modules == null ? name : name + " " + modules)
                        .or(JDK)
                        .or(resideInAnyPackage(words(libraries)))));
    }

    @Test
    void handlers_knowCoreAndAnalysisAndOfOursNothingElse() {
        hold(classes()
                .that(module("handlers"))
                .should()
                .onlyDependOnClassesThat(
                        anyOf("handlers analysis core schedule").or(not(OURS))));
    }

    @Test
    void protobuf_comesIntoNoTrainingJobButByTheServer() {
        hold(noClasses()
                .that(not(anyOf("readers tuning capture examples")))
                .should()
                .dependOnClassesThat(resideInAPackage("com.google.protobuf..")));
    }

    @ParameterizedTest
    @CsvSource({"testkit,", "capture, agent cli examples", "cli,", "agent,", "examples,"})
    void module_isKnownToNoneButThese(String name, @Nullable String modules) {
        hold(noClasses()
                .that(not(anyOf(modules == null ? name : name + " " + modules)))
                .should()
                .dependOnClassesThat(module(name)));
    }

    @Test
    void packages_makeNoCycles() {
        hold(slices().assignedFrom(new OnePackageEach()).should().beFreeOfCycles());
    }

    @Test
    void packages_haveNoCyclesOfManyClassesInside() {
        Map<String, Integer> tooLarge = new TreeMap<>();
        CLASSES.stream()
                .filter(NO_EXAMPLES)
                .map(ClassCycles::topLevel)
                .distinct()
                .collect(Collectors.groupingBy(JavaClass::getPackageName))
                .forEach((name, members) -> {
                    int size = ClassCycles.largest(members);
                    if (size > KNOTS.getOrDefault(name, ClassCycles.ALLOWED)) {
                        tooLarge.put(name, size);
                    }
                });
        assertThat(tooLarge).isEmpty();
    }

    @Test
    void packages_sayTheirPurposeAndThatNullIsMarked() {
        hold(classes().should(new BeInANullMarkedPackage()));
    }

    @Test
    void standardStreams_areForExamplesAndWhatTheAgentSays() {
        hold(noClasses().that(NO_EXAMPLES.and(not(CONSOLE))).should(ACCESS_STANDARD_STREAMS));
    }

    @Test
    void exceptions_sayWhatIsWrongByTheirType() {
        hold(noClasses().should().accessTargetWhere(makesAGenericException()));
    }

    @Test
    void names_sayWhatAClassIs() {
        hold(noClasses().should().haveNameMatching(".*(Util|Utils|Helper|Manager)"));
    }

    @Test
    void names_ofTypes_areUnique() {
        Set<String> seen = new HashSet<>();
        assertThat(CLASSES.stream()
                        .filter(type ->
                                type.isTopLevelClass() && !type.getSimpleName().equals("package-info"))
                        .map(JavaClass::getSimpleName)
                        .filter(name -> !seen.add(name)))
                .containsExactlyInAnyOrderElementsOf(NAMES_OF_TWO_TYPES);
    }

    /** Core is everything else: a module that is not listed may do no more than core until it is. */
    private static DescribedPredicate<JavaClass> module(String name) {
        DescribedPredicate<JavaClass> classes = name.equals("core")
                ? OURS.and(not(anyOf(String.join(" ", MODULES))))
                : resideInAPackage("io.stepprofiler." + name + "..");
        return classes.as("belong to " + name);
    }

    private static DescribedPredicate<JavaClass> anyOf(String modules) {
        return Arrays.stream(words(modules))
                .map(ArchitectureTest::module)
                .reduce((one, other) -> one.or(other))
                .orElseThrow();
    }

    private static String[] words(@Nullable String text) {
        return text == null ? new String[0] : text.strip().split(" +");
    }

    /** ArchUnit's own rule for this knows nothing of Error, nor of method references. */
    private static DescribedPredicate<JavaAccess<?>> makesAGenericException() {
        Set<String> generic = Stream.of(Throwable.class, Exception.class, RuntimeException.class, Error.class)
                .map(Class::getName)
                .collect(Collectors.toSet());
        // An exception's own constructor calls that of its superclass.
        return describe(
                "a generic exception is made",
                access -> access.getName().equals("<init>")
                        && generic.contains(access.getTargetOwner().getName())
                        && !access.getOriginOwner().isAssignableTo(Throwable.class));
    }

    private static void hold(ArchRule rule) {
        rule.allowEmptyShould(false).check(CLASSES);
    }

    /** Slices as ArchUnit makes them from a pattern leave out the classes of the root package. */
    private static final class OnePackageEach implements SliceAssignment {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass javaClass) {
            return SliceIdentifier.of(javaClass.getPackageName());
        }

        @Override
        public String getDescription() {
            return "packages";
        }
    }

    /** Package-infos are annotated, because those without an annotation leave no class file to find. */
    private static final class BeInANullMarkedPackage extends ArchCondition<JavaClass> {
        BeInANullMarkedPackage() {
            super("be in a package with a package-info that says @NullMarked");
        }

        @Override
        public void check(JavaClass javaClass, ConditionEvents events) {
            boolean marked = javaClass.getPackage().isAnnotatedWith(NullMarked.class);
            events.add(new SimpleConditionEvent(
                    javaClass, marked, javaClass.getPackageName() + " has " + (marked ? "one" : "none")));
        }
    }
}
