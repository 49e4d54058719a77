package io.stepprofiler.analysis.rules;

import static io.stepprofiler.analysis.rules.StepsOfATrace.MILLI;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.stepprofiler.analysis.window.StepSamples.Place;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.trace.MetadataValue;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rules about code that samples find in steps of 10 ms, of which each has four samples. */
class SampledRulesTest {
    private static final long LOADER = 2;
    private static final String FORWARD = "Mlp.forward:22 Train.step:7 Train.main:3";
    private static final String PATTERN = "java.util.regex.Pattern.expr:2069 java.util.regex.Pattern.compile:1069"
            + " java.lang.String.matches:2844 Parser.clean:9 Train.step:5 Train.main:3";
    private static final String UPDATE = "java.lang.invoke.VarHandleLongs$Array.getAndAdd:926"
            + " java.util.concurrent.atomic.AtomicLongArray.incrementAndGet:234 ";
    private static final String THROWN = "java.lang.Throwable.fillInStackTrace:798 java.lang.Throwable.<init>:271"
            + " java.lang.Exception.<init>:67 java.lang.NumberFormatException.<init>:54"
            + " java.lang.NumberFormatException.forInputString:67 java.lang.Integer.parseInt:668"
            + " Parser.valueOf:9 Train.step:5 Train.main:3";

    private static StepsOfATrace steps(int count, String... samples) {
        StepsOfATrace steps = new StepsOfATrace();
        for (int i = 0; i < count; i++) {
            steps.step(10, samples);
        }
        return steps;
    }

    private static Stream<String> rules(StepsOfATrace steps) {
        return steps.diagnosis().findings().stream().map(Finding::rule);
    }

    @Test
    void createdEachTime_patternsInHalfOfTheSamples_namesTheMethodOfTheProgram() {
        Finding found = steps(8, PATTERN, FORWARD, PATTERN, FORWARD).finding("created-each-time");
        assertThat(found.severity()).isEqualTo(Severity.WARNING);
        assertThat(found.sentence())
                .isEqualTo("50.0 % of the step compiles regular expressions in demo.Parser.clean(Parser.java:9)");
        assertThat(found.advice().get(0).text()).startsWith("private static final Pattern");
        assertThat(found.proofs().get(0).text()).isEqualTo("16 of 32 samples");
    }

    @ParameterizedTest
    @CsvSource({
        "java.lang.String.format, formats texts",
        "java.time.format.DateTimeFormatter.ofPattern, creates formats of dates",
        "java.text.DecimalFormat.<init>, creates formats of numbers",
        "com.fasterxml.jackson.databind.ObjectMapper.<init>, creates readers of JSON",
        "java.util.Properties.load, loads settings",
    })
    void createdEachTime_otherObjects_areNamed(String method, String does) {
        assertThat(steps(12, method + " Parser.clean:9 Train.step:5", FORWARD)
                        .finding("created-each-time")
                        .sentence())
                .startsWith("50.0 % of the step " + does + " in demo.Parser.clean");
    }

    @Test
    void createdEachTime_codeOfTheProgramThatJavaCallsMeanwhile_isSilent() {
        assertThat(rules(steps(
                        24, "Mlp.toString:5 java.util.Formatter.format:4 java.lang.String.format:2 Parser.clean:9")))
                .doesNotContain("created-each-time");
    }

    @Test
    void createdEachTime_fewerThanTwentySamples_isSilent() {
        assertThat(rules(steps(4, PATTERN, PATTERN, PATTERN, FORWARD))).doesNotContain("created-each-time");
    }

    @Test
    void createdEachTime_matcherOfAKeptPattern_isSilent() {
        assertThat(rules(steps(24, "java.util.regex.Matcher.match:5 java.util.regex.Matcher.matches:4 Parser.clean:9")))
                .doesNotContain("created-each-time");
    }

    @Test
    void shortCalls_inNoEvent_areInputAndOutputBySamples() {
        StepsOfATrace steps = new StepsOfATrace();
        List<StackTraceElement> write = List.of(
                new StackTraceElement("java.io.FileOutputStream", "writeBytes", "FileOutputStream.java", -2),
                new StackTraceElement("java.io.PrintWriter", "println", "PrintWriter.java", 5),
                new StackTraceElement("demo.Train", "report", "Train.java", 9));
        for (int i = 0; i < 24; i++) {
            steps.step(10, FORWARD);
            steps.builder.stackSample(new StackSample(
                    10 * MILLI * i + 5 * MILLI,
                    StepsOfATrace.MAIN,
                    SampleKind.NATIVE,
                    steps.builder.stackId(write),
                    MILLI));
        }
        steps.builder.metadata("jvm_flight_recorder_groups", new MetadataValue("INPUT_OUTPUT, METHOD_SAMPLES", false));
        Finding found = steps.finding("io-in-step");
        assertThat(found.severity()).isEqualTo(Severity.WARNING);
        assertThat(found.sentence())
                .isEqualTo("50.0 % of the step reads or writes files or sockets in demo.Train.report(Train.java:9),"
                        + " mostly in short calls, by samples");
        assertThat(found.advice().get(0).text()).startsWith("new BufferedOutputStream");
    }

    /** Twelve steps, in each of which one of two samples is in a native method that the program calls in line 9. */
    private static StepsOfATrace calling(String type, String method) {
        StepsOfATrace steps = new StepsOfATrace();
        int stack = steps.builder.stackId(List.of(
                new StackTraceElement(type, method, "Any.java", -2),
                new StackTraceElement("demo.Train", "tile", "Train.java", 9)));
        for (int i = 0; i < 12; i++) {
            steps.step(10, FORWARD);
            steps.builder.stackSample(
                    new StackSample(10 * MILLI * i + 5 * MILLI, StepsOfATrace.MAIN, SampleKind.NATIVE, stack, MILLI));
        }
        steps.builder.metadata("jvm_flight_recorder_groups", new MetadataValue("INPUT_OUTPUT, METHOD_SAMPLES", false));
        return steps;
    }

    @ParameterizedTest
    @CsvSource({
        "sun.nio.ch.FileChannelImpl, map0, maps files into memory, map each file once",
        "sun.nio.ch.FileDispatcherImpl, force0, waits until files are on the disk, force the file less often",
        "java.io.UnixFileSystem, getLastModifiedTime, opens files or asks for their attributes, ask once",
        "sun.nio.fs.UnixNativeDispatcher, lstat0, opens files or asks for their attributes, ask once",
        "java.io.FileInputStream, open0, opens files or asks for their attributes, ask once",
    })
    void fileSystem_callsThatTransferNoData_areNamedWithTheirRemedy(
            String type, String method, String does, String nextStep) {
        Finding found = calling(type, method).finding("io-in-step");
        assertThat(found.sentence()).startsWith("50.0 % of the step " + does + " in demo.Train.tile(Train.java:9), ");
        assertThat(found.nextStep()).startsWith(nextStep);
        assertThat(found.advice().toString()).doesNotContain("Buffered");
    }

    @ParameterizedTest
    @CsvSource({"java.lang.StrictMath, sin", "sun.nio.ch.EPoll, wait", "java.io.ObjectStreamClass, hasStaticInitializer"
    })
    void fileSystem_otherNativeMethods_areNoCallsOfIt(String type, String method) {
        assertThat(rules(calling(type, method))).doesNotContain("io-in-step");
    }

    @Test
    void createdEachTime_methodsOfStringThatApplyAPattern_areNamedBySamplesOfTheMatcher() {
        String split = "java.util.regex.Pattern.split:1265 java.lang.String.split:3155 Parser.clean:9 Train.step:5";
        assertThat(steps(12, split, FORWARD).finding("created-each-time").sentence())
                .isEqualTo("50.0 % of the step applies regular expressions that each call compiles anew in"
                        + " demo.Parser.clean(Parser.java:9)");
    }

    @Test
    void createdEachTime_splitWithoutAPattern_isSilent() {
        assertThat(rules(steps(24, "java.lang.String.indexOf:5 java.lang.String.split:3155 Parser.clean:9")))
                .doesNotContain("created-each-time");
    }

    @ParameterizedTest
    @CsvSource({"3, 1, true", "2, 1, false", "3, 0, false"})
    void site_fewSamplesOrSamplesWithoutWeight_nameNoMethod(int samples, long weight, boolean isNamed) {
        assertThat(Site.of(List.of(new Place(StepsOfATrace.stack(FORWARD), samples, weight)))
                        .isPresent())
                .isEqualTo(isNamed);
    }

    private static StepsOfATrace counting(String ofLoader) {
        StepsOfATrace steps = steps(12, UPDATE + "Train.count:9 Train.step:5", FORWARD);
        steps.builder.thread(LOADER, "loader");
        for (int i = 0; i < 5; i++) {
            steps.sampleOf(LOADER, SampleKind.JAVA, MILLI, ofLoader);
        }
        return steps;
    }

    @Test
    void contendedAtomic_twoThreadsUpdate_namesBoth() {
        assertThat(counting(UPDATE + "Loader.run:19")
                        .finding("contended-atomic")
                        .sentence())
                .isEqualTo("50.0 % of the step updates atomic variables in demo.Train.count(Train.java:9), while thread"
                        + " 'loader' updates the same or neighbouring ones in demo.Loader.run(Loader.java:19)");
    }

    @ParameterizedTest
    @CsvSource({
        "Loader.run:19",
        "java.lang.invoke.VarHandleLongs.get:926 Loader.run:19",
        "jdk.internal.misc.Unsafe.compareAndSetInt:9 java.util.concurrent.locks.AbstractQueuedSynchronizer.acquire:7"
                + " Loader.run:19",
    })
    void contendedAtomic_otherThreadUpdatesNone_isSilent(String ofLoader) {
        assertThat(rules(counting(ofLoader))).doesNotContain("contended-atomic");
    }

    @Test
    void exceptions_allocatedCallStacks_accountForTimeWithoutSamples() {
        StepsOfATrace steps = steps(8, FORWARD, FORWARD, FORWARD);
        for (int i = 0; i < 8; i++) {
            steps.sampleOf(StepsOfATrace.MAIN, SampleKind.ALLOCATION, 1 << 20, THROWN);
        }
        Finding found = steps.finding("exceptions");
        assertThat(found.sentence())
                .isEqualTo("exceptions take up to 70.0 % of the step: NumberFormatException in"
                        + " demo.Parser.valueOf(Parser.java:9), whose call stacks take 1.00 MiB a step");
        assertThat(found.nextStep())
                .isEqualTo("test before the call that throws, instead of catching NumberFormatException");
        assertThat(found.advice().get(0).text()).startsWith("check the characters before parsing");
    }

    /** Twenty-four steps of 10 ms, each with a sample of a box and one of an array. */
    private static Stream<String> boxing(String box, long boxes, long arrays) {
        StepsOfATrace steps = new StepsOfATrace();
        for (int i = 0; i < 24; i++) {
            steps.step(10, FORWARD);
            steps.sampleOf(StepsOfATrace.MAIN, SampleKind.ALLOCATION, boxes, box + " Parser.values:9 Train.step:5");
            steps.sampleOf(StepsOfATrace.MAIN, SampleKind.ALLOCATION, arrays, "Train.step:7");
        }
        return steps.diagnosis().findings().stream()
                .filter(finding -> finding.rule().equals("boxed-numbers"))
                .map(Finding::sentence);
    }

    @Test
    void boxedNumbers_muchOfManyBytes_areNamedWithTheirShareAndRate() {
        assertThat(boxing("java.lang.Float.valueOf:458", 3 << 20, 1 << 20))
                .singleElement(STRING)
                .matches("75\\.0 % of the allocated bytes are boxed numbers, 3\\d\\d MiB a second, most of them in"
                        + " demo\\.Parser\\.values\\(Parser\\.java:9\\)");
    }

    @ParameterizedTest
    @CsvSource({
        "java.lang.Float.valueOf:458, 30000, 10000",
        "java.lang.Float.valueOf:458, 3000000, 12000000",
        "java.lang.Float.parseFloat:458, 3000000, 1000000",
    })
    void boxedNumbers_fewOrNone_areNotNamed(String box, long boxes, long arrays) {
        assertThat(boxing(box, boxes, arrays)).isEmpty();
    }

    @Test
    void exceptions_theirNumberIsCounted_haveTheRateOfTheProgram() {
        StepsOfATrace steps = steps(8, THROWN, THROWN, FORWARD);
        steps.builder.counter("jvm thrown", 0, 5_000);
        assertThat(steps.finding("exceptions").sentence()).doesNotContain("a second");
        steps.builder.counter("jvm thrown", 50 * MILLI, 5_100);
        assertThat(steps.finding("exceptions").sentence()).endsWith("; the program throws 2000 exceptions a second");
    }

    private static Stream<String> interpreted(String note, String... samples) {
        StepsOfATrace steps = steps(12, samples);
        steps.builder.metadata("jvm_flight_recorder_interpreted", new MetadataValue(note, false));
        return steps.diagnosis().findings().stream()
                .filter(finding -> finding.rule().equals("not-compiled"))
                .map(Finding::sentence);
    }

    @Test
    void notCompiled_methodOfTheStepIsInterpreted_isNamed() {
        assertThat(interpreted("demo.Other.run 30 of 30, demo.Mlp.forward 23 of 24", FORWARD, FORWARD, PATTERN))
                .containsExactly(
                        "66.7 % of the step runs demo.Mlp.forward, which is interpreted, not compiled, in 23 of"
                                + " its 24 samples");
    }

    @Test
    void notCompiled_anotherMethodIsInterpreted_isSilent() {
        assertThat(interpreted("demo.Other.run 30 of 30", FORWARD, FORWARD, PATTERN))
                .isEmpty();
        assertThat(interpreted("demo.Train.main 30 of 30", FORWARD, FORWARD, PATTERN))
                .isEmpty();
    }

    @Test
    void exceptions_fewCallStacks_takeLittleTime() {
        StepsOfATrace steps = steps(8, FORWARD);
        for (int i = 0; i < 4; i++) {
            steps.sampleOf(StepsOfATrace.MAIN, SampleKind.ALLOCATION, 6_000, THROWN);
        }
        assertThat(rules(steps)).doesNotContain("exceptions");
    }

    @Test
    void exceptions_sampledOfTheProgramsOwnClass_nameItsThrower() {
        String thrown = "java.lang.Throwable.<init>:271 java.lang.Exception.<init>:67 EndOfFile.<init>:3 Reader.next:8";
        assertThat(steps(8, thrown, FORWARD, FORWARD, FORWARD)
                        .finding("exceptions")
                        .sentence())
                .isEqualTo("exceptions take up to 10.0 % of the step: EndOfFile in demo.Reader.next(Reader.java:8)");
    }
}
