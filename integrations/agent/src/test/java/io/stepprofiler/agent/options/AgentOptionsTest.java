package io.stepprofiler.agent.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.entry;

import io.stepprofiler.agent.weaving.MethodPattern;
import io.stepprofiler.ledger.Parallelism;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class AgentOptionsTest {
    @TempDir
    private Path dir;

    private Path aFile;

    @BeforeEach
    void makeAFile() throws IOException {
        aFile = Files.writeString(dir.resolve("a-file"), "");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "wait=x | wait = 'x' (agent argument) is not allowed: must be a whole number, 0 to 2147483647",
                "wait=-1 | wait = '-1' (agent argument) is not allowed: must be a whole number, 0 to 2147483647",
                "wait=2147483648 | wait = '2147483648' (agent argument) is not allowed: must be a whole number, 0 to 2147483647",
                "active=0 | active = '0' (agent argument) is not allowed: must be a whole number, 1 to 2147483647",
                "history=9,onSlowStep=1 | onSlowStep = '1' (agent argument) is not allowed: must be 0, or a number above 1",
                "onSlowStep=3 | onSlowStep = '3' is not allowed: needs history=20, or another number of steps",
                "onNotFinite | onNotFinite = 'true' is not allowed: needs history=20, or another number of steps",
                "closeTimeout=0 | closeTimeout = '0' (agent argument) is not allowed: must be a whole number, 1 to 86400",
                "shapes=1 | shapes = '1' (agent argument) is not allowed: must be true or false",
                "jvm=no | jvm = 'no' (agent argument) is not allowed: must be one of off, counters, flight",
                "ops=best | ops = 'best' (agent argument) is not allowed: must be one of auto, native, woven, off",
                "format=pdf | format = 'pdf' (agent argument) is not allowed: must be some of report, tensorboard, chrome, perfetto, xplane, table, functions, memory, separated by ;",
                "frameworks=djl;torch | frameworks = 'djl;torch' (agent argument) is not allowed: must be some of djl, nd4j, dl4j, separated by ;",
                "deviceMetrics=1st | deviceMetrics = '1st' (agent argument) is not allowed: must be names such as dram__bytes_read.sum, 64 at most, separated by ;",
                "deviceMetrics=a.sum:b.sum | deviceMetrics = 'a.sum:b.sum' (agent argument) is not allowed: separate values with ; as in deviceMetrics=a.sum;b.sum",
                "deviceMetrics=a.sum,b.sum | unknown option 'b.sum' (agent argument); if it is one more value of deviceMetrics, write deviceMetrics=a.sum;b.sum",
                "deviceMetrics=a.sum,devices=none | deviceMetrics = 'a.sum' is not allowed: needs devices=auto",
                "deviceMetricsPerKernel | deviceMetricsPerKernel = 'true' is not allowed: needs deviceMetrics=dram__bytes_read.sum, or another name",
                "methods=forward | methods = 'forward' (agent argument) is not allowed: must be class.method, where * stands for any characters; several, separated by ;",
                "step=a.b;c.d | step = 'a.b;c.d' (agent argument) is not allowed: must be class.method, where * stands for any characters; or @annotation; or auto",
                "step=a.b() | step = 'a.b()' (agent argument) is not allowed: must be class.method, where * stands for any characters; or @annotation; or auto",
                "dir= | dir = '' (agent argument) is not allowed: must be a writable directory",
                "config=/no/such/file | config = '/no/such/file' (agent argument) is not allowed: must be a properties file that can be read",
                "wait | wait (agent argument) has no value: must be wait= a whole number, 0 to 2147483647",
                "wait=1,wait=2 | wait = '2' (agent argument) is not allowed: wait was given before, as '1'",
                "wati=1 | unknown option 'wati' (agent argument); did you mean wait? help lists them all",
                "profile=True | unknown option 'profile' (agent argument); it is not needed: format=functions of the agent, FunctionProfileHandler and 'stepprof functions' print profiles, and nothing else does",
                "profile_memory | unknown option 'profile_memory' (agent argument); it is not needed: the memory profile is there if memory and shapes are recorded: memory=true of the agent, profileMemory(true) and recordShapes(true)",
                "profiling__n_apply=5 | unknown option 'profiling__n_apply' (agent argument); function profiles take it from the environment: STEP_PROFILER_FUNCTIONS=n_apply=VALUE",
                "format= | format = '' (agent argument) is not allowed: must be some of report, tensorboard, chrome, perfetto, xplane, table, functions, memory, separated by ;",
                "format=memory,stack=false | stack = 'false' (agent argument) is not allowed: format=memory needs stack=true",
                "flushEvery=2,journal=false | journal = 'false' (agent argument) is not allowed: flushEvery=2 needs journal=true",
                "flushEvery=0.01 | flushEvery = '0.01' (agent argument) is not allowed: must be 0, or a number of seconds, 0.1 to 86400",
                "step=a.C.<init> | step = 'a.C.<init>' (agent argument) is not allowed: a constructor is no step; name a method that is called once a step",
                "format=table:chrome | format = 'table:chrome' (agent argument) is not allowed: separate values with ; as in format=table;chrome",
                "format=table,chrome | unknown option 'chrome' (agent argument); if it is one more value of format, write format=table;chrome",
                "server=65536 | server = '65536' (agent argument) is not allowed: must be a port, 0 to 65535",
                "server=0,serverToken=/no/such | serverToken = '/no/such' (agent argument) is not allowed: must be a file that only its owner can read, or new",
                "serverToken=new | serverToken = 'new' is not allowed: needs server=0, or another port",
                "register=/tmp | register = '/tmp' is not allowed: needs server=0, or another port",
                "server=0,register=/dev/null | register = '/dev/null' (agent argument) is not allowed: must be a writable directory",
                "server=0,serverHost=a b | serverHost = 'a b' (agent argument) is not allowed: must be an address such as 0.0.0.0",
                "labels=rack | labels = 'rack' (agent argument) is not allowed: must be label:value, 24 at most, separated by ;",
                "positions=stage:1 | positions = 'stage:1' (agent argument) is not allowed: must be kind:position, the kind one of data, pipeline, tensor, expert; several, separated by ;",
                "positions=data:-1 | positions = 'data:-1' (agent argument) is not allowed: must be kind:position, the kind one of data, pipeline, tensor, expert; several, separated by ;",
                "onDemand,history=9 | onDemand = 'true' is not allowed: history=9 records all the time"
            })
    void of_wrongArgument_namesOptionValueAndWhatIsAllowed(String argument, String message) {
        assertThatExceptionOfType(BadOptionException.class)
                .isThrownBy(() -> AgentOptions.of(argument, "", dir))
                .withMessage(message);
    }

    static List<Option<?>> all() {
        return Option.all();
    }

    @ParameterizedTest
    @MethodSource("all")
    void defaults_eachOption_areAllowed(Option<?> option) throws Exception {
        String argument = option.name() + "=" + option.defaultText();
        assertThat(AgentOptions.of(argument, "", dir).get(option))
                .isEqualTo(AgentOptions.of("", "", dir).get(option));
    }

    @Test
    void of_directoryThatIsNotThereYet_isNotMadeYet() throws Exception {
        Path log = dir.resolve("a/b");
        assertThat(AgentOptions.of("dir=" + log, "", dir).get(Option.DIR)).isEqualTo(log);
        assertThat(dir.resolve("a")).doesNotExist();
    }

    @Test
    void of_allSources_argumentOverEnvironmentOverFileOverDefault() throws Exception {
        Files.writeString(dir.resolve(AgentOptions.FILE), "wait = 10\nwarmup = 20\nactive = 30\n");
        AgentOptions options = AgentOptions.of("wait=1", "wait=2,warmup=3", dir);
        assertThat(options.get(Option.WAIT)).isEqualTo(1);
        assertThat(options.get(Option.WARMUP)).isEqualTo(3);
        assertThat(options.get(Option.ACTIVE)).isEqualTo(30);
        assertThat(options.get(Option.REPEAT)).isEqualTo(1);
    }

    @Test
    void of_namedFile_isReadInPlaceOfTheOneInTheWorkingDirectory() throws Exception {
        Files.writeString(dir.resolve(AgentOptions.FILE), "wait=10");
        Path named = Files.writeString(dir.resolve("mine.properties"), "warmup=20\nmethods=a.b;ä.*");
        AgentOptions options = AgentOptions.of("", "config=" + named, dir);
        assertThat(options.get(Option.WAIT)).isEqualTo(1);
        assertThat(options.get(Option.WARMUP)).isEqualTo(20);
        assertThat(options.get(Option.METHODS))
                .containsExactly(new MethodPattern("a", "b"), new MethodPattern("ä", "*"));
    }

    @Test
    void of_onDemandWithoutAServer_hasOneOnAnyPort() throws Exception {
        assertThat(AgentOptions.of("onDemand", "", dir).get(Option.SERVER)).hasValue(0);
        assertThat(AgentOptions.of("onDemand,server=9012", "", dir).get(Option.SERVER))
                .hasValue(9012);
        assertThat(AgentOptions.of("", "", dir).get(Option.SERVER)).isEmpty();
    }

    /** Argument, variable of the environment, and contents of the file of options OPTIONS beside OTHER. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', emptyValue = "", textBlock = """
                    wait=1         | ``      | wait=soon    | wait = 'soon' (OPTIONS) is not allowed
                    ``             | activ=1 | ``           | unknown option 'activ' (STEP_PROFILER); did you mean active? help lists them all
                    ``             | ``      | config=OTHER | config (OPTIONS) is not allowed in a file of options
                    ``             | ``      | dir=\\u12     | config = 'OPTIONS' is not allowed: cannot be read as a properties file
                    dir=OTHER/log  | ``      | ``           | dir = 'OTHER/log' (agent argument) is not allowed: must be a writable directory
                    server=0,serverCertificate=OTHER | `` | `` | serverCertificate needs serverKey
                    """)
    void of_wrongSource_namesIt(String argument, String variable, String contents, String message) throws Exception {
        Path file = Files.writeString(dir.resolve(AgentOptions.FILE), contents.replace("OTHER", aFile.toString()));
        assertThatExceptionOfType(BadOptionException.class)
                .isThrownBy(() -> AgentOptions.of(argument.replace("OTHER", aFile.toString()), variable, dir))
                .withMessageStartingWith(
                        message.replace("OPTIONS", file.toString()).replace("OTHER", aFile.toString()));
    }

    @Test
    void of_fileThatIsNotUtf8_saysThatItMustBe() throws Exception {
        Path file = Files.write(dir.resolve(AgentOptions.FILE), new byte[] {'d', '=', (byte) 0xff});
        assertThatExceptionOfType(BadOptionException.class)
                .isThrownBy(() -> AgentOptions.of("", "", dir))
                .withMessageStartingWith("config = '" + file + "' is not allowed: must be text in UTF-8");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ",", " , ,", "enabled", " wait = 1 , active= 3 "})
    void of_nothingButSpaceAndDefaults_isTheDefault(String argument) throws Exception {
        AgentOptions options = AgentOptions.of(argument, "", dir);
        assertThat(Option.all())
                .allSatisfy(option -> assertThat(options.get(option))
                        .isEqualTo(AgentOptions.of("", "", dir).get(option)));
    }

    /** Argument, and whether it gives an option of the cycles. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    dir=log         | false
                    wait=1          | true
                    skipFirstWait   | true
                    history=20      | false
                    repeat=0,jvm=off | true
                    """)
    void hasCycles_isTrueIfOneOfTheirOptionsIsGiven(String argument, boolean expected) throws Exception {
        assertThat(AgentOptions.of(argument, "", dir).hasCycles()).isEqualTo(expected);
    }

    @Test
    void of_fileThatBeginsWithAByteOrderMark_isRead() throws Exception {
        Files.writeString(dir.resolve(AgentOptions.FILE), "\uFEFFwait=10");
        assertThat(AgentOptions.of("", "", dir).get(Option.WAIT)).isEqualTo(10);
    }

    @Test
    void get_directoryThatHasBecomeAFile_isWhatItWas() throws Exception {
        Path log = dir.resolve("log");
        AgentOptions options = AgentOptions.of("dir=" + log, "", dir);
        Files.writeString(log, "in the way");
        assertThat(options.get(Option.DIR)).isEqualTo(log);
    }

    @Test
    void get_switchWithoutValue_isOn() throws Exception {
        assertThat(AgentOptions.of("memory,stack", "", dir).get(Option.MEMORY)).isTrue();
    }

    @Test
    void get_whatTheMemoryFormatNeeds_isOnByItself() throws Exception {
        AgentOptions options = AgentOptions.of("format=table;memory", "", dir);
        assertThat(List.of(options.get(Option.MEMORY), options.get(Option.SHAPES), options.get(Option.STACK)))
                .containsOnly(true);
    }

    @Test
    void get_whatFlushingNeeds_isOnByItself() throws Exception {
        AgentOptions options = AgentOptions.of("flushEvery=0.5", "", dir);
        assertThat(options.get(Option.FLUSH_EVERY)).isEqualTo(Duration.ofMillis(500));
        assertThat(options.get(Option.JOURNAL)).isTrue();
    }

    @Test
    void get_severalFormats_areInOrderAndOnce() throws Exception {
        assertThat(AgentOptions.of("format=table; Chrome;table", "", dir).get(Option.FORMAT))
                .containsExactly(Format.TABLE, Format.CHROME);
    }

    @Test
    void get_metrics_areInOrderAndOnce() throws Exception {
        assertThat(AgentOptions.of("deviceMetrics=b.sum; a.sum;b.sum", "", dir).get(Option.DEVICE_METRICS))
                .containsExactly("b.sum", "a.sum");
    }

    @Test
    void get_noFrameworks_isNone() throws Exception {
        assertThat(AgentOptions.of("frameworks=", "", dir).get(Option.FRAMEWORKS))
                .isEmpty();
    }

    @Test
    void get_placeOfTheProcess_isItsJobLabelsAndPositions() throws Exception {
        AgentOptions options =
                AgentOptions.of("job=llm,labels=rack:r7;url:http://a,positions=pipeline:3;data:0", "", dir);
        assertThat(options.get(Option.JOB)).isEqualTo("llm");
        assertThat(options.get(Option.LABELS)).containsEntry("rack", "r7").containsEntry("url", "http://a");
        assertThat(options.get(Option.POSITIONS))
                .containsOnly(entry(Parallelism.PIPELINE, 3), entry(Parallelism.DATA, 0));
    }

    private static final Path DOCUMENT = Path.of("..", "..", "docs", "AGENT.md");

    @Test
    void document_table_isTheOneGenerated() throws IOException {
        assertThat(Files.readString(DOCUMENT)).contains("\n" + Option.toMarkdown());
    }

    @Test
    void all_constants_areInTheTable() {
        assertThat(Arrays.stream(Option.class.getFields())
                        .filter(field -> Modifier.isStatic(field.getModifiers()))
                        .filter(field -> field.getType() == Option.class))
                .hasSameSizeAs(Option.all());
    }

    @Test
    void toText_eachOption_hasNameDefaultAndWhatIsAllowed() {
        assertThat(Option.all())
                .allSatisfy(option -> assertThat(Option.toText())
                        .contains("  " + option.name() + " ")
                        .contains("allowed: " + option.allowed()
                                + (option.defaultText().isEmpty() ? "" : "; default: " + option.defaultText())));
    }
}
