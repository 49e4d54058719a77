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
import com.tngtech.archunit.core.domain.JavaModifier;
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
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    /** The agent is not on the class path of the examples, for it is not meant to be on any. */
    private static final Location AGENT_CLASSES = Location.of(ROOT.resolve("integrations/agent/target/classes"));

    /** Nor is the command line. */
    private static final Location CLI_CLASSES = Location.of(ROOT.resolve("tools/cli/target/classes"));

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

    private static final DescribedPredicate<JavaClass> NO_EXAMPLES =
            not(module("examples")).as("are no examples");

    /** Packages whose classes know each other in larger cycles than others may have; they must not grow. */
    private static final Map<String, Integer> KNOTS = Map.ofEntries(
            Map.entry("io.stepprofiler.agent", 6),
            Map.entry("io.stepprofiler.djl", 4),
            Map.entry("io.stepprofiler.handlers.executiontrace", 6),
            Map.entry("io.stepprofiler.handlers.perfetto", 6),
            Map.entry("io.stepprofiler.handlers.xplane", 4),
            Map.entry("io.stepprofiler.journal.blocks", 8),
            Map.entry("io.stepprofiler.jvm", 4),
            Map.entry("io.stepprofiler.nativeaccess.torch", 4),
            Map.entry("io.stepprofiler.readers.xspace", 7),
            Map.entry("io.stepprofiler.schedule", 6));

    /** The agent prints: the program's logging may never be set up. */
    private static final DescribedPredicate<JavaClass> CONSOLE = describe(
            "are the agent's or the command's console, or asked to print there, or go on after the log",
            type -> Set.of(
                            "io.stepprofiler.agent.Console",
                            "io.stepprofiler.cli.input.Terminal",
                            "io.stepprofiler.handlers.functions.Destination",
                            "io.stepprofiler.mxnet.MxFailureLog")
                    .contains(type.getName()));

    /** The JDK as all modules may know it, with the annotations that mark nullness. */
    private static final DescribedPredicate<JavaClass> JDK = resideInAnyPackage(
                    "java..", "com.sun.management..", "org.jspecify.annotations")
            .as("belong to the JDK");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "profiler-schedule |                                                  |",
                "profiler-trace    |                                                  |",
                "profiler-core     | profiler-schedule profiler-trace                 |",
                "native            | profiler-core profiler-trace                     |",
                "journal           | profiler-trace                                   | com.github.luben.zstd..",
                "readers           | profiler-trace                                   | com.google.protobuf.. com.google.common.. com.fasterxml.jackson..",
                "analysis          | profiler-trace                                   |",
                "fleet             | profiler-trace analysis                          |",
                "report            | profiler-trace analysis fleet                    | com.fasterxml.jackson..",
                "handlers          | profiler-trace analysis                          | com.fasterxml.jackson.. com.sun.net.httpserver..",
                "testkit           | profiler-core profiler-trace profiler-schedule   |",
                "jvm               | profiler-core profiler-trace                     | jdk.jfr..",
                "pytorch           | profiler-core profiler-trace native              |",
                "cuda              | profiler-core profiler-trace native              |",
                "djl               | profiler-core profiler-trace profiler-schedule handlers | ai.djl.. com.sun.jna..",
                "tuning            | profiler-core profiler-trace profiler-schedule analysis readers handlers | com.fasterxml.jackson..",
                "xprof             | profiler-core profiler-trace profiler-schedule handlers jvm |",
                "mxnet             | profiler-core profiler-trace profiler-schedule handlers |",
                "micrometer        | profiler-core profiler-trace analysis report     | io.micrometer..",
                "junit             | profiler-core profiler-trace profiler-schedule analysis report jvm | org.junit..",
                "capture           | profiler-core profiler-trace profiler-schedule analysis fleet handlers report | io.stepprofiler.capture.proto.. javax.net.. io.grpc.. com.google.protobuf.. com.google.common..",
                "cli               | profiler-core profiler-trace profiler-schedule analysis fleet journal handlers report capture | com.sun.tools.attach.. com.fasterxml.jackson.. picocli.."
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
    void folders_pointInOneDirection() {
        hold(slices().assignedFrom(new OneFolderEach()).should().beFreeOfCycles());
    }

    @ParameterizedTest
    @CsvSource({"insight, profiler-core handlers tools", "handlers, tools", "profiler-trace, profiler-core"})
    void folder_neverKnowsThese(String folder, String others) {
        hold(noClasses()
                .that(folder(folder))
                .should()
                .dependOnClassesThat(Arrays.stream(words(others))
                        .map(ArchitectureTest::folder)
                        .reduce((one, other) -> one.or(other))
                        .orElseThrow()));
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
                .isEmpty();
    }

    @Test
    void records_haveAtMostTwelveComponents() {
        assertThat(CLASSES.stream()
                        .filter(JavaClass::isRecord)
                        .filter(type -> type.getFields().stream()
                                        .filter(field -> !field.getModifiers().contains(JavaModifier.STATIC))
                                        .count()
                                > 12)
                        .map(JavaClass::getName))
                .isEmpty();
    }

    /** The folder of a class's module, from the root of the project, such as {@code insight/analysis}; empty for others. */
    private static String moduleFolder(JavaClass type) {
        return type.getBaseComponentType()
                .getSource()
                .map(source -> source.getUri().getSchemeSpecificPart().replaceFirst("^(file:)?/*", "/"))
                .filter(path -> path.startsWith(ROOT + "/") && path.contains("/target/"))
                .map(path -> path.substring(ROOT.toString().length() + 1, path.indexOf("/target/")))
                .orElse("");
    }

    private static DescribedPredicate<JavaClass> module(String name) {
        return describe("belong to " + name, type -> ("/" + moduleFolder(type)).endsWith("/" + name));
    }

    private static DescribedPredicate<JavaClass> folder(String name) {
        return describe("are in the folder " + name, type -> topFolder(type).equals(name));
    }

    private static String topFolder(JavaClass type) {
        return moduleFolder(type).replaceFirst("/.*", "");
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

    private static final class OneFolderEach implements SliceAssignment {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass javaClass) {
            return SliceIdentifier.of(topFolder(javaClass));
        }

        @Override
        public String getDescription() {
            return "top-level folders";
        }
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
