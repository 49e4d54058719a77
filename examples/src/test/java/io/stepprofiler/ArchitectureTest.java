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
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Who may know whom, and what all modules have in common, checked in their compiled classes. */
@Tag("long") // It is about classes, which are the same on every virtual machine.
class ArchitectureTest {
    /** The agent is not on the class path of the examples, for it is not meant to be on any. */
    private static final Location AGENT_CLASSES = Location.of(Path.of("../integrations/agent/target/classes"));

    /** Nor is the command line. */
    private static final Location CLI_CLASSES = Location.of(Path.of("../tools/cli/target/classes"));

    /** protoc's code has other manners. */
    private static final ImportOption WRITTEN_BY_US =
            location -> !location.contains("/xspace/proto/") && !location.contains("/capture/proto/");

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(WRITTEN_BY_US)
            .importLocations(Stream.concat(
                            Locations.ofPackage("io.stepprofiler").stream(), Stream.of(AGENT_CLASSES, CLI_CLASSES))
                    .collect(Collectors.toSet()));

    private static final DescribedPredicate<JavaClass> OURS = resideInAPackage("io.stepprofiler..");
    private static final DescribedPredicate<JavaClass> SCHEDULE = module("schedule");
    private static final DescribedPredicate<JavaClass> NATIVE = module("nativeaccess");
    private static final DescribedPredicate<JavaClass> ANALYSIS = module("analysis");
    /** What core has of journals is their interface, in the package around. */
    private static final DescribedPredicate<JavaClass> JOURNAL = module("journal.blocks");

    private static final DescribedPredicate<JavaClass> READERS = module("readers");
    private static final DescribedPredicate<JavaClass> TUNING = module("tuning");
    private static final DescribedPredicate<JavaClass> XPROF = module("xprof");
    private static final DescribedPredicate<JavaClass> MXNET = module("mxnet");
    private static final DescribedPredicate<JavaClass> HANDLERS = module("handlers");
    private static final DescribedPredicate<JavaClass> REPORT = module("report");
    private static final DescribedPredicate<JavaClass> CAPTURE = module("capture");
    private static final DescribedPredicate<JavaClass> JVM = module("jvm");
    private static final DescribedPredicate<JavaClass> DJL = module("djl");
    private static final DescribedPredicate<JavaClass> AGENT = module("agent");
    private static final DescribedPredicate<JavaClass> PYTORCH = module("pytorch");
    private static final DescribedPredicate<JavaClass> CUDA = module("cuda");
    private static final DescribedPredicate<JavaClass> CLI = module("cli");
    private static final DescribedPredicate<JavaClass> TESTKIT = module("testkit");
    private static final DescribedPredicate<JavaClass> EXAMPLES = module("examples");
    private static final DescribedPredicate<JavaClass> NO_EXAMPLES =
            not(EXAMPLES).as("are no examples");

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
            Map.entry("io.stepprofiler.mxnet", 9),
            Map.entry("io.stepprofiler.nativeaccess.torch", 4),
            Map.entry("io.stepprofiler.readers.xspace", 7),
            Map.entry("io.stepprofiler.schedule", 4));

    /** The agent prints: the program's logging may never be set up. */
    private static final DescribedPredicate<JavaClass> CONSOLE = describe(
            "are the agent's or the command's console, or asked to print there",
            type -> Set.of(
                            "io.stepprofiler.agent.Console",
                            "io.stepprofiler.cli.CommandLines",
                            "io.stepprofiler.handlers.functions.Destination")
                    .contains(type.getName()));

    /** Everything else: a module that is not named above may do no more than core until it is. */
    private static final DescribedPredicate<JavaClass> CORE = OURS.and(not(SCHEDULE.or(NATIVE)
                    .or(ANALYSIS)
                    .or(JOURNAL)
                    .or(READERS)
                    .or(TUNING)
                    .or(XPROF)
                    .or(MXNET)
                    .or(HANDLERS)
                    .or(REPORT)
                    .or(CAPTURE)
                    .or(JVM)
                    .or(PYTORCH)
                    .or(CUDA)
                    .or(DJL)
                    .or(AGENT)
                    .or(CLI)
                    .or(TESTKIT)
                    .or(EXAMPLES)))
            .as("belong to core");

    private static final DescribedPredicate<JavaClass> JDK =
            resideInAnyPackage("java..", "com.sun.management..").as("belong to the JDK");
    private static final DescribedPredicate<JavaClass> FLIGHT_RECORDER =
            resideInAPackage("jdk.jfr..").as("belong to the flight recorder");
    private static final DescribedPredicate<JavaClass> NULLNESS =
            resideInAPackage("org.jspecify.annotations").as("mark nullness");

    @Test
    void schedule_knowsNobody() {
        hold(classes()
                .that(SCHEDULE)
                .should()
                .onlyDependOnClassesThat(SCHEDULE.or(JDK).or(NULLNESS)));
    }

    @Test
    void core_knowsTheScheduleAndNoLibrary() {
        hold(classes()
                .that(CORE)
                .should()
                .onlyDependOnClassesThat(CORE.or(SCHEDULE).or(JDK).or(NULLNESS)));
    }

    @Test
    void nativeAccess_knowsCoreAndNoLibrary() {
        hold(classes()
                .that(NATIVE)
                .should()
                .onlyDependOnClassesThat(NATIVE.or(CORE).or(SCHEDULE).or(JDK).or(NULLNESS)));
    }

    @Test
    void analysis_knowsCoreAndNoLibrary() {
        hold(classes()
                .that(ANALYSIS)
                .should()
                .onlyDependOnClassesThat(ANALYSIS.or(CORE).or(SCHEDULE).or(JDK).or(NULLNESS)));
    }

    @Test
    void journal_knowsCoreAndCompression() {
        hold(classes()
                .that(JOURNAL)
                .should()
                .onlyDependOnClassesThat(JOURNAL.or(CORE)
                        .or(SCHEDULE)
                        .or(JDK)
                        .or(NULLNESS)
                        .or(resideInAPackage("com.github.luben.zstd..").as("belong to zstd"))));
    }

    @Test
    void readers_knowCoreAndTheLibrariesOfTheirFormats() {
        hold(classes()
                .that(READERS)
                .should()
                .onlyDependOnClassesThat(READERS.or(CORE)
                        .or(SCHEDULE)
                        .or(JDK)
                        .or(NULLNESS)
                        .or(resideInAnyPackage(
                                        "com.google.protobuf..", "com.google.common..", "com.fasterxml.jackson..")
                                .as("read a format"))));
    }

    @Test
    void protobuf_comesIntoNoTrainingJobButByTheServer() {
        hold(noClasses()
                .that(not(READERS.or(TUNING).or(CAPTURE).or(EXAMPLES)))
                .should()
                .dependOnClassesThat(resideInAPackage("com.google.protobuf..")));
    }

    @Test
    void tuning_knowsCoreAnalysisAndReaders() {
        hold(classes()
                .that(TUNING)
                .should()
                .onlyDependOnClassesThat(TUNING.or(READERS)
                        .or(ANALYSIS)
                        .or(CORE)
                        .or(SCHEDULE)
                        .or(JDK)
                        .or(NULLNESS)
                        .or(resideInAPackage("com.fasterxml.jackson..").as("read JSON"))));
    }

    @Test
    void xprof_knowsHandlersTheVirtualMachineAndNoLibrary() {
        hold(classes()
                .that(XPROF)
                .should()
                .onlyDependOnClassesThat(XPROF.or(HANDLERS)
                        .or(JVM)
                        .or(CORE)
                        .or(SCHEDULE)
                        .or(JDK)
                        .or(NULLNESS)
                        .or(resideInAPackage("com.sun.net.httpserver..").as("belong to the JDK's server"))));
    }

    @Test
    void mxnet_knowsHandlersAndWritesJson() {
        hold(classes()
                .that(MXNET)
                .should()
                .onlyDependOnClassesThat(MXNET.or(HANDLERS)
                        .or(CORE)
                        .or(SCHEDULE)
                        .or(JDK)
                        .or(NULLNESS)
                        .or(resideInAPackage("com.fasterxml.jackson..").as("write JSON"))));
    }

    @Test
    void testkit_knowsCoreAndNoLibraryAndIsKnownToNobody() {
        hold(classes()
                .that(TESTKIT)
                .should()
                .onlyDependOnClassesThat(TESTKIT.or(CORE).or(SCHEDULE).or(JDK).or(NULLNESS)));
        hold(noClasses().that(not(TESTKIT)).should().dependOnClassesThat(TESTKIT));
    }

    @Test
    void handlers_knowCoreAndAnalysisAndOfOursNothingElse() {
        hold(classes()
                .that(HANDLERS)
                .should()
                .onlyDependOnClassesThat(HANDLERS.or(ANALYSIS)
                        .or(CORE)
                        .or(SCHEDULE)
                        .or(not(OURS))
                        .as("belong to no other module of ours")));
    }

    @Test
    void report_knowsHandlersAnalysisAndJson() {
        hold(classes()
                .that(REPORT)
                .should()
                .onlyDependOnClassesThat(REPORT.or(HANDLERS)
                        .or(ANALYSIS)
                        .or(CORE)
                        .or(SCHEDULE)
                        .or(JDK)
                        .or(NULLNESS)
                        .or(resideInAPackage("com.fasterxml.jackson..").as("read and write JSON"))));
    }

    @Test
    void capture_knowsReportAndWhatItsServerSpeaks() {
        hold(classes()
                .that(CAPTURE)
                .should()
                .onlyDependOnClassesThat(CAPTURE.or(REPORT)
                        .or(HANDLERS)
                        .or(ANALYSIS)
                        .or(CORE)
                        .or(SCHEDULE)
                        .or(JDK)
                        .or(NULLNESS)
                        .or(resideInAPackage("javax.net..").as("belong to the JDK's sockets"))
                        .or(resideInAnyPackage(
                                        "io.grpc..",
                                        "com.google.protobuf..",
                                        "com.google.common..",
                                        "io.stepprofiler.capture.proto..")
                                .as("speak to clients"))));
        hold(noClasses()
                .that(not(CAPTURE.or(AGENT).or(CLI).or(EXAMPLES)))
                .should()
                .dependOnClassesThat(CAPTURE));
    }

    @Test
    void jvm_knowsCoreAndTheFlightRecorderAndNoLibrary() {
        hold(classes()
                .that(JVM)
                .should()
                .onlyDependOnClassesThat(
                        JVM.or(CORE).or(SCHEDULE).or(JDK).or(FLIGHT_RECORDER).or(NULLNESS)));
    }

    @Test
    void djl_knowsCoreHandlersAndItsFramework() {
        DescribedPredicate<JavaClass> framework =
                resideInAnyPackage("ai.djl..", "com.sun.jna..").as("belong to the framework");
        hold(classes()
                .that(DJL)
                .should()
                .onlyDependOnClassesThat(DJL.or(HANDLERS)
                        .or(CORE)
                        .or(SCHEDULE)
                        .or(JDK)
                        .or(NULLNESS)
                        .or(framework)));
    }

    @Test
    void commandLine_knowsWhatItsCommandsShowAndIsKnownToNobody() {
        hold(classes()
                .that(CLI)
                .should()
                .onlyDependOnClassesThat(CLI.or(HANDLERS)
                        .or(CAPTURE)
                        .or(XPROF)
                        .or(REPORT)
                        .or(ANALYSIS)
                        .or(JOURNAL)
                        .or(CORE)
                        .or(SCHEDULE)
                        .or(JDK)
                        .or(NULLNESS)
                        .or(resideInAPackage("com.sun.tools.attach..").as("attach to processes"))
                        .or(resideInAPackage("com.fasterxml.jackson..").as("write JSON"))
                        .or(resideInAPackage("picocli..").as("belong to picocli"))));
        hold(noClasses().that(not(CLI)).should().dependOnClassesThat(CLI));
    }

    @Test
    void agent_isKnownToNobody() {
        hold(noClasses().that(not(AGENT)).should().dependOnClassesThat(AGENT));
    }

    @Test
    void pytorch_knowsCoreNativeAccessAndNoFramework() {
        hold(classes()
                .that(PYTORCH)
                .should()
                .onlyDependOnClassesThat(
                        PYTORCH.or(NATIVE).or(CORE).or(SCHEDULE).or(JDK).or(NULLNESS)));
    }

    @Test
    void cuda_knowsCoreNativeAccessAndNoFramework() {
        hold(classes()
                .that(CUDA)
                .should()
                .onlyDependOnClassesThat(
                        CUDA.or(NATIVE).or(CORE).or(SCHEDULE).or(JDK).or(NULLNESS)));
    }

    @Test
    void examples_areKnownToNobody() {
        hold(noClasses().that(NO_EXAMPLES).should().dependOnClassesThat(EXAMPLES));
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

    private static DescribedPredicate<JavaClass> module(String name) {
        return resideInAPackage("io.stepprofiler." + name + "..").as("belong to " + name);
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
