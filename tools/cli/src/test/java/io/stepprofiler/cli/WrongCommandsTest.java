package io.stepprofiler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.cli.input.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Commands that cannot be done fail with what is wrong and what is allowed, and print nothing else. */
class WrongCommandsTest {
    @TempDir
    private static Path dir;

    private final StepProfRun stepprof = new StepProfRun();

    @BeforeAll
    static void writeFiles() throws IOException {
        Files.createDirectories(dir.resolve("run"));
        Files.createDirectories(dir.resolve("empty/inside"));
        InputsTest.window("a", 1).export(dir.resolve("run/a.json"));
        InputsTest.window("b", 2).export(dir.resolve("run/b.json"));
        InputsTest.window("a", 1).export(dir.resolve("a.json"));
        assertThat(new StepProfRun().in(dir, "convert @a.json @a.html")).isZero();
        assertThat(new StepProfRun().in(dir, "convert @a.json @a.summary.json")).isZero();
        Files.writeString(dir.resolve("damaged.json"), "{\"version\":1,\"windows\":[{}]}");
        Files.writeString(dir.resolve("x.html"), "<!DOCTYPE html><html><body>hello</body></html>");
        Files.writeString(dir.resolve("passwd"), "root:x:0:0");
        Files.writeString(dir.resolve("hello.json"), "hello");
    }

    /** Paths begin with @, parts of what is said are between dots. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    nothing                                       |
                    help nothing                                  |
                    summary ''                                    | '' is not allowed: must be the path of a file or directory
                    show ''                                       | '' is not allowed: must be the path of a file or directory
                    journals ''                                   | '' is not allowed: must be the path of a file or directory
                    report a -o ''                                | '' is not allowed: must be the path of a file or directory
                    show none.json --rows=-1                      | --rows = -1 is not allowed: must be 0 or more
                    assemble none.json --rows=-1                  | --rows = -1 is not allowed: must be 0 or more

                    assemble @empty                               | assemble: … @empty
                    assemble /none                                | assemble: /none: there is no such file or directory
                    assemble /none -o @trace.xyz                  | trace.xyz … .json.gz … .pftrace
                    assemble @passwd                              | @passwd: no reader knows it … journal
                    journals @passwd                              | journals: @passwd: this is not a directory
                    journals /none                                | journals: /none: there is no such file or directory

                    show @hello.json                              | hello.json: byte 0: it is no valid JSON: Unrecognized token 'hello'
                    show @passwd                                  | no reader knows it … Chrome trace … journal … XSpace
                    show @a.json --max-bytes=10                   | maxBytes
                    show @a.json --max-events=1                   | maxEvents
                    show @a.json --max-memory=64                  | maxMemoryBytes
                    show @a.json --max-bytes=0                    | maxBytes = 0
                    show @a.json --max-memory=2x                  | not a number followed by k
                    show @a.json --max-events=-1                  | maxEvents = -1
                    show @a.json --by=device                      | is not stream, thread, shapes, stack or overload
                    show @a.json --sort=cuda                      | is not … self-device-time
                    show @run --csv                               | --csv with [@run] is not allowed: must be one trace or ledger
                    show @a.html --csv                            | must be one trace or ledger, and no report
                    functions @a.json --options n_aply=3          | Option 'n_aply' of function profiles is not known; known are functions
                    functions @a.summary.json                     | is a report, which holds no single calls

                    fleet pack @run -o @lake --spark-home=@empty  | pack: --spark-home @empty is not allowed: must be the directory of Spark
                    fleet report /none                            | report: /none: there is no such file or directory
                    fleet report @x.html                          | report: @x.html: it is not a report
                    fleet history @passwd                         | history: @passwd: this is not a directory
                    fleet report @run --engine=flink              | 'flink' … JAVA, SPARK

                    summary @damaged.json                         | is not a summary
                    summary @x.html                               | x.html is not a report: the page contains no summary
                    summary @a.json @a.html                       | a summary is of one run … 'stepprof report'
                    report @a.json -o @x.pdf                      | x.pdf is not allowed: must end with .html, .txt, .md, .json
                    report @empty                                 | contains no trace, journal or report
                    report file --threshold=input-bond=1,2        | --threshold input-bond is not allowed … the nearest is input-bound
                    report file --threshold=input-bound=1         | must be two numbers
                    report file --threshold=input-bound=2,1       | must be 0 <= information <= warning
                    report file --without=slow-step               | --without slow-step is not allowed … the nearest is slow-steps; a page of 'stepprof report' names the rule of each finding
                    report file --format=pdf                      | HTML, TEXT

                    convert @a.json                               | --out=FILE
                    convert @a.json @b.json --without=slow-step   | --without slow-step is not allowed
                    convert @a.json @b.xyz                        | b.xyz … .pftrace … .summary.json
                    convert @a.html @b.pftrace                    | holds no single events: @b.pftrace can only be made from
                    convert @run @x.pftrace                       | holds 2 traces … a.json
                    convert @run @x.json                          | a file holds only one … a .pftrace holds one of each rank
                    convert @a.json @x.folded --min=10us          | --min with @x.folded is not allowed: must be a file with single events
                    convert @a.json @x.json --min=5x              | is not a number followed by ns, us, ms
                    convert @a.json @x.json --slow                | --slow with @x.json is not allowed: must be a file of stacks
                    convert @a.json @x.folded --slow              | has no slow step: none of 4 is
                    convert @a.json @x.memory.json                | a.json has no memory events

                    diff @a.json @a.html                          | Missing '--'
                    diff @a.json -- @a.html -- @a.json            | '--' is given 2 times, must be given once
                    diff -- @a.json                               | The base is empty
                    diff @a.json --                               | The new side is empty
                    diff @a.json -- @damaged.json                 | damaged.json is not a summary
                    diff @a.json -- @a.html --threshold=x         | must be a part
                    diff @a.json -- @a.html --threshold=0         | must be above 0
                    diff @a.json -- @a.html --metric=speed        | must be one of
                    diff @a.json -- @a.html --metric=tail         | it is shown only
                    diff @a.json -- @a.html --fail-on=never       | is not slower
                    diff @a.json -- @a.html --what                | Unknown option
                    diff @a.json -- @a.html --noise=/none         | /none

                    bench 0 -- java x                             | N = 0 is not allowed
                    bench 1001 -- java x                          | N = 1001 is not allowed
                    bench x -- java                               | is not an int
                    bench 3 -- no-such-program                    | no-such-program is not allowed: must be a program
                    bench 3                                       | Missing required parameter
                    bench 3 --base "x -- java                     | --base is not understood: a quote " is not closed
                    bench 3 --base= -- java                       | --base is empty
                    bench 3 --diff=--bogus -- java                | --diff = [--bogus] is not allowed: Unknown option
                    bench 3 --diff=--threshold=x -- java          | --threshold x is not allowed
                    bench 3 --diff=--max-bytes=0 -- java          | --diff = [--max-bytes=0] is not allowed: maxBytes = 0
                    bench 3 --diff=--noise=/none -- java          | --noise = /none is not allowed
                    bench 1 --agent-jar @a.json --dir @run -- java | @run is not empty

                    capture                                       | Missing the target
                    capture nonsense                              | TARGET = 'nonsense' is not understood: must be a process id, a port, or host:port
                    capture host:0                                | is not understood
                    capture host:70000                            | is not understood
                    capture 1:2:3                                 | is not understood
                    capture a/b:1                                 | is not understood
                    capture 99999999                              | neither a running process nor a port
                    capture 127.0.0.1:1                           | 127.0.0.1:1: no server answers
                    capture 127.0.0.1:1 --steps 0                 | --steps = 0 is not allowed
                    capture 127.0.0.1:1 --steps x                 | Invalid value for option '--steps'
                    capture 127.0.0.1:1 --at -1                   | --at = -1 is not allowed
                    capture 127.0.0.1:1 --warmup -1               | --warmup = -1 is not allowed
                    capture 127.0.0.1:1 --duration 5x             | is not a number followed by ns, us, ms, s, m, h or d
                    capture 127.0.0.1:1 --duration 0              | --duration = 0 is not allowed
                    capture 127.0.0.1:1 --duration 1s --steps 2   | --duration cannot be combined with --steps and --at
                    capture 127.0.0.1:1 --format xml              | must be one of chrome, perfetto, xplane
                    capture 127.0.0.1:1 -o trace.xyz              | No format is known for the ending of trace.xyz
                    capture 127.0.0.1:1 --all hosts               | Targets, --all and --ranks cannot be combined
                    capture 127.0.0.1:1 --token-file /none        | tokenFile = /none cannot be read: there is no such file
                    capture --all /dev/zero                       | /dev/zero is too long for a list of targets
                    capture --ranks @passwd                       | capture: @passwd: this is not a directory
                    capture --all /none                           | /none: there is no such file or directory
                    capture --ranks /none                         | /none: there is no such file or directory
                    capture --ranks @empty -o @log                | no process has registered in

                    top 127.0.0.1:1 --step acme.Train.step        | --step goes with a process id, not with 127.0.0.1:1
                    top nonsense                                  | TARGET = nonsense is not allowed: must be a process id
                    top 127.0.0.1:1                               | top: 127.0.0.1:1: no server answers
                    top 127.0.0.1:1 --interval 100ms              | --interval = 100ms is not allowed: must be 200ms to 1m
                    top 127.0.0.1:1 -n -1                         | --count = -1 is not allowed: must be 1 or more
                    top 127.0.0.1:1 --steps 0                     | --steps = 0 is not allowed
                    top 127.0.0.1:1 --at -5                       | --at = -5 is not allowed
                    collect 9012                                  | Missing required parameter: 'DURATION_MS'
                    collect 0 100                                 | PORT = 0 is not allowed: must be 1 to 65535
                    collect 70000 100                             | PORT = 70000 is not allowed
                    collect 9012 0                                | DURATION_MS = 0 is not allowed: must be 1 to 86400000
                    collect 9012 1s                               | Invalid value for positional parameter
                    collect 1 10 --log_dir @log                   | collect: 127.0.0.1:1: no server answers

                    attach 1 --agent-jar=@none.jar                | none.jar is not a file
                    attach 2000000000 --agent-jar=@a.json         | attach: there is no process 2000000000 here
                    """)
    void command_thatCannotBeDone_failsAndSaysWhatIsWrong(String command, @Nullable String said) {
        assertThat(stepprof.in(dir, command)).isEqualTo(ExitCode.FAILED);
        if (said != null) {
            assertThat(stepprof.err()).contains(said.replace("@", dir + "/").split(" … "));
        }
        assertThat(stepprof.out()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            assemble @empty
            assemble @passwd
            capture 127.0.0.1:1
            collect 1 10 --log_dir @log
            diff @a.json -- @damaged.json
            report @empty
            show @passwd
            summary /none
            summary @empty
            summary @passwd --windows
            summary @damaged.json
            summary @x.html
            """)
    void command_thatFails_saysSoInOneLine(String command) {
        stepprof.in(dir, command);
        assertThat(stepprof.err().trim()).hasLineCount(1);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            fleet report @none
            fleet report @none.steps
            fleet report @x.html
            fleet whatif @none --without rank=1
            fleet diff @none @none
            fleet history @none
            report @x.html
            show @none
            show @hello.json
            """)
    void command_thatFails_namesTheFileOnce(String command) {
        stepprof.in(dir, command);
        assertThat(stepprof.err()).containsOnlyOnce(dir.toString());
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            report file --without=nothing
            bench 0 -- java x
            capture nonsense
            attach x
            """)
    void command_thatIsNotUnderstood_saysSoAndNamesItsHelp(String command) {
        stepprof.in(dir, command);
        assertThat(stepprof.err().trim())
                .hasLineCount(2)
                .startsWith(command.split(" ", -1)[0] + ": ")
                .endsWith("See 'stepprof " + command.split(" ", -1)[0] + " --help'.");
    }
}
